/** What a user of swagger-typescript-api writes: only types, so that nothing is validated. */
import { Api } from '../generated/swagger-typescript-api';
import { course, listAll, login, type Walked } from './walk';

/** Walks through the API. */
export async function walk(baseUrl: string): Promise<Walked> {
  const { api, sandboxes } = new Api({ baseUrl });
  const listed = await api.educationListCourses({ per_page: 2 });
  const created = await api.educationCreateCourse(course);
  const id = created.data.data[0]?.id ?? '';
  const read = await api.educationGetCourse(id);
  const failed = await api.educationGetCourse(id, { simulate_error: 'rate_limit' }).catch((answer: Response) => answer);
  const tokens = await api.authLogin(login);
  const headers = { authorization: `Bearer ${tokens.data.data[0]?.access_token}` };
  const profile = await api.authGetProfile({}, { headers });
  await sandboxes.sandboxesPutSandbox('generated', {});
  const removed = await sandboxes.sandboxesDeleteSandbox('generated');
  // @ts-expect-error Which sandbox is deleted must be said.
  void (() => sandboxes.sandboxesDeleteSandbox());
  return {
    listed: listed.data.data.length,
    read: read.data.data.title,
    failed: failed.status,
    email: profile.data.data.email,
    removed: removed.status,
    filledIn: false,
  };
}

/** Reads all courses. */
export function list(baseUrl: string) {
  const { api } = new Api({ baseUrl });
  return listAll(async (page) => (await api.educationListCourses({ page, per_page: 25 })).data);
}
