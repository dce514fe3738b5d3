/** Calls of the control API, for the tests. */
import type { Sandbox } from '@understudy/contract';
import type { TestServer } from '../support.js';

/** An answer with its JSON. */
export interface JsonAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly json: Record<string, unknown>;
}

/** Sends a request with a JSON body, and reads the JSON of the answer. */
export async function send(
  server: Pick<TestServer, 'fetch'>,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<JsonAnswer> {
  const response = await server.fetch(path, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
  });
  return {
    status: response.status,
    headers: response.headers,
    json: (await response.json()) as Record<string, unknown>,
  };
}

/** The sandbox that an answer describes. */
export function sandboxOf({ json }: JsonAnswer): Sandbox {
  const { data } = json as { data: Sandbox | Sandbox[] };
  const [first] = Array.isArray(data) ? data : [data];
  if (first === undefined) throw new Error('the answer describes no sandbox');
  return first;
}

/** Whether anything is kept of a sandbox: then it is listed. */
export async function isKept(server: Pick<TestServer, 'fetch'>, name: string): Promise<boolean> {
  const { json } = await send(server, 'GET', `/sandboxes?per_page=50&q=${name}`);
  return (json as { data: { name: string }[] }).data.some((sandbox) => sandbox.name === name);
}

/** A course to create. */
export const course = {
  title: 'Knots',
  category: 'Crafts',
  difficulty: 'expert',
  instructor: 'Bo',
  duration_hours: 1,
} as const;

/** Creates a course in a sandbox, and answers its id. */
export async function createCourse(server: Pick<TestServer, 'fetch'>, base: string, title: string): Promise<string> {
  const { json, status } = await send(server, 'POST', `${base}/api/education/courses`, { ...course, title });
  if (status !== 200) throw new Error(`creating a course gave ${status}`);
  return (json as { data: [{ id: string }] }).data[0].id;
}

/** How many courses a sandbox lists. */
export async function countCourses(server: TestServer, base: string): Promise<number> {
  const { json } = await send(server, 'GET', `${base}/api/education/courses`);
  return (json as { pagination: { total: number } }).pagination.total;
}

/** The names and codes of the faults in a problem. */
export function faults({ json }: JsonAnswer): string[] {
  const errors = json['errors'] as { pointer?: string; parameter?: string; code: string }[] | undefined;
  return (errors ?? []).map(({ pointer, parameter, code }) => `${pointer ?? parameter} ${code}`);
}
