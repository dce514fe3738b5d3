/** Every operation that declares filters: each condition against plain JavaScript, over REST and tRPC, in all paging styles. */
import type { Comparison, Computes, Condition, Operation } from '@understudy/contract';
import { sampleNeeds } from '@understudy/contract/samples';
import { prepareCall } from '@understudy/tooling/operations';
import { kindsOfOperation, oneOfEach } from '@understudy/tooling/sample';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { jsonAt, useServer } from '../support.js';
import {
  allOperations,
  asKept,
  callWith,
  everything,
  pageOf,
  passes,
  startFiltered,
  valueOf,
  walk,
  wholeInput,
} from './filtered.js';
import type { Entry } from './sorted.js';
import { faultNames, transports } from './transport.js';

const server = useServer(startFiltered);

type Scalar = string | number | boolean;

const lists: readonly Comparison[] = ['one_of', 'none_of', 'all_of'];

/** What an input can have beside the member of a condition. */
function besideFor({ meta, input }: Operation, condition: string): readonly Entry[] {
  const { beside = {}, member = condition } = meta.filters[condition] ?? {};
  // Where it has a default, what is shown follows from it as well.
  const hasDefault = 'currency' in (input.safeParse({}).data ?? {});
  const others = Object.hasOwn(meta.computes, member) && !hasDefault ? [{ currency: 'JPY' }] : [];
  return [
    {},
    ...others,
    ...Object.keys(beside).flatMap((name) => [1, 2500, 50_000].map((metres) => ({ [name]: metres }))),
  ];
}

/** Values that tell records apart by a condition: some that records have, and some that none has. */
function valuesFor({ is, schema }: Condition, values: readonly unknown[]): Scalar[] {
  if (is === 'box') {
    return [
      '-180,-90,180,90',
      '170,-30,-170,30',
      '-10,0,10,45',
      '179,-90,180,90',
      '0,0,0,0',
      '-180,-90,-180,90',
      '9,7,9,7.5',
    ];
  }
  if (is === 'circle') return ['9,7', '-180,-18', '179.99,-17.98', '45,-90', '-9.12,38.71', '100,89.9', '0,0'];
  const options = schema instanceof z.ZodEnum ? schema.options : [];
  const had = values.flat().filter((value) => value !== null);
  const known = [...new Set([...had, ...options] as Scalar[])];
  const picked = [0, 1, 2, Math.floor(known.length / 2), known.length - 1].flatMap((i) => known[i] ?? []);
  const once = [...new Set(picked)];
  if (is === 'any_case') return once.flatMap((value) => [value, String(value).toUpperCase(), `${String(value)}x`]);
  if (!lists.includes(is)) return once;
  const alone = once.map(String);
  return [...alone, alone.slice(0, 2).join(','), alone.join(','), `${alone[0] ?? ''},${alone[0] ?? ''}`];
}

it('documents a circle as two parameters', async () => {
  const { paths } = await jsonAt(server, '/openapi.json');
  const named = (wanted: string) => paths['/api/homes'].get.parameters.find(({ name }: Entry) => name === wanted);
  expect(named('near')).toMatchObject({ in: 'query', schema: { type: 'string' } });
  expect(named('radius_m')).toMatchObject({ in: 'query', schema: { type: 'integer', minimum: 1, maximum: 50_000 } });
  expect(named('radius_m')).not.toHaveProperty('required', true);
});

/** Every member of an input that a condition reads, with the condition that it belongs to. */
const membersOf = (operation: Operation) =>
  Object.entries(operation.meta.filters).flatMap(([condition, { schema, beside }]) =>
    Object.entries({ [condition]: schema, ...beside }).map(
      ([name, own]) => [name, condition, own as z.ZodType] as const,
    ),
  );

const filtering = allOperations.filter(
  ({ answers, meta }) => answers === 'list' && Object.keys(meta.filters).length > 0,
);

/**
 * Of those that are alike one is asked for many combinations, in every paging style, over tRPC and of another server, and
 * the others for a few in one style. Lists of the control API are each made by code of their own.
 */
const combined = oneOfEach(filtering, (operation) =>
  operation.meta.scope === 'registry' ? operation.name : kindsOfOperation(operation),
);

/** One member of each kind: hostile values of the others are refused by the same schema and the same code. */
const hostileMembers = oneOfEach(
  filtering.flatMap((operation) => membersOf(operation).map((member) => ({ operation, member }))),
  ({ operation: { meta }, member: [name, condition, schema] }) => {
    const { type, ...bounds } = z.toJSONSchema(schema);
    return JSON.stringify([meta.scope, meta.filters[condition]?.is, name === condition, type, Object.keys(bounds)]);
  },
);

describe.each(filtering)('$name', (operation) => {
  const filters = Object.entries(operation.meta.filters);
  /** Each further member that a condition reads, with the name of the condition. */
  const besides = filters.flatMap(([name, { beside }]) => Object.keys(beside).map((other) => [other, name] as const));
  const memberOf = (name: string) => operation.meta.filters[name]?.member ?? name;
  const isAccepted = (name: string, value: Scalar) =>
    operation.meta.filters[name]?.schema.safeParse(value).success === true;
  let records: readonly Entry[];
  beforeAll(async () => {
    records = await walk(server, operation, everything[operation.name] ?? {});
  });
  const valuesOf = (name: string): Scalar[] => {
    const condition = operation.meta.filters[name];
    const had = records.map((record) => valueOf(operation, memberOf(name), record, {}));
    const values = condition === undefined ? [] : valuesFor(condition, had);
    return values.filter((value) => isAccepted(name, value));
  };
  /** The records that pass, in their order. */
  const passing = (asked: Entry, among = records) => {
    const given = wholeInput(operation, asked);
    return among.filter((record) =>
      filters.every(
        ([name, { is }]) =>
          given[name] === undefined ||
          passes(is, valueOf(operation, memberOf(name), record, given), given[name] as Scalar, given['radius_m']),
      ),
    );
  };

  it.each(filters)('%s: the records that plain JavaScript finds, and no others', async (name) => {
    const values = valuesOf(name);
    expect(values.length).toBeGreaterThan(1);
    const counts = new Set<number>();
    for (const given of values.flatMap((value) =>
      besideFor(operation, name).map((more) => ({ [name]: value, ...more })),
    )) {
      const expected = passing(given);
      counts.add(expected.length);
      expect(asKept(await walk(server, operation, given)), JSON.stringify(given)).toEqual(expected);
    }
    // Values that all find the same would prove nothing.
    if (values.length > 2) expect(Math.min(...counts)).toBeLessThan(records.length);
  });

  it('several at once, with sort and q, in all three paging styles', async () => {
    const [sort] = operation.meta.sorts;
    const some = fc.record(
      {
        ...Object.fromEntries(filters.map(([name]) => [name, fc.constantFrom(...valuesOf(name))])),
        ...Object.fromEntries(besides.map(([name]) => [name, fc.constantFrom(1, 2500, 50_000)])),
        ...(sort === undefined ? {} : { sort: fc.constantFrom(sort, `-${sort}`) }),
        ...(operation.meta.searches.length === 0 ? {} : { q: fc.constantFrom('', 'e', 'a') }),
      },
      { requiredKeys: [] },
    );
    const inOrder = new Map<string, readonly Entry[]>();
    await fc.assert(
      fc.asyncProperty(some, async (drawn: Entry) => {
        const alone = besides.filter(([, condition]) => drawn[condition] === undefined).map(([name]) => name);
        const given: Entry = Object.fromEntries(Object.entries(drawn).filter(([name]) => !alone.includes(name)));
        const { sort: by, q } = given;
        const others = { ...(by === undefined ? {} : { sort: by }), ...(q === undefined ? {} : { q }) };
        const key = JSON.stringify(others);
        const all =
          inOrder.get(key) ?? asKept(await walk(server, operation, { ...everything[operation.name], ...others }));
        inOrder.set(key, all);
        const expected = passing(given, all);
        const perPage = Math.max(1, Math.min(50, Math.ceil(expected.length / 3)));
        for (const style of combined.includes(operation) ? ['page', 'link', 'cursor'] : ['cursor']) {
          const found = await walk(server, operation, { ...given, per_page: perPage }, { style, pages: 3 });
          expect(asKept(found)).toEqual(expected.slice(0, 3 * perPage));
        }
      }),
      { numRuns: combined.includes(operation) ? 10 : 3, seed: 7 },
    );
  });

  // What is around the handler of a list, and the code that makes cursors, is the same for all of a kind.
  if (combined.includes(operation)) {
    it('binds a cursor to its conditions', async () => {
      const controls = { per_page: 1, pagination_style: 'cursor' };
      const plain = pageOf(await callWith(server, operation, controls)).pagination.nextCursor;
      let tried = 0;
      for (const [name] of filters) {
        const [value, other] = valuesOf(name).filter((one) => passing({ [name]: one }).length > 1);
        if (value === undefined) continue;
        tried += 1;
        const given = { ...controls, [name]: value };
        const cursor = pageOf(await callWith(server, operation, given)).pagination.nextCursor;
        const wrong = [
          { ...controls, cursor },
          { ...given, cursor: plain },
        ];
        if (other !== undefined) wrong.push({ ...given, [name]: other, cursor });
        for (const input of wrong) {
          expect((await callWith(server, operation, input)).problem).toMatchObject({ kind: 'invalid_cursor' });
        }
        expect((await callWith(server, operation, { ...given, cursor })).status).toBe(200);
      }
      expect(tried).toBeGreaterThan(0);
    });
  }

  const long = 'x'.repeat(50_001);
  const hostile: readonly unknown[] = [
    '',
    ',',
    'a,',
    'NaN',
    '1e999',
    '-Infinity',
    '9'.repeat(400),
    '__proto__',
    'constructor,__proto__',
    '\0',
    '%',
    long,
    `${'a,'.repeat(50)}a`,
  ];
  const overTrpc: readonly unknown[] = [null, {}, [], ['open'], { toString: 'x' }, 1.5, true, ...hostile];

  const members = membersOf(operation);

  it.for(hostileMembers.filter((one) => one.operation === operation).map(({ member }) => member))(
    '%s: hostile values are 400 that names it, or find what they say',
    async ([name, condition, schema]) => {
      const needed = name === condition ? {} : { [condition]: valuesOf(condition)[0] };
      const rows = transports.flatMap((over, i) => (i === 0 ? hostile : overTrpc).map((value) => ({ over, value })));
      let refused = 0;
      for (const { over, value } of rows) {
        const answer = await callWith(server, operation, { ...needed, [name]: value }, { over });
        if (value === long) {
          // Longer than any address.
          expect(answer.status).toBe(414);
          continue;
        }
        const isFine = schema.safeParse(value).success;
        const about = `${over.name} ${name}=${JSON.stringify(value)?.slice(0, 80)}`;
        if (isFine) {
          expect(pageOf(answer).pagination.total, about).toBe(passing({ [name]: value }).length);
          continue;
        }
        refused += 1;
        expect(answer.status, about).toBe(400);
        expect([...new Set(faultNames(answer))], about).toEqual([name]);
        const { errors } = answer.problem as { errors: { detail: string }[] };
        expect(errors[0]?.detail, about).toMatch(/^(?:must (?:be|have) |is required)/);
      }
      expect(refused, condition).toBeGreaterThan(3);
    },
  );

  it.each(besides)('%s without %s is a 400 that says what is missing', async (name, condition) => {
    for (const over of transports) {
      const { status, problem } = await callWith(server, operation, { [name]: 1 }, { over });
      expect(status).toBe(400);
      expect(problem?.['errors']).toEqual([
        { parameter: condition, code: 'required', detail: `is required where ${name} is given` },
      ]);
    }
  });

  const computing = filters.filter(([name]) => Object.hasOwn(operation.meta.computes, memberOf(name)));
  it.each(computing)('%s needs what its number is computed from, and so does a sort by it', async (name) => {
    const number = memberOf(name);
    const computes: Computes = operation.meta.computes;
    const needs = computes[number]?.needs ?? '';
    const { [needs]: left } = sampleNeeds(operation, { sort: number });
    // One that has a default is always there.
    if (left === undefined || operation.input.safeParse({ sort: number }).success) return;
    const { input } = await prepareCall(server.fetch, operation);
    for (const over of transports) {
      for (const [more, why] of [
        [{ [name]: valuesOf(name)[0] }, `where ${name} is given`],
        [{ sort: `-${number}` }, `to sort by ${number}`],
      ] as const) {
        const { status, problem } = await over.call(server, operation, { ...input, ...more });
        expect(status).toBe(400);
        expect(problem?.['errors']).toEqual([{ parameter: needs, code: 'required', detail: `is required ${why}` }]);
      }
    }
  });

  it.each(members)('%s given twice is a 400', async (name) => {
    const answer = await callWith(server, operation, {}, { query: `${name}=1&${name}=1` });
    expect(answer.status).toBe(400);
    expect(faultNames(answer)).toEqual([name]);
  });
});
