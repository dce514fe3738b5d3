/** Jobs for clients that are set wrongly: enough requests of a kind that a plan strikes one. */
import { base, courseAt } from '../job.mjs';

/**
 * @param {(url: string) => Promise<unknown>} read
 * @param {number} count
 */
export async function readAll(read, count = 14) {
  for (let number = 0; number < count; number += 1) {
    // What fails is left out: it is the attempts that count.
    await read(courseAt(`crs_${String(number + 1).padStart(4, '0')}`)).catch(() => undefined);
  }
}

/** @param {(url: string, body: object) => Promise<unknown>} write */
export async function postAll(write) {
  for (let number = 1; number <= 12; number += 1) {
    const wish = { student_id: 'stu_0002', course_id: `crs_${String(number).padStart(4, '0')}` };
    await write(`${base}/api/education/enrollments`, wish).catch(() => undefined);
  }
}
