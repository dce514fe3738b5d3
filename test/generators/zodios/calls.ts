/** What a user of openapi-zod-client writes: zodios validates all that it sends and gets. */
import { isAxiosError } from 'axios';
// @boundaries-ignore the walk is the same for all generators; this one has a package of its own for its zod
import { course, listAll, login, type Walked } from '../calls/walk';
import { createApiClient, schemas } from './generated/zodios';

/** Walks through the API. */
export async function walk(origin: string): Promise<Walked> {
  const api = createApiClient(origin);
  const listed = await api['education.listCourses']({ queries: { per_page: 2 } });
  const created = await api['education.createCourse'](course);
  const params = { course_id: created.data[0]?.id ?? '' };
  const read = await api['education.getCourse']({ params });
  const failed = await api['education.getCourse']({ params, queries: { simulate_error: 'rate_limit' } }).catch(
    (error: unknown) => (isAxiosError(error) ? error.response?.status : undefined),
  );
  const tokens = await api['auth.login'](login);
  const headers = { authorization: `Bearer ${tokens.data[0]?.access_token}` };
  const profile = await api['auth.getProfile']({ headers });
  await api['sandboxes.putSandbox']({}, { params: { name: 'generated' } });
  await api['sandboxes.deleteSandbox'](undefined, { params: { name: 'generated' } });
  return {
    listed: listed.data.length,
    read: read.data.title,
    failed: typeof failed === 'number' ? failed : undefined,
    email: profile.data.email,
    // It gives no status, and throws where it is another.
    removed: 200,
    filledIn: schemas.LoginBody.safeParse({}).success || schemas.LoginBody.safeParse(undefined).success,
  };
}

/** Reads all courses. */
export function list(origin: string) {
  const api = createApiClient(origin);
  return listAll((page) => api['education.listCourses']({ queries: { page, per_page: 25 } }));
}
