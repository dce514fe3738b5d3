/** A client of one's own: it asks with fetch, and believes nothing before the contract's schema has read it. */
import { contract, type Course, problem, type ProblemKind } from '@understudy/contract';

/** Answers a request, like the global fetch. */
export type Fetch = (url: string) => Promise<Response>;

/** The courses that a search finds, or the reason why there are none. */
export type Found = { readonly courses: readonly Course[] } | { readonly kind: ProblemKind; readonly detail: string };

/** Searches the courses of a server. */
export async function readCourses(fetch: Fetch, query: string): Promise<Found> {
  const { path, output } = contract.education.operations.listCourses;
  const answer = await fetch(`${path}?${query}`);
  const body: unknown = await answer.json();
  if (answer.ok) return { courses: output.parse(body).data };
  const { kind, detail } = problem.parse(body);
  return { kind, detail };
}
