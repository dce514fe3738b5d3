/** What a user of oazapfts writes. */
import { ok } from '@oazapfts/runtime';
import * as api from '../generated/oazapfts';
import { course, listAll, login, type Walked } from './walk';

/** Walks through the API. */
export async function walk(): Promise<Walked> {
  const listed = await ok(api.educationListCourses({ perPage: 2 }));
  const created = await ok(api.educationCreateCourse(course));
  const id = created.data[0]?.id ?? '';
  const read = await ok(api.educationGetCourse(id));
  const failed = await api.educationGetCourse(id, { simulateError: 'rate_limit' });
  const tokens = await ok(api.authLogin(login));
  const headers = { authorization: `Bearer ${tokens.data[0]?.access_token}` };
  const profile = await ok(api.authGetProfile({}, { headers }));
  await ok(api.sandboxesPutSandbox('generated', {}));
  const { status: removed } = await api.sandboxesDeleteSandbox('generated');
  // @ts-expect-error Which sandbox is deleted must be said.
  void (() => api.sandboxesDeleteSandbox());
  return {
    listed: listed.data.length,
    read: read.data.title,
    failed: failed.status,
    email: profile.data.email,
    removed,
    filledIn: false,
  };
}

/** Reads all courses. */
export const list = () => listAll((page) => ok(api.educationListCourses({ page, perPage: 25 })));
