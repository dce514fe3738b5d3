/** Courses for SWR: a list that grows page by page, one course, and a mutation that enrolls. */
import type { Client, Course, Page, Resume } from '@understudy/client';
import { useState } from 'react';
import useSWR, { type SWRConfiguration } from 'swr';
import useSWRInfinite from 'swr/infinite';
import useSWRMutation from 'swr/mutation';

/** The client retries: it knows what may be repeated, and reads Retry-After. So SWR does not. */
export const settings: SWRConfiguration = { shouldRetryOnError: false };

/** Any list becomes an infinite one like this. It pages in whichever style the client does. */
export const useCourses = (api: Client) =>
  useSWRInfinite(keyAfter, ([, next]) => api.education.listCourses({ ...next }), { revalidateFirstPage: false });

/** The key of the page after another, or of the first; null after the last. */
function keyAfter(_: number, before: Page<Course> | null): readonly [string, Resume?] | null {
  if (before === null) return ['courses'];
  return before.next === undefined ? null : ['courses', before.next];
}

/** One course. */
export const useCourse = (api: Client, course_id: string) =>
  useSWR(['course', course_id], () => api.education.getCourse({ course_id }));

/** Enrolls a student in a course, once for as long as it is shown, however often the client or the user tries. */
export function useEnroll(api: Client, enrollment: { readonly student_id: string; readonly course_id: string }) {
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  return useSWRMutation(
    ['course', enrollment.course_id],
    () => api.education.createEnrollment(enrollment, { idempotencyKey }),
    { throwOnError: false },
  );
}
