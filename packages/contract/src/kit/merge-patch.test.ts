import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { mergePatch } from './merge-patch.js';

const declared = z.object({
  id: z.string(),
  name: z.string().min(2),
  note: z.string().nullable(),
  phone: z.string().optional(),
  level: z.int().default(3),
  tags: z.array(z.object({ key: z.string() })),
  labels: z.record(z.string(), z.string()),
  size: z.object({ width: z.int(), height: z.int().nullable(), unit: z.string().optional() }).nullable(),
  open: z.looseObject({ known: z.string(), deep: z.looseObject({}).optional() }).optional(),
  paid: z.discriminatedUnion('by', [
    z.object({ by: z.literal('card'), last4: z.string() }),
    z.object({ by: z.literal('bank'), iban: z.string() }),
  ]),
});

const { input, patched } = mergePatch(declared, new Set(['id']));
const parse = (patch: object) => input.safeParse({ id: 'a', ...patch });

describe('a patch', () => {
  it.each([
    [{}, {}],
    [
      { name: 'Bo', note: null },
      { name: 'Bo', note: null },
    ],
    [{ phone: null }, { phone: undefined }],
    [{ labels: { a: null, b: 'c' } }, { labels: { a: undefined, b: 'c' } }],
    [{ size: { width: 3 } }, { size: { width: 3 } }],
    [{ size: { height: null, unit: null } }, { size: { height: null, unit: undefined } }],
    [{ size: null }, { size: null }],
    [{ paid: { iban: 'DE' } }, { paid: { iban: 'DE' } }],
    [{ tags: [] }, { tags: [] }],
    [{ open: { a: 1, b: null } }, { open: { a: 1, b: undefined } }],
    [
      { open: { known: 'k', deep: { a: { b: null, c: [null] } } } },
      { open: { known: 'k', deep: { a: { b: undefined, c: [null] } } } },
    ],
    [{ more: 1 }, {}],
  ])('%j is read as %j', (patch, expected) => {
    expect(parse(patch).data).toStrictEqual({ id: 'a', ...expected });
  });

  it.each([
    [{ name: 'B' }, ['name']],
    [{ name: null }, ['name']],
    [{ level: null }, ['level']],
    [{ tags: null }, ['tags']],
    [{ tags: [{}] }, ['tags', 0, 'key']],
    [{ size: { width: null } }, ['size', 'width']],
    [{ labels: { a: 1 } }, ['labels', 'a']],
    [{ open: { known: null } }, ['open', 'known']],
  ])('%j is refused', (patch, path) => {
    expect(parse(patch).error?.issues.map((issue) => issue.path)).toEqual([path]);
  });

  it('needs what stands elsewhere than in its body', () => {
    expect(input.safeParse({ name: 'Bo' }).success).toBe(false);
  });
});

it('gives what may be changed as it was declared', () => {
  expect(Object.keys(patched.shape)).toEqual(Object.keys(declared.shape).slice(1));
  expect(patched.shape['name']).toBe(declared.shape.name);
});

it('documents null where it has a meaning, and nothing as required', () => {
  const { properties, required } = z.toJSONSchema(input, { io: 'input' });
  expect(required).toEqual(['id']);
  expect(properties).toMatchObject({
    name: { type: 'string', minLength: 2 },
    phone: { type: ['string', 'null'] },
    level: { type: 'integer' },
    labels: { additionalProperties: { type: ['string', 'null'] } },
  });
  expect(properties?.['level']).not.toHaveProperty('default');
});
