/** Every operation that declares fields: the members asked for, and nothing else of the answer changed. */
import { kindsOfOperation, oneOfEach } from '@understudy/tooling/sample';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { jsonAt } from '../support.js';
import { allOperations, callWith, startFiltered } from './filtered.js';
import type { Entry } from './sorted.js';
import { faultNames, type TransportAnswer, transports } from './transport.js';
import { openOnce } from '../use.js';

const server = openOnce(startFiltered);
const twin = openOnce(startFiltered);

interface Answer {
  readonly data: Entry | readonly Entry[];
}

function answerOf(answer: TransportAnswer): Answer {
  expect(answer.status, answer.text.slice(0, 500)).toBe(200);
  return answer.value as Answer;
}

const recordsIn = ({ data }: Answer): readonly Entry[] => [data].flat() as Entry[];

/** The members that the records of an answer can have, also those that some lack. */
function membersOf({ whole }: { readonly whole: z.ZodType }): string[] {
  const data: unknown = whole instanceof z.ZodObject ? whole.shape['data'] : undefined;
  const record: unknown = data instanceof z.ZodArray ? data.element : data;
  return record instanceof z.ZodObject ? Object.keys(record.shape) : [];
}

/** Of those that are alike one is tried: members are chosen from the answer, by the same code for all. */
const choosing = oneOfEach(
  allOperations.filter(({ meta }) => meta.fields),
  kindsOfOperation,
);

describe.each(choosing)('$name', (operation) => {
  const [, trpc] = transports;
  let whole: Answer;
  let names: string[];
  beforeAll(async () => {
    whole = answerOf(await callWith(server, operation, {}));
    names = Object.keys(recordsIn(whole)[0] ?? {});
  });
  const shown = (record: Entry, fields: readonly string[]) =>
    Object.fromEntries(Object.entries(record).filter(([name]) => name === 'id' || fields.includes(name)));

  it('shows the members that are named and the id, in the order of the record', async () => {
    expect(names.length).toBeGreaterThan(3);
    const [first = '', second = '', third = ''] = names;
    const last = names.at(-1) ?? '';
    const sets = [
      ...names.map((name) => [name]),
      [third, first],
      [last, second, first],
      names.toReversed(),
      [last, last],
    ];
    for (const fields of sets) {
      const answer = await callWith(server, operation, { fields: fields.join(',') });
      const found = answerOf(answer);
      const expected = recordsIn(whole).map((record) => shown(record, fields));
      // As text: the order of the members counts.
      expect(JSON.stringify(recordsIn(found))).toBe(JSON.stringify(expected));
      expect({ ...found, data: null }).toEqual({ ...whole, data: null });
      expect((operation.output as z.ZodType).parse(found)).toEqual(found);
      expect((await callWith(server, operation, { fields: fields.join(',') }, { over: trpc })).value).toEqual(found);
      expect((await callWith(twin, operation, { fields: fields.join(',') })).text).toBe(answer.text);
    }
  });

  it('shows all of them where none are named', async () => {
    const answer = await callWith(server, operation, {});
    expect((operation.whole as z.ZodType).parse(answerOf(answer))).toEqual(answer.value);
  });

  it.each(['', ',', 'id,', 'nothing', 'id,nothing', 'ID', ' id', '__proto__', 'constructor', 'location.latitude', '*'])(
    'refuses fields=%j, and says which there are',
    async (fields) => {
      for (const over of transports) {
        const answer = await callWith(server, operation, { fields }, { over });
        expect(answer.status).toBe(400);
        expect(faultNames(answer)).toEqual(['fields']);
        const { errors } = answer.problem as { errors: { code: string; detail: string }[] };
        expect(errors).toMatchObject([
          { code: 'invalid_format', detail: `must be a comma-separated list of ${membersOf(operation).join(', ')}` },
        ]);
      }
    },
  );

  if (operation.answers !== 'list') return;

  it('searches and sorts by members that are not shown, and lets a cursor show others', async () => {
    const [sort] = operation.meta.sorts;
    const controls = {
      per_page: 2,
      pagination_style: 'cursor',
      sort: `-${sort ?? ''}`,
      ...(operation.meta.searches.length > 0 && { q: 'e' }),
    };
    const full = await callWith(server, operation, controls);
    const few = await callWith(server, operation, { ...controls, fields: 'id' });
    const expected = recordsIn(answerOf(full)).map(({ id }) => ({ id }));
    expect(recordsIn(answerOf(few))).toEqual(expected);
    const { nextCursor } = (full.value as { pagination: { nextCursor: string } }).pagination;
    const next = await callWith(server, operation, { ...controls, cursor: nextCursor });
    const fewNext = await callWith(server, operation, { ...controls, cursor: nextCursor, fields: 'id' });
    expect(recordsIn(answerOf(fewNext))).toEqual(recordsIn(answerOf(next)).map(({ id }) => ({ id })));
  });
});

describe.each(allOperations.filter(({ meta }) => !meta.fields))('$name', (operation) => {
  it('knows no fields', () => expect(Object.keys(operation.input.shape)).not.toContain('fields'));
});

it('documents a record with fields as a component of which the id alone must be there', async () => {
  const document = await jsonAt(server, '/openapi.json');
  const { schemas } = document.components;
  expect(schemas.HomePart.required).toEqual(['id']);
  expect(Object.keys(schemas.HomePart.properties)).toEqual(Object.keys(schemas.Home.properties));
  const { parameters } = document.paths['/api/homes'].get;
  for (const name of ['ListHomesAnswer', 'GetHomeAnswer']) expect(JSON.stringify(schemas[name])).toContain('HomePart"');
  expect(JSON.stringify(schemas['CreateHomeAnswer'])).toContain('/Home"');
  const parameter = (wanted: string) => parameters.find(({ name }: { name: string }) => name === wanted);
  expect(parameter('fields').description).toContain('`id` is always shown');
  expect(parameter('kind')).toMatchObject({
    in: 'query',
    required: false,
    description:
      'Only homes of these kinds. A comma-separated list of house, flat, land; at most 50. Example: `house`.',
    schema: { type: 'string' },
  });
  expect(parameter('min_rooms')).toMatchObject({ schema: { type: 'integer', minimum: 0, maximum: 100 } });
  expect(parameter('bbox').description).toContain('RFC 7946 §5');
});
