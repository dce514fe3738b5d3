/** The courses as an infinite query, and a mutation that adds one. */
import { infiniteQueryOptions, QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Client, CreateCourseInput, ListCoursesInput } from '@understudy/client';

/** The client retries: it knows what may be repeated, and reads Retry-After. So Query does not. */
export const newQueryClient = () =>
  new QueryClient({ defaultOptions: { queries: { retry: false }, mutations: { retry: false } } });

/** Any list becomes an infinite query like this. It pages in whichever style the client does. */
export const coursesOptions = (api: Client, input: ListCoursesInput = {}) =>
  infiniteQueryOptions({
    queryKey: ['courses', input],
    queryFn: ({ pageParam, signal }) => api.education.listCourses({ ...input, ...pageParam }, { signal }),
    initialPageParam: {},
    getNextPageParam: ({ next }) => next,
  });

/** Adds a course once per key, however often the client or the user tries. */
export function useAddCourse(api: Client) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ key, ...course }: CreateCourseInput & { readonly key: string }) =>
      api.education.createCourse(course, { idempotencyKey: key }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['courses'] }),
  });
}
