/** Asks servers for faults. */
import { jsonRequest, type TestServer } from '../support.js';

/** A course to create. */
export const course = {
  title: 'Knots',
  category: 'Crafts',
  difficulty: 'expert',
  instructor: 'Bo',
  duration_hours: 1,
};

/** Asks with some faults in the query. */
export function ask(
  server: Pick<TestServer, 'fetch'>,
  path: string,
  faults: string,
  init?: RequestInit,
): Promise<Response> {
  const mark = path.includes('?') ? '&' : '?';
  return server.fetch(`${path}${mark}fault=${encodeURIComponent(faults)}`, { redirect: 'manual', ...init });
}

/** A request that sends JSON. */
export function sending(body: object, headers: Record<string, string> = {}): RequestInit {
  return jsonRequest('POST', body, headers);
}

/** How many courses there are. */
export async function courses(server: Pick<TestServer, 'fetch'>, base = ''): Promise<number> {
  const list = (await (await server.fetch(`${base}/api/education/courses`)).json()) as {
    pagination: { total: number };
  };
  return list.pagination.total;
}
