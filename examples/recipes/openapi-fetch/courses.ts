/** Reads and writes courses by the OpenAPI document alone, with types from openapi-typescript. */
import createClient, { type Client } from 'openapi-fetch';
import type { components, paths } from './generated/api.js';

type Schemas = components['schemas'];

/** A client of the API at a base URL, such as that of a sandbox. */
export const apiAt = (baseUrl: string): Client<paths> => createClient<paths>({ baseUrl, fetch: insistent });

/** Sends a request again, twice at most, where that is safe: it only reads, or carries a key. */
async function insistent(request: Request): Promise<Response> {
  let left = request.method === 'GET' || request.headers.has('Idempotency-Key') ? 2 : 0;
  for (; left > 0; left -= 1) {
    // What broke off, before its head or in its body, is no answer.
    const answer = await fetch(request.clone()).then(whole, () => undefined);
    if (answer && answer.status < 500 && answer.status !== 429) return answer;
    const seconds = Number(answer?.headers.get('Retry-After') ?? 0.1);
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  }
  return fetch(request);
}

/** An answer whose body has come to its end; undefined where it broke off. */
const whole = (answer: Response): Promise<Response | undefined> =>
  answer
    .clone()
    .arrayBuffer()
    .then(
      () => answer,
      () => undefined,
    );

/** Every course, page after page, by cursors. */
export async function allCourses(api: Client<paths>): Promise<Schemas['Course'][]> {
  const courses: Schemas['Course'][] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const query = { per_page: 50, pagination_style: 'cursor', ...(cursor && { cursor }) } as const;
    const { data, error } = await api.GET('/api/education/courses', { params: { query } });
    if (error) throw new Error(error.detail);
    courses.push(...data.data);
    cursor = data.pagination.nextCursor ?? null;
  }
  return courses;
}

/** Enrolls a student. The key makes it happen once, so that it may be sent again after a failure. */
export async function enroll(api: Client<paths>, body: Schemas['CreateEnrollmentBody']): Promise<string> {
  const header = { 'Idempotency-Key': `${body.student_id}/${body.course_id}` };
  const { data, error, response } = await api.POST('/api/education/enrollments', { params: { header }, body });
  if (data) return `enrolled on ${data.data[0]?.enrolled_at}`;
  // A problem (RFC 9457): its kinds are a union.
  switch (error.kind) {
    case 'rate_limit':
    case 'service_unavailable':
      return `try again in ${response.headers.get('retry-after')} s`;
    case 'not_found':
      return error.errors?.map(({ pointer, detail }) => `${pointer} ${detail}`).join() ?? error.detail;
    default:
      throw new Error(error.detail);
  }
}
