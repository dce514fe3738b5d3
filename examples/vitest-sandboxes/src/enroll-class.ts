/** The code under test: enrolls a class in a course, however the network is today. */
import type { Client, Enrollment } from '@understudy/client';

/** Enrolls each student once; a call that fails on the way is repeated under its key. */
export async function enrollClass(api: Client, course_id: string, students: readonly string[]): Promise<Enrollment[]> {
  return Promise.all(
    students.map((student_id) =>
      api.education.createEnrollment({ student_id, course_id }, { idempotencyKey: `${course_id}/${student_id}` }),
    ),
  );
}
