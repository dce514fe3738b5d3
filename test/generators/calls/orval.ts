/** What a user of orval's fetch client and zod schemas writes. */
import {
  authGetProfile,
  authLogin,
  educationCreateCourse,
  educationGetCourse,
  educationListCourses,
  sandboxesDeleteSandbox,
  sandboxesPutSandbox,
} from '../generated/orval/fetch';
import { AuthLoginBody, EducationCreateCourseBody, EducationListCoursesResponse } from '../generated/orval/zod';
import { course, listAll, login, type Walked } from './walk';

/** Walks through the API. */
export async function walk(): Promise<Walked> {
  const listed = await educationListCourses({ per_page: 2 });
  const created = await educationCreateCourse(EducationCreateCourseBody.parse(course));
  const id = created.status === 200 ? (created.data.data[0]?.id ?? '') : '';
  const read = await educationGetCourse(id);
  const failed = await educationGetCourse(id, { simulate_error: 'rate_limit' });
  const tokens = await authLogin(AuthLoginBody.parse(login));
  const token = tokens.status === 200 ? tokens.data.data[0]?.access_token : undefined;
  const profile = await authGetProfile({}, { headers: { authorization: `Bearer ${token}` } });
  await sandboxesPutSandbox('generated', {});
  const removed = await sandboxesDeleteSandbox('generated');
  // @ts-expect-error Which sandbox is deleted must be said.
  void (() => sandboxesDeleteSandbox());
  return {
    listed: EducationListCoursesResponse.parse(listed.data).data.length,
    read: read.status === 200 ? read.data.data.title : undefined,
    failed: failed.status,
    email: profile.status === 200 ? profile.data.data.email : undefined,
    removed: removed.status,
    filledIn: AuthLoginBody.safeParse({}).success || AuthLoginBody.safeParse(undefined).success,
  };
}

/** Reads all courses, each page checked by its zod schema. */
export const list = () =>
  listAll(async (page) =>
    EducationListCoursesResponse.parse((await educationListCourses({ page, per_page: 25 })).data),
  );
