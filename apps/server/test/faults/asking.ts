/** Asks servers for faults. */
import type { TestServer } from '../support.js';

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

/** How many courses there are. */
export async function courses(server: Pick<TestServer, 'fetch'>, base = ''): Promise<number> {
  const list = (await (await server.fetch(`${base}/api/education/courses`)).json()) as {
    pagination: { total: number };
  };
  return list.pagination.total;
}
