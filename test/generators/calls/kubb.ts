/** What a user of kubb's fetch client with zod schemas writes: it validates what it gets. */
import fetch, { type Client, setConfig } from '@kubb/plugin-client/clients/fetch';
import {
  authGetProfile,
  authLogin,
  authLoginMutationRequestSchema,
  educationCreateCourse,
  educationGetCourse,
  educationListCourses,
  sandboxesDeleteSandbox,
  sandboxesPutSandbox,
} from '../generated/kubb';
import { course, listAll, login, type Walked } from './walk';

/** It sends JSON without saying so. */
const headers = { 'content-type': 'application/json' };

/** Walks through the API. */
export async function walk(baseURL: string): Promise<Walked> {
  setConfig({ baseURL, headers });
  const listed = await educationListCourses({ per_page: 2 });
  const created = await educationCreateCourse(course);
  const id = created.data[0]?.id ?? '';
  const read = await educationGetCourse(id);
  let status: number | undefined;
  const client: Client = async (config) => {
    const answer = await fetch(config);
    status = answer.status;
    return answer as never;
  };
  // An answer that is no success fails its schema.
  await educationGetCourse(id, { simulate_error: 'rate_limit' }, undefined, { client }).catch(() => undefined);
  const failed = status;
  const tokens = await authLogin(login);
  const profile = await authGetProfile(
    {},
    {},
    { headers: { authorization: `Bearer ${tokens.data[0]?.access_token}` } },
  );
  await sandboxesPutSandbox('generated', {});
  await sandboxesDeleteSandbox('generated', { client });
  // @ts-expect-error Which sandbox is deleted must be said.
  void (() => sandboxesDeleteSandbox());
  return {
    listed: listed.data.length,
    read: read.data.title,
    failed,
    email: profile.data.email,
    removed: status,
    filledIn:
      authLoginMutationRequestSchema.safeParse({}).success ||
      authLoginMutationRequestSchema.safeParse(undefined).success,
  };
}

/** Reads all courses. */
export function list(baseURL: string) {
  setConfig({ baseURL });
  return listAll((page) => educationListCourses({ page, per_page: 25 }));
}
