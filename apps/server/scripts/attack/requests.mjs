/** Requests over every operation of the contract, by REST and tRPC: right, nearly right, and not at all. */
import { operations } from '@understudy/tooling/operations';
import fc from 'fast-check';
import { credentialOf, isOfOrganization, organizationFor } from './credentials.mjs';
import { forge, forgedSnapshots } from './forged-snapshots.mjs';
import { text, toJson, value } from './odd-values.mjs';
import { filled, valueOf } from './schema-values.mjs';
import { controls, headers, timeout } from './surroundings.mjs';

/** Sandboxes that the requests share, beside the default one. */
export const names = Array.from({ length: 8 }, (_, i) => `f${i}`);

const contentType = fc.oneof(
  { weight: 20, arbitrary: fc.constant('application/json') },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      'application/x-www-form-urlencoded',
      'application/json; charset=utf-16',
      'application/merge-patch+json',
      'multipart/form-data; boundary=x',
      'text/plain',
      'x',
    ),
  },
);

const method = (own) =>
  fc.oneof(
    { weight: 30, arbitrary: fc.constant(own) },
    {
      weight: 2,
      arbitrary: fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'),
    },
  );

const base = fc.oneof(
  { weight: 4, arbitrary: fc.constant('') },
  { weight: 10, arbitrary: fc.constantFrom(...names).map((name) => `/sandboxes/${name}`) },
  { weight: 1, arbitrary: text.map((name) => `/sandboxes/${escaped(name)}`) },
);

/** Percent-encodes; what cannot be is left out. */
function escaped(given) {
  return encodeURIComponent(String(given).toWellFormed());
}

function queryOf(members) {
  return Object.entries(members)
    .filter(([, member]) => member !== undefined && member !== null)
    .flatMap(([name, member]) => (Array.isArray(member) ? member.slice(0, 3) : [member]).map((one) => [name, one]))
    .map(([name, one]) => `${escaped(name)}=${escaped(typeof one === 'object' ? toJson(one) : one)}`)
    .join('&');
}

/** Null, but for one time in thirty. */
const seldom = (arbitrary) => fc.oneof({ weight: 29, arbitrary: fc.constant(null) }, { weight: 1, arbitrary });

/** A body of bytes that are no JSON, or only its beginning. */
const brokenBody = fc.oneof(
  fc.constantFrom('{', '[1,', '{"a":1}}', 'nul', '"\ud800"', '{"a":1,"a":2}', '\u0000', '[]', 'null', '1', '""'),
  fc.constantFrom('[' + ','.repeat(50_000), '['.repeat(50_000), `"${'x'.repeat(99_000)}"`, 'x'.repeat(120_000)),
  text,
);

const documented = new Map(
  operations.map(({ name, input }) => [name, input.toJSONSchema({ io: 'input', unrepresentable: 'any' })]),
);

/** The input of an operation: sandboxes are those that the requests share, seeded data stays small. */
function inputOf(operation) {
  const schema = documented.get(operation.name);
  // Cursors are good for one query only; the controls bring some.
  const { cursor: _, ...properties } = schema.properties;
  const own = valueOf({ ...schema, properties });
  if (operation.meta.scope !== 'registry') return own;
  const name = fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...names) }, { weight: 1, arbitrary: text });
  const small = ({ sizes, ...rest }) =>
    typeof sizes === 'object' && sizes !== null && Object.values(sizes).some((size) => size > 1000)
      ? rest
      : { ...rest, sizes };
  return fc.tuple(own, name).map(([input, sandbox]) => {
    if (typeof input !== 'object' || input === null || Array.isArray(input)) return input;
    return small({ ...input, name: sandbox });
  });
}

/** The condition of a write on a record with versions, where its input has one. */
const conditionOf = ({ meta }, { if_match: condition }) =>
  'if_match' in meta.headers ? { 'if-match': String(condition ?? '*').replaceAll(/[^\x20-\x7e]/g, '') } : {};

/** Draws requests of one operation by REST. */
export function restOf(operation) {
  const hasBody = operation.meta.bodies.length > 0;
  return fc
    .record({
      method: method(operation.method),
      base: operation.meta.scope === 'registry' ? fc.constant('') : base,
      input: inputOf(operation),
      controls: fc.oneof(
        { weight: 12, arbitrary: fc.constant({}) },
        { weight: 5, arbitrary: controls },
        { weight: 1, arbitrary: timeout },
      ),
      headers,
      contentType,
      broken: seldom(brokenBody),
    })
    .map(({ method: verb, base: at, input, controls: query, headers: sent, contentType: type, broken }) => (pools) => {
      const isControl = operation.meta.scope === 'registry';
      const pool = pools.of(isControl ? `/sandboxes/${input?.name}/` : `${at}/`);
      const given = filled(input, pool);
      const members = typeof given === 'object' && given !== null ? given : {};
      const [, collection] = /(\/\w+)\/\{id\}/.exec(operation.path) ?? [];
      const { organization_id } = organizationFor(operation, pool);
      const own = isOfOrganization(operation) ? { ...members, organization_id } : members;
      const named = collection === undefined ? own : { ...own, id: pool.idIn(collection, own.id) };
      const path = operation.path.replace(/\{(\w+)\}/g, (_, name) => escaped(named[name] ?? '_'));
      const search = queryOf(filled({ ...(hasBody ? {} : members), ...query }, pool));
      const isForm = type.includes('form-urlencoded');
      const body = broken ?? (isForm ? queryOf(members) : toJson(given));
      const sends = hasBody && !['GET', 'HEAD', 'TRACE'].includes(verb);
      return {
        operation: operation.name,
        method: verb,
        target: `${at}${path}${search === '' ? '' : `?${search}`}`,
        headers: {
          ...filled({ ...credentialOf(operation, pool), ...conditionOf(operation, members), ...sent }, pool),
          ...(sends ? { 'content-type': type } : {}),
        },
        ...(sends ? { body } : {}),
      };
    });
}

/** The query that acts on tRPC calls themselves. */
const trpcQuery = (query) => queryOf(Object.fromEntries(Object.entries(query).filter(([name]) => name.length > 4)));

const trpc = fc
  .record({
    base,
    calls: fc.array(
      fc.constantFrom(...operations).chain((operation) =>
        inputOf(operation).map((input) => ({
          name: operation.name,
          isQuery: operation.method === 'GET',
          operation,
          input,
        })),
      ),
      { minLength: 1, maxLength: 3 },
    ),
    isBatch: fc.boolean(),
    query: fc.oneof(fc.constant({}), controls),
    headers,
    broken: seldom(brokenBody),
  })
  .map(({ base: at, calls, isBatch, query, headers: sent, broken }) => (pools) => {
    const pool = pools.of(`${at}/`);
    const [first] = calls;
    const chosen = isBatch ? calls.filter(({ isQuery }) => isQuery === first.isQuery) : [first];
    const inputs = chosen.map(({ input }) => filled(input, pool));
    const input = broken ?? toJson(isBatch ? { ...inputs } : inputs[0]);
    const search = [isBatch ? 'batch=1' : '', trpcQuery(query)];
    if (first.isQuery) search.push(`input=${escaped(input)}`);
    const target = `${at}/trpc/${chosen.map(({ name }) => name).join(',')}?${search.filter(Boolean).join('&')}`;
    const common = {
      operation: `trpc ${first.name}`,
      target,
      headers: filled({ ...credentialOf(first.operation, pool), ...sent }, pool),
    };
    if (first.isQuery) return { method: 'GET', ...common };
    return {
      method: 'POST',
      ...common,
      headers: { ...common.headers, 'content-type': 'application/json' },
      body: input,
    };
  });

/** Anything that is no operation: pages, and what is nowhere. */
const elsewhere = fc
  .record({
    method: method('GET'),
    path: fc.oneof(
      fc.constantFrom(
        '/',
        '/docs',
        '/healthz',
        '/readyz',
        '/favicon.ico',
        '/problems/bad_request',
        '/problems/__proto__',
      ),
      fc.constantFrom(
        '/sandboxes',
        '/sandboxes/',
        '/sandboxes//api',
        '/api',
        '/api/',
        '//',
        '/%',
        '/%ff',
        '/trpc',
        '/trpc/',
      ),
      fc.webPath(),
      text.map((path) => `/${escaped(path)}`),
    ),
    headers,
    body: value,
  })
  .map(({ method: verb, path, headers: sent, body }) => (pools) => ({
    method: verb,
    target: path,
    headers: filled(sent, pools.of(path)),
    ...(['POST', 'PUT', 'PATCH'].includes(verb) ? { body: toJson(body) ?? '' } : {}),
  }));

const restored = forgedSnapshots.map(({ name, changes }) => (pools) => ({
  operation: 'sandboxes.restoreSnapshot',
  method: 'PUT',
  target: `/sandboxes/${name}/snapshot`,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(forge(pools.snapshot, changes) ?? {}),
}));

/** Each draw is a function that makes a request with what earlier answers gave. */
export const requests = fc.oneof(
  { weight: 60, arbitrary: fc.constantFrom(...operations).chain(restOf) },
  { weight: 25, arbitrary: trpc },
  { weight: 8, arbitrary: elsewhere },
  { weight: 6, arbitrary: restored },
);
