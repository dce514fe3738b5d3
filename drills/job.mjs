/** The job that each client does: it lists all courses, reads one of them twice, and writes eight enrollments. */
import { randomUUID } from 'node:crypto';

/** Base URL of the sandbox that the drill made. */
export const base = process.env['UNDERSTUDY_URL'] ?? 'http://127.0.0.1:4010';

/** First page of all courses; the next ones are in the header `Link`. */
export const firstPage = `${base}/api/education/courses?per_page=50&pagination_style=link`;

/** Where enrollments are made. */
export const enrollments = `${base}/api/education/enrollments`;

/** Longest time that a client waits for an answer, in ms. */
export const TIMEOUT_MS = 8000;

/** Where a course is. */
export const courseAt = (/** @type {string} */ id) => `${base}/api/education/courses/${id}`;

/**
 * URL of the page after one, by its `Link` (RFC 8288 §3); undefined after the last.
 *
 * @param {string | null | undefined} link
 */
export function nextIn(link) {
  const path = /<([^>]*)>;\s*rel="?next"?/.exec(link ?? '')?.[1];
  return path === undefined ? undefined : new URL(path, base).href;
}

/**
 * @typedef {{ student_id: string, course_id: string }} Wish
 * @typedef {object} Client
 * @property {() => Promise<number>} countCourses over all pages
 * @property {(id: string) => Promise<unknown>} readCourse
 * @property {(wish: Wish, key: string) => Promise<unknown>} enroll under an Idempotency-Key, once for each key
 * @property {(error: unknown) => boolean} [endsAll] whether nothing else can succeed after an error
 */

/**
 * Does the job. What fails is left out, and the program then ends with 1.
 *
 * @param {Client} client
 */
export async function doJob(client) {
  try {
    for (const part of partsOf(client)) await tolerate(part, client);
  } catch (error) {
    console.error(`ended by ${error}`);
  }
}

/**
 * @param {Client} client
 * @returns {(() => Promise<unknown>)[]}
 */
function partsOf(client) {
  const enrolling = Array.from({ length: 8 }, (_, i) => {
    const wish = { student_id: 'stu_0001', course_id: `crs_000${i + 1}` };
    return () => client.enroll(wish, randomUUID());
  });
  return [
    async () => console.log(`${await client.countCourses()} courses`),
    async () => {
      // Not once more where the first time failed: that would be one more retry.
      for (let time = 1; time <= 2; time += 1) await client.readCourse('crs_0001');
    },
    ...enrolling,
  ];
}

/**
 * @param {() => Promise<unknown>} part
 * @param {Client} client
 */
async function tolerate(part, { endsAll }) {
  try {
    await part();
  } catch (error) {
    process.exitCode = 1;
    if (endsAll?.(error) === true) throw error;
    console.error(String(error));
  }
}
