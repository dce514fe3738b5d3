/** What a user of hey-api's client with zod schemas writes: it validates all that it sends and gets. */
import {
  authGetProfile,
  authLogin,
  educationCreateCourse,
  educationGetCourse,
  educationListCourses,
  sandboxesDeleteSandbox,
  sandboxesPutSandbox,
} from '../generated/hey-api';
import { zLoginBody } from '../generated/hey-api/zod.gen';
import { course, listAll, login, type Walked } from './walk';

/** Walks through the API. */
export async function walk(): Promise<Walked> {
  const listed = await educationListCourses({ query: { per_page: 2 } });
  const created = await educationCreateCourse({ body: course });
  const path = { course_id: created.data?.data[0]?.id ?? '' };
  const read = await educationGetCourse({ path });
  const failed = await educationGetCourse({ path, query: { simulate_error: 'rate_limit' } });
  const tokens = await authLogin({ body: login });
  const profile = await authGetProfile({ auth: tokens.data?.data[0]?.access_token });
  await sandboxesPutSandbox({ path: { name: 'generated' }, body: {} });
  const removed = await sandboxesDeleteSandbox({ path: { name: 'generated' } });
  // @ts-expect-error Which sandbox is deleted must be said.
  void (() => sandboxesDeleteSandbox());
  return {
    listed: listed.data?.data.length,
    read: read.data?.data.title,
    failed: failed.response?.status,
    email: profile.data?.data.email,
    removed: removed.response?.status,
    filledIn: zLoginBody.safeParse({}).success || zLoginBody.safeParse(undefined).success,
  };
}

/** Reads all courses. */
export const list = () =>
  listAll(async (page) => (await educationListCourses({ query: { page, per_page: 25 }, throwOnError: true })).data);
