/** The bench on which our own domains are checked, in process or over a socket. */
import { kindsOfOperation, oneOfEach } from '@understudy/tooling/sample';
import { apiOf } from '../../src/call/api.js';
import type { ServedDomain } from '../../src/call/domain.js';
import { Bench } from '../../src/check/bench.js';
import { checkOptions, checks, startingHosts } from '../../src/check/check-domains.js';
import { askIn, type Sandbox, type StartHost } from '../../src/check/host.js';
import { observed, type Readings } from '../../src/check/watched.js';
import { type Row, rowsOf } from '../../src/check/transcribe.js';
import { builtinDomains } from '../../src/server/builtin-domains.js';
import { aroundHandlers } from '../check/around-handlers.js';
import { api, inProcess, jsonRequest, overSocket } from '../support.js';

/** Makes records of every list, some of them equal in what they are sorted by. */
export async function fill(sandbox: Sandbox): Promise<void> {
  const send = async (method: string, path: string, body: object): Promise<void> => {
    const answer = await askIn(sandbox)(path, jsonRequest(method, body));
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status}`);
  };
  const course = { category: 'Law', difficulty: 'beginner', instructor: 'ada moreno' };
  for (const [i, title] of ['zebras', 'Äpfel', 'Aardvarks', 'zebras', 'Bees'].entries()) {
    await send('POST', '/api/education/courses', { ...course, title, duration_hours: i % 2 ? 3 : 900 });
    await send('POST', '/api/education/enrollments', { student_id: `stu_000${i + 3}`, course_id: 'crs_0002' });
    const url = `http://127.0.0.1:3000/${i}`;
    await send('POST', '/api/webhooks/register', { url, events: [i % 2 ? 'b.x' : 'a.y'] });
    // The registry of sandboxes is the server's.
    if (sandbox.base === '') await send('PUT', `/sandboxes/${title.replace(/\W/g, 'x').toLowerCase()}-${5 - i}`, {});
    await send('PATCH', `/api/auth/users/usr_000${i + 2}`, { name: `${title} Smith`, status: 'active' });
  }
}

/** The hosts that the checks run against. */
const starts = {
  'in process': inProcess,
  'over a socket': overSocket,
} as const;

/** A bench for our own domains. */
export function benchOn(kind: keyof typeof starts, stores: { name: string; store: string }[] = []): Bench {
  const readings: Readings = new Map();
  const watched = apiOf(
    builtinDomains.map((domain): ServedDomain => ({
      ...domain,
      load: async () => observed(await domain.load(), readings),
    })),
  );
  const start: StartHost = (options = {}) =>
    options.store === undefined ? starts[kind]({ ...checkOptions, serves: watched }) : startingHosts(watched)(options);
  return new Bench({ api, start, seed: 'understudy', stores, readings, fill });
}

/** A bench for servers that others start, with our own domains; what their handlers read nobody sees. */
export const benchOf = (start: StartHost, elsewhere?: Bench['elsewhere']): Bench =>
  new Bench({ api, start, seed: 'understudy', stores: [], readings: new Map(), elsewhere, fill });

/** What the server tells the operation of a row apart by, for each check. */
export function kindsOf({ check, subject }: Row): string[] {
  const operation = api.operations.get(subject);
  const kinds = operation === undefined ? [subject] : kindsOfOperation(operation);
  return kinds.map((kind) => `${check.name} ${kind}`);
}

/** Whether an object or a list says anything. */
const isSaid = (of: object): boolean => Object.keys(of).length > 0;

/**
 * What the code of lists tells them apart by. Those of the control API are each made by code of their own.
 */
function kindsOfList({ check, subject }: Row): string[] {
  const operation = api.operations.get(subject);
  if (operation === undefined || operation.meta.scope === 'registry') return [`${check.name} ${subject}`];
  const { computes, credential, filters, formats, searches, sorts, versioned } = operation.meta;
  const said = Object.entries({ computes, filters, formats, searches, sorts }).map(([way, of]) => [way, isSaid(of)]);
  return [...said, ['credential', credential], ['versioned', versioned]].map(
    ([way, kind]) => `${check.name} ${String(way)}: ${JSON.stringify(kind)}`,
  );
}

/** The rows of some checks over our own domains. */
export const ourRows = (names?: readonly string[]): Row[] =>
  rowsOf(
    checks.filter(({ name }) => names?.includes(name) ?? true),
    api,
  );

/**
 * What these check is done around the handler of an operation, by the same code for all of its kind. That a handler
 * itself takes nothing from time and chance is checked of each.
 */
const ofKinds = [
  ...aroundHandlers,
  'idempotent-replays',
  'same-over-trpc',
  'equal-bytes',
  'input-faults',
  'sandboxes-apart',
];

/** What these check of lists is done by the same code for all lists of collections. */
const ofLists = ['paging-styles', 'cursors', 'sorts'];

/** What the code behind a check tells the subject of its row apart by. */
export const kindsOfRow = (row: Row): string[] => (ofLists.includes(row.check.name) ? kindsOfList(row) : kindsOf(row));

/** What needs several stores has a suite of its own. */
const ofStores = ['equal-stores'];

/** The rows of all checks of one store, of those that are alike one of each kind. */
export const sampledRows = (): Row[] => [
  ...oneOfEach(ourRows([...ofKinds, ...ofLists]), kindsOfRow),
  ...ourRows().filter(({ check: { name } }) => ![...ofKinds, ...ofLists, ...ofStores].includes(name)),
];
