import { describe, expect, it } from 'vitest';
import type { Json, JsonObject, Schema } from '../model.js';
import { Validation } from '../validate/validator.js';
import { fit } from './sample.js';
import type { Sampling } from './sample.js';

const Owner = { type: 'object', required: ['id'], properties: { id: { type: 'integer' }, name: { type: 'string' } } };
const Pet = {
  type: 'object',
  required: ['id', 'name'],
  properties: {
    id: { type: 'integer' },
    name: { type: 'string' },
    secret: { type: 'string', writeOnly: true },
    owner: Owner,
    friends: { type: 'array', items: { $ref: '#/components/schemas/Owner' } },
  },
};
const schemas: JsonObject = { Owner, Pet };
const root = { components: { schemas } };
const document = {
  root,
  resolve: (node: Json | undefined): Json | undefined => {
    const reference = (node as JsonObject | undefined)?.['$ref'];
    return typeof reference === 'string' ? schemas[reference.replace('#/components/schemas/', '')] : node;
  },
};
const validation = new Validation(document);
const about: Sampling = {
  document,
  validation,
  seed: 3,
  noun: 'pet',
  index: 4,
  now: Date.UTC(2026, 10, 27),
  direction: 'answer',
  examples: true,
};

const open = { ...Pet, additionalProperties: true };
const cat = {
  type: 'object',
  required: ['kind', 'lives'],
  properties: { kind: { const: 'cat' }, lives: { type: 'integer' } },
};
const dog = {
  type: 'object',
  required: ['kind', 'bark'],
  properties: { kind: { const: 'dog' }, bark: { type: 'boolean' } },
};
const circular = { type: 'object', properties: { a: { $ref: '#/components/schemas/Owner' }, b: {} } };

const cases: readonly (readonly [string, Schema, Json, Json])[] = [
  ['keeps what is declared', Pet, { id: 1, name: 'x' }, { id: 1, name: 'x' }],
  ['drops what is not', Pet, { id: 1, name: 'x', more: 1 }, { id: 1, name: 'x' }],
  ['keeps more where the schema says so', open, { id: 1, name: 'x', more: 1 }, { id: 1, name: 'x', more: 1 }],
  ['keeps more where the schema lists nothing', { type: 'object' }, { more: [1] }, { more: [1] }],
  [
    'keeps members by pattern',
    { properties: { a: {} }, patternProperties: { '^x-': {} }, additionalProperties: false },
    { 'x-a': 1, y: 2 },
    { 'x-a': 1 },
  ],
  ['leaves out what is only written', Pet, { id: 1, name: 'x', secret: 'y' }, { id: 1, name: 'x' }],
  ['goes into objects', Pet, { id: 1, name: 'x', owner: { id: 2, more: 3 } }, { id: 1, name: 'x', owner: { id: 2 } }],
  [
    'goes into arrays',
    Pet,
    { id: 1, name: 'x', friends: [{ id: 2, more: 3 }, { id: 4 }] },
    { id: 1, name: 'x', friends: [{ id: 2 }, { id: 4 }] },
  ],
  [
    'takes the branch that fits',
    { oneOf: [cat, dog] },
    { kind: 'dog', bark: true, lives: 9, more: 1 },
    { kind: 'dog', bark: true },
  ],
  [
    'takes the branch of a list',
    { type: 'array', items: { oneOf: [cat, dog] } },
    [{ kind: 'cat', lives: 9, bark: true }],
    [{ kind: 'cat', lives: 9 }],
  ],
  ['allOf', { allOf: [Owner, { properties: { age: {} } }] }, { id: 1, age: 2, more: 3 }, { id: 1, age: 2 }],
  ['null', { type: ['object', 'null'], properties: { a: {} } }, null, null],
  [
    'an optional member that is not valid',
    Pet,
    { id: 1, name: 'x', owner: { id: 2, name: 5 } },
    { id: 1, name: 'x', owner: { id: 2 } },
  ],
  ['numbers and texts', { type: 'string' }, 'x', 'x'],
  [
    'members with odd names',
    JSON.parse('{"properties":{"__proto__":{"type":"integer"}}}') as Schema,
    JSON.parse('{"__proto__":1,"a":2}') as Json,
    JSON.parse('{"__proto__":1}') as Json,
  ],
  ['through references', circular, { a: { id: 1, x: 1 }, b: { x: 1 } }, { a: { id: 1 }, b: { x: 1 } }],
];

describe('makes a record fit', () => {
  for (const [name, schema, value, wanted] of cases) {
    it(name, () => expect(fit(value, schema, about)).toEqual(wanted));
  }

  it('makes up what must be there, the same each time, and keeps the rest', () => {
    const fitted = fit({ name: 'Rex', more: 1, friends: [{ name: 'Ann' }] }, Pet, about) as JsonObject;
    expect(fitted).toEqual({ id: 5, name: 'Rex', friends: [{ id: expect.any(Number) as number, name: 'Ann' }] });
    expect(fit({ name: 'Rex', more: 1, friends: [{ name: 'Ann' }] }, Pet, about)).toEqual(fitted);
  });

  it('takes the branch that has most of its members, where none fits yet', () => {
    const object = { enum: ['customer'] };
    const customer = { required: ['id', 'object'], properties: { id: {}, object, name: {}, email: {} } };
    const gone = { required: ['id', 'object', 'deleted'], properties: { id: {}, object, deleted: { enum: [true] } } };
    for (let seed = 0; seed < 20; seed++) {
      const shown = fit({ id: 'a', name: 'Ada', email: 'a@b.co' }, { anyOf: [customer, gone] }, { ...about, seed });
      expect(shown).toEqual({ id: 'a', name: 'Ada', email: 'a@b.co', object: 'customer' });
    }
  });

  it('makes up what is not valid', () => {
    expect(fit({ id: 'x', name: 'Rex' }, Pet, about)).toEqual({ id: 5, name: 'Rex' });
    expect(validation.isValid(Pet, fit('a text', Pet, about), 'answer')).toBe(true);
  });

  it('gives the value itself where there is nothing to change', () => {
    const value = { id: 1, name: 'x', friends: [{ id: 2 }] };
    expect(fit(value, Pet, about)).toBe(value);
  });

  it('ends where no value can fit', () => {
    expect(fit({ id: 1 }, { allOf: [Pet, { type: 'string' }] }, about)).not.toBeUndefined();
    expect(fit({ id: 1 }, false, about)).not.toBeUndefined();
  });

  it('keeps what requests have in a request', () => {
    expect(fit({ id: 1, name: 'x', secret: 'y' }, Pet, { ...about, direction: 'request' })).toEqual({
      id: 1,
      name: 'x',
      secret: 'y',
    });
  });
});
