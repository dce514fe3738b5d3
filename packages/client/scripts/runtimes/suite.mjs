/** What the client must do on every runtime, in calls over a socket; the same file runs on all of them. */

/**
 * @typedef {object} Addresses
 * @property {string} server address of the real server
 * @property {string} sandbox name of a sandbox that nobody else uses
 * @property {string} refused address where nobody listens
 * @property {string} reset address whose connections are reset
 * @property {string} cut address whose answers break off within the body
 * @property {string} silent address that never answers
 */

const course = { title: 'T', category: 'C', difficulty: 'expert', instructor: 'I', duration_hours: 3 };
const ada = { email: 'ada@example.com', password: 'correct horse', name: 'Ada Moreno' };

/** The cases, by name. */
const cases = {
  'reads and writes records': async ({ api }) => {
    equal((await api.education.getCourse({ course_id: 'crs_0001' })).id, 'crs_0001');
    const created = await api.education.createCourse(course);
    equal(await api.education.getCourse({ course_id: created.id }), created);
  },
  'walks a list over its pages, in every style alike': async ({ api }) => {
    const input = { per_page: 30, status: 'published' };
    const { pagination } = await api.education.listCourses(input);
    const walks = [];
    for (const paginationStyle of ['page', 'cursor', 'link']) {
      const ids = [];
      for await (const { id } of api.education.listCourses(input, { paginationStyle })) ids.push(id);
      walks.push(ids);
    }
    equal(pagination.totalPages > 3, true);
    for (const ids of walks) equal(ids, walks[0]);
    equal(new Set(walks[0]).size, pagination.total);
  },
  'gives records to several next() at once': async ({ api }) => {
    const records = api.education.listCourses({ per_page: 2 })[Symbol.asyncIterator]();
    const results = await Promise.all(Array.from({ length: 5 }, () => records.next()));
    const { data } = await api.education.listCourses({ per_page: 5 });
    equal(
      results.map(({ value }) => value),
      data,
    );
  },
  'meets 429, 500, 200 on a read, and waits as Retry-After says': async ({ api, waits }) => {
    const scenario = ['rate_limit', 'server_error', 'ok'];
    const { attempts, data } = await api.education.listCourses({}, { scenario }).withResponse();
    equal(statusesOf(attempts), [429, 500, 200]);
    equal([data.length, waits.length, waits[0]], [10, 2, 1000]);
  },
  'meets 429, 500, 200 on a write, and writes once': async ({ api }) => {
    const before = (await api.education.listCourses()).pagination.total;
    const scenario = ['rate_limit', 'server_error', 'ok'];
    const { attempts } = await api.education.createCourse(course, { scenario }).withResponse();
    equal(statusesOf(attempts), [429, 500, 200]);
    equal((await api.education.listCourses()).pagination.total, before + 1);
  },
  'downloads a file, again where it breaks off': async ({ api }) => {
    const input = { photo_id: 'pho_0001' };
    const { data, attempts } = await api.realestate.getPhoto(input, { fault: 'truncate;times=1' }).withResponse();
    equal(kindsOf({ attempts }), ['network', 'ok']);
    const bytes = await data.bytes();
    const streamed = new Uint8Array(await new Response(data.stream()).arrayBuffer());
    equal([bytes.length, streamed.length, (await data.blob()).size], [154_218, 154_218, 154_218]);
    equal([data.mediaType, bytes[1], streamed[154_217]], ['image/png', 0x50, bytes[154_217]]);
  },
  'reports a malformed answer, after one attempt': async ({ api, errorOf }) => {
    const error = await errorOf(api.education.listCourses({}, { simulateError: 'malformed' }));
    equal([error.kind, error.status, error.attempts.length], ['malformed', 200, 1]);
  },
  'reports a problem, and how to send the request again': async ({ api, errorOf }) => {
    const error = await errorOf(api.withToken('top-secret').education.getCourse({ course_id: 'crs_none' }));
    equal([error.kind, error.status, error.problem.kind], ['not_found', 404, 'not_found']);
    equal(error.toCurl().includes("-H 'authorization: ***'"), true);
  },
  'ends at AbortSignal.timeout while the server holds the answer': async ({ api, errorOf }) => {
    const begun = performance.now();
    const error = await errorOf(api.education.listCourses({}, { delay: 10, signal: AbortSignal.timeout(100) }));
    equal([error.kind, kindsOf(error)], ['aborted', ['aborted']]);
    equal(performance.now() - begun < 8000, true);
  },
  'ends in the middle of a wait': async ({ client, options, errorOf }) => {
    const stop = new AbortController();
    const logger = { debug: () => undefined, warn: () => queueMicrotask(() => stop.abort()) };
    const api = client({ ...options, sleep: undefined, logger });
    const error = await errorOf(api.education.listCourses({}, { scenario: ['rate_limit', 'ok'], signal: stop.signal }));
    equal([error.kind, kindsOf(error)], ['aborted', ['rate_limit']]);
  },
  'runs out of its own time, and tries again': async ({ client, addresses, errorOf }) => {
    const api = client({ baseUrl: addresses.silent, timeoutMs: 100, retry: 1, sleep: async () => undefined });
    equal(kindsOf(await errorOf(api.education.listCourses())), ['timeout', 'timeout']);
  },
  'renews a session that has run out': async ({ api }) => {
    await api.auth.register(ada);
    const session = await api.auth.login(ada);
    const mine = api.withSession({ ...session, access_token: 'expired' });
    const { data, attempts } = await mine.auth.getProfile().withResponse();
    equal([data.email, statusesOf(attempts)], [ada.email, [401, 200]]);
  },
  ...Object.fromEntries(
    Object.entries({
      'a refused connection': ({ refused }) => refused,
      'a connection that is reset': ({ reset }) => reset,
      'an answer that breaks off': ({ cut }) => cut,
      'a name that does not exist': () => 'http://understudy.invalid',
    }).map(([name, address]) => [
      `takes ${name} for a network failure, and tries again`,
      async ({ client, addresses, errorOf }) => {
        const api = client({ baseUrl: address(addresses), sleep: async () => undefined });
        const error = await errorOf(api.education.listCourses());
        equal([error.kind, kindsOf(error)], ['network', ['network', 'network', 'network']]);
      },
    ]),
  ),
};

/**
 * @param {typeof import('@understudy/client')} module what the package exports
 * @param {Addresses} addresses
 * @returns {Promise<{ name: string, failure?: string }[]>}
 */
export async function runSuite({ createClient, isApiError }, addresses) {
  const errorOf = async (call) => {
    const error = await call.then(
      () => new Error('it did not fail'),
      (reason) => reason,
    );
    if (!isApiError(error)) throw error;
    return error;
  };
  const results = [];
  for (const [name, check] of Object.entries(cases)) {
    const waits = [];
    const sleep = async (ms) => void waits.push(ms);
    const options = { baseUrl: addresses.server, sandbox: addresses.sandbox, sleep };
    try {
      await check({ client: createClient, options, api: createClient(options), waits, addresses, errorOf });
      results.push({ name });
    } catch (error) {
      results.push({ name, failure: String(error) });
    }
  }
  return results;
}

const statusesOf = (attempts) => attempts.map(({ status }) => status);
const kindsOf = ({ attempts }) => attempts.map(({ kind }) => kind);

function equal(actual, expected) {
  const [is, due] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (is !== due) throw new Error(`it is ${is}, and not ${due}`);
}
