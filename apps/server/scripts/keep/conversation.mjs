/** What is written to a database that is kept, and what is read from it. */

/** The admin token of both servers; it guards nothing. */
export const ADMIN = 'the-admin-token-of-a-kept-database';

/** @typedef {{ fetch: (path: string, init?: RequestInit) => Promise<Response>, origin: string }} Server */

const COURSE = {
  title: 'Knots and splices',
  category: 'Crafts',
  difficulty: 'beginner',
  duration_hours: 6,
  instructor: 'Ada Park',
};

/** Writes, one after another: records, a keyed answer, a webhook, counted faults, lives, and a clock that stands still. */
const WRITES = [
  ['PUT', '/sandboxes/alpha', { clock: '2026-01-01T00:00:00.000Z' }],
  ['PUT', '/sandboxes/seeded', { seed: 'other', sizes: { courses: 12 }, clock: '2026-03-01T00:00:00.000Z' }],
  ['PUT', '/sandboxes/brief', { ttl_seconds: 1 }],
  ['PUT', '/sandboxes/lasting', { ttl_seconds: 31_536_000 }],
  [
    'POST',
    '/sandboxes/alpha/api/webhooks/register',
    { url: 'http://127.0.0.1:9/hook', events: ['course.created', 'enrollment.created'] },
  ],
  ['POST', '/sandboxes/alpha/api/education/courses', COURSE, { 'idempotency-key': 'kept' }],
  ['POST', '/sandboxes/alpha/api/education/enrollments', { student_id: 'stu_0001', course_id: 'crs_0001' }],
  ['POST', '/sandboxes/seeded/api/education/courses', COURSE],
  ['POST', '/sandboxes/lasting/api/education/courses', COURSE],
  ['PUT', '/sandboxes/alpha/faults', { rules: [{ id: 'once', times: 1, fault: 'server_error' }] }],
  ['GET', '/sandboxes/alpha/api/education/courses?q=struck', undefined, {}, 500],
  ['POST', '/sandboxes/alpha/clock', { action: 'advance', seconds: 3600 }],
  ['POST', '/api/education/courses', COURSE],
];

/** What is read, as its answers are in the test: the journal first, since what follows is noted in it. */
const READS = [
  '/sandboxes/alpha/requests?per_page=50',
  '/sandboxes/alpha',
  '/sandboxes/alpha/faults',
  '/sandboxes/alpha/api/education/courses?q=knots',
  '/sandboxes/alpha/api/education/courses/crs_0001',
  '/sandboxes/alpha/api/webhooks/registrations',
  '/sandboxes/seeded',
  '/sandboxes/seeded/api/education/courses?q=knots',
  '/sandboxes/lasting/api/education/courses?q=knots',
  '/api/education/courses?q=knots',
  '/tokens',
];

/** @param {Server} server @param {readonly unknown[]} write */
async function send(server, [method, path, body, headers = {}, expected = 200]) {
  const init = {
    method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${ADMIN}`, ...headers },
  };
  const response = await server.fetch(path, { ...init, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
  const text = await response.text();
  if (Math.floor(response.status / 100) !== Math.floor(expected / 100)) {
    throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
  }
  return text;
}

/**
 * @param {Server} server
 * @returns {Promise<string>} a token for the sandbox alpha
 */
export async function fill(server) {
  for (const write of WRITES) await send(server, write);
  const { data } = JSON.parse(await send(server, ['POST', '/tokens', { sandboxes: 'alpha' }]));
  return data[0].token;
}

/**
 * @param {Server} server
 * @param {string} token
 */
export async function read(server, token) {
  const plain = (text) => JSON.parse(text.replaceAll(server.origin, 'http://understudy.test'));
  const reads = [];
  for (const path of READS) reads.push({ path, body: plain(await send(server, ['GET', path])) });
  const keyed = WRITES.find(([, , , headers]) => headers?.['idempotency-key'] !== undefined);
  const [, path, body, headers] = keyed;
  return { admin: ADMIN, token, reads, repeated: { path, body, headers, answer: plain(await send(server, keyed)) } };
}
