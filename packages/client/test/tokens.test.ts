/** Tokens: sent with each call, and renewed once for all calls that need it. */
import { expect, test, vi } from 'vitest';
import { type ClientOptions, createClient, isApiError, type SessionTokens } from '../src/index.js';
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

test('a refresh that fails is reported with the error, and tried again by the next call', async () => {
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

const ada = { email: 'ada@example.com', password: 'correct horse', name: 'Ada Moreno' };

/** A user of the real server who is logged in. */
async function loggedIn() {
  const server = realServer();
  const api = createClient({ baseUrl, fetch: server.fetch, ...noWaiting() });
  await api.auth.register(ada);
  const session = await api.auth.login(ada);
  server.sent.length = 0;
  return { ...server, api, session };
}

const pathsOf = (sent: readonly { method: string; url: URL }[]) => sent.map(({ url }) => url.pathname);

test('a login can be handed to the client, which then acts as the user', async () => {
  const { api, session } = await loggedIn();
  expect((await api.withToken(session.access_token).auth.getProfile()).email).toBe(ada.email);
  const mine = api.withSession(session);
  expect((await mine.auth.getProfile()).email).toBe(ada.email);
  expect((await mine.oauth.getUserinfo()).email).toBe(ada.email);
  expect((await mine.auth.logout({})).status).toBe('logged_out');
  expect(isApiError(await failureOf(api.auth.getProfile()), 'unauthorized')).toBe(true);
});

test('a session whose access token is refused goes on with new tokens, which the app is given', async () => {
  const { api, session, sent } = await loggedIn();
  const given: SessionTokens[] = [];
  const mine = api.withSession({ ...session, access_token: 'expired' }, (tokens) => void given.push(tokens));
  const names = await Promise.all(
    [mine, mine.with({ delay: 0 }), mine].map(async (as) => (await as.auth.getProfile()).name),
  );
  expect(names).toEqual([ada.name, ada.name, ada.name]);
  expect(pathsOf(sent).filter((path) => path.endsWith('/refresh'))).toHaveLength(1);
  expect(given).toHaveLength(1);
  expect(given[0]?.refresh_token).not.toBe(session.refresh_token);
});

test('each refresh uses the token that came with the one before', async () => {
  const { api, session } = await loggedIn();
  const given: SessionTokens[] = [];
  const mine = api.withSession(session, (tokens) => void given.push(tokens));
  for (let time = 0; time < 3; time += 1) {
    await mine.auth.getProfile({}, { scenario: ['unauthorized', 'ok'] });
  }
  expect(new Set([session, ...given].map((tokens) => tokens.refresh_token)).size).toBe(4);
});

test('a refresh that is lost on its way back is asked for again, and does not end the session', async () => {
  const { api, session, fetch } = await loggedIn();
  let lost = 0;
  const flaky = api.with({
    fetch: async (url, init) => {
      const answer = await fetch(url, init);
      if (!url.endsWith('/refresh') || lost > 0) return answer;
      lost += 1;
      throw new TypeError('connection reset');
    },
  });
  const mine = flaky.withSession({ ...session, access_token: 'expired' });
  expect((await mine.auth.getProfile()).email).toBe(ada.email);
  expect(lost).toBe(1);
});

test('a session that is over ends the call, with the reason', async () => {
  const { api, session } = await loggedIn();
  await api.auth.logout({ refresh_token: session.refresh_token });
  const error = await failureOf(api.withSession(session).auth.getProfile());
  expect(isApiError(error, 'unauthorized') && isApiError(error.cause, 'unauthorized')).toBe(true);
});

test('what a test forces on a session is not forced on its refresh', async () => {
  const { api, session, sent } = await loggedIn();
  const mine = api.with({ scenario: ['unauthorized', 'ok'] }).withSession(session);
  const { attempts } = await mine.auth.getProfile().withResponse();
  expect(attempts.map(({ status }) => status)).toEqual([401, 200]);
  expect(sent.map(({ url }) => `${url.pathname}${url.search}`)).toEqual([
    '/api/auth/profile?simulate_error=unauthorized',
    '/api/auth/refresh',
    '/api/auth/profile',
  ]);
});

test('an OAuth grant can be refreshed too, by the refresh option', async () => {
  const { fetch } = realServer();
  const api = createClient({ baseUrl, fetch });
  const app = { grant_type: 'client_credentials', client_id: 'understudy-web', client_secret: 'understudy-secret' };
  const refresh = vi.fn<() => Promise<string>>(async () => (await api.oauth.exchangeToken(app)).access_token);
  const { data } = await api.oauth.authorize({ login_hint: 'usr_0001' });
  const mine = api.with({ token: data[0]?.access_token, refresh });
  expect((await mine.oauth.getUserinfo()).sub).toBe('usr_0001');
  await mine.education.listCourses({}, { scenario: ['unauthorized', 'ok'] });
  expect(refresh).toHaveBeenCalledOnce();
});

test('an OAuth error has a kind of its own, and no secret of it is shown', async () => {
  const { fetch } = realServer();
  const api = createClient({ baseUrl, fetch });
  const grant = {
    grant_type: 'authorization_code',
    code: 'a-guess',
    client_id: 'understudy-web',
    client_secret: 'hush',
  };
  const error = await failureOf(api.oauth.exchangeToken({ ...grant, client_secret: 'understudy-secret' }));
  if (!isApiError(error, 'invalid_grant')) throw error;
  expect(error).toMatchObject({ status: 400, problem: { kind: 'invalid_grant', simulated: false } });
  expect(isApiError(await failureOf(api.oauth.exchangeToken(grant)), 'invalid_client')).toBe(true);
  expect(error.toCurl()).not.toMatch(/a-guess|understudy-secret/);
});
