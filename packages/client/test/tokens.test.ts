/** Tokens: sent with each call, and renewed once for all calls that need it. */
import { expect, test, vi } from 'vitest';
import { type ClientOptions, createClient, isApiError } from '../src/index.js';
import { baseUrl, failureOf, json, noWaiting, realServer, recorded } from './server.js';

const problem = { kind: 'unauthorized', status: 401, detail: 'The token has expired.', simulated: false };

/** A server that takes one token. */
function guarded(token: string, options: Partial<ClientOptions>) {
  const server = recorded(async (request) => {
    const isGood = request.headers.get('authorization') === `Bearer ${token}`;
    return isGood ? json({ data: { id: 'crs_0001' }, meta: {} })() : json(problem, { status: 401 })();
  });
  return { ...server, api: createClient({ baseUrl, fetch: server.fetch, ...options }) };
}

const get = { course_id: 'crs_0001' };

test('a token is sent with each call of the client it was given to', async () => {
  const { fetch, sent } = realServer();
  const api = createClient({ baseUrl, fetch });
  await api.withToken('abc').education.listCourses();
  await api.education.listCourses();
  expect(sent.map(({ headers }) => headers['authorization'])).toEqual(['Bearer abc', undefined]);
});

test('a refused token is renewed, and the call is sent once more', async () => {
  const refresh = vi.fn<() => Promise<string>>().mockResolvedValue('new');
  const { api, sent } = guarded('new', { token: 'old', refresh });
  const { attempts } = await api.education.getCourse(get).withResponse();
  expect(attempts.map(({ kind, waitMs }) => [kind, waitMs])).toEqual([
    ['unauthorized', 0],
    ['ok', 0],
  ]);
  expect(attempts[0]?.retriedBecause).toBe('The token has expired.');
  await api.with({ delay: 0 }).education.getCourse(get);
  expect(sent.map(({ headers }) => headers['authorization'])).toEqual(['Bearer old', 'Bearer new', 'Bearer new']);
  expect(refresh).toHaveBeenCalledOnce();
});

test('calls that are refused at the same time share one new token', async () => {
  const refresh = vi.fn<() => Promise<string>>().mockResolvedValue('new');
  const { api, sent } = guarded('new', { token: 'old', refresh });
  await Promise.all(Array.from({ length: 5 }, () => api.education.getCourse(get)));
  expect(refresh).toHaveBeenCalledOnce();
  expect(sent).toHaveLength(10);
});

test('a new token that is refused too ends the call', async () => {
  const refresh = vi.fn<() => Promise<string>>().mockResolvedValue('newer');
  const { api, sent } = guarded('newest', { token: 'old', refresh });
  const error = await failureOf(api.education.getCourse(get));
  expect(isApiError(error, 'unauthorized') && error.attempts).toHaveLength(2);
  expect(sent).toHaveLength(2);
});

test('a refresh that fails is told with the error, and tried again by the next call', async () => {
  const cause = new Error('the refresh token is used up');
  const refresh = vi.fn<() => Promise<string>>().mockRejectedValueOnce(cause).mockResolvedValueOnce('new');
  const { api } = guarded('new', { token: 'old', refresh });
  expect(await failureOf(api.education.getCourse(get))).toMatchObject({ kind: 'unauthorized', cause });
  expect((await api.education.getCourse(get)).id).toBe('crs_0001');
});

test('waiting for a new token can be aborted', async () => {
  const stop = new AbortController();
  const refresh = () => {
    stop.abort();
    return new Promise<string>(() => undefined);
  };
  const { api } = guarded('new', { token: 'old', refresh });
  expect(isApiError(await failureOf(api.education.getCourse(get, { signal: stop.signal })), 'aborted')).toBe(true);
});

test('a client without a token asks for none, and a derived one with its own keeps it', async () => {
  const refresh = vi.fn<() => Promise<string>>().mockResolvedValue('new');
  const { api, sent } = guarded('new', { refresh });
  expect(isApiError(await failureOf(api.education.getCourse(get)), 'unauthorized')).toBe(true);
  expect(refresh).not.toHaveBeenCalled();
  await api.withToken('old').education.getCourse(get);
  expect(isApiError(await failureOf(api.education.getCourse(get)), 'unauthorized')).toBe(true);
  expect(sent).toHaveLength(4);
});

test('a scenario can stage a token that expires', async () => {
  const { fetch, sent } = realServer();
  const api = createClient({ baseUrl, fetch, token: 'old', refresh: async () => 'new', ...noWaiting() });
  await api.education.listCourses({}, { scenario: ['unauthorized', 'ok'] });
  expect(sent.map(({ headers }) => headers['authorization'])).toEqual(['Bearer old', 'Bearer new']);
  const forced = await failureOf(api.education.listCourses({}, { simulateError: 'unauthorized' }));
  expect(isApiError(forced, 'unauthorized') && forced.attempts).toHaveLength(1);
});
