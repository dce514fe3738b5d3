/** What a user of openapi-typescript and openapi-fetch writes: only types, so that nothing is validated. */
import createClient from 'openapi-fetch';
import type { paths } from '../generated/openapi-typescript';
import { course, listAll, login, type Walked } from './walk';

/** Walks through the API. */
export async function walk(baseUrl: string): Promise<Walked> {
  const api = createClient<paths>({ baseUrl });
  const listed = await api.GET('/api/education/courses', { params: { query: { per_page: 2 } } });
  const created = await api.POST('/api/education/courses', { body: course });
  const path = { course_id: created.data?.data[0]?.id ?? '' };
  const read = await api.GET('/api/education/courses/{course_id}', { params: { path } });
  const query = { simulate_error: 'rate_limit' } as const;
  const failed = await api.GET('/api/education/courses/{course_id}', { params: { path, query } });
  const tokens = await api.POST('/api/auth/login', { body: login });
  const headers = { authorization: `Bearer ${tokens.data?.data[0]?.access_token}` };
  const profile = await api.GET('/api/auth/profile', { headers });
  const name = { params: { path: { name: 'generated' } } };
  await api.PUT('/sandboxes/{name}', { ...name, body: {} });
  const removed = await api.DELETE('/sandboxes/{name}', name);
  return {
    listed: listed.data?.data.length,
    read: read.data?.data.title,
    failed: failed.response.status,
    email: profile.data?.data.email,
    removed: removed.response.status,
    filledIn: false,
  };
}

/** Reads all courses. */
export function list(baseUrl: string) {
  const api = createClient<paths>({ baseUrl });
  return listAll(async (page) => {
    const { data, error } = await api.GET('/api/education/courses', { params: { query: { page, per_page: 25 } } });
    if (data === undefined) throw error;
    return data;
  });
}
