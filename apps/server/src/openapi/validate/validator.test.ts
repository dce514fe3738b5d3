import { describe, expect, it } from 'vitest';
import type { Json, JsonObject, Schema } from '../model.js';
import { isObject } from '../schema.js';
import { type Direction, Validation } from './validator.js';

/** A document of schemas. */
function documentWith(schemas: JsonObject) {
  const root = { components: { schemas } };
  const resolve = (node: Json | undefined): Json | undefined => {
    let found = node;
    for (let i = 0; i < 20 && isObject(found) && typeof found['$ref'] === 'string'; i++) {
      found = schemas[found['$ref'].replace('#/components/schemas/', '')];
    }
    return found;
  };
  return { root, resolve };
}

const pet = {
  type: 'object',
  required: ['id', 'name', 'secret'],
  properties: {
    id: { type: 'integer', readOnly: true },
    name: { type: 'string', minLength: 2 },
    secret: { type: 'string', writeOnly: true },
    tags: { type: 'array', items: { $ref: '#/components/schemas/Tag' } },
    owner: { $ref: '#/components/schemas/Owner' },
  },
};
const schemas = {
  Pet: pet,
  Tag: { type: 'object', required: ['label'], properties: { label: { type: 'string', enum: ['a', 'b'] } } },
  Owner: {
    allOf: [{ $ref: '#/components/schemas/Tag' }, { properties: { 'a/b': { type: 'integer', format: 'int32' } } }],
  },
  Cat: { type: 'object', required: ['kind', 'lives'], properties: { kind: {}, lives: { type: 'integer' } } },
  Dog: { type: 'object', required: ['kind', 'bark'], properties: { kind: {}, bark: { type: 'boolean' } } },
  Itself: { $ref: '#/components/schemas/Itself' },
  Both: { allOf: [{ $ref: '#/components/schemas/Both' }] },
  Tree: { type: 'object', properties: { child: { $ref: '#/components/schemas/Tree' }, size: { type: 'integer' } } },
};
const validation = new Validation(documentWith(schemas));
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const said = (schema: Schema, value: Json, direction: Direction = 'answer') =>
  validation.check(schema, value, direction).map(({ pointer, message }) => `${pointer} ${message}`);

describe('one issue for each cause', () => {
  const discriminator = { propertyName: 'kind', mapping: { cat: '#/components/schemas/Cat', dog: 'Dog' } };
  const cases: readonly [name: string, Schema, Json, readonly string[]][] = [
    ['type', { type: 'integer' }, 'x', [' must be an integer']],
    ['types', { type: ['string', 'null'], minLength: 1, enum: ['a', null] }, 5, [' must be a string or null']],
    ['enum', { enum: ['a', 'b'], pattern: '^a' }, 'x', [' must be one of "a", "b"']],
    ['const', { const: 3 }, 4, [' must be 3']],
    ['minimum', { minimum: 3 }, 2, [' must be at least 3']],
    ['a draft-4 bound', { minimum: 3, exclusiveMinimum: true }, 3, [' must be more than 3']],
    ['multipleOf', { multipleOf: 0.01 }, 0.015, [' must be a multiple of 0.01']],
    ['length', { minLength: 2, maxLength: 3 }, '😀', [' must have at least 2 characters']],
    ['pattern', { pattern: '^a+$' }, 'b', [' must match the pattern ^a+$']],
    ['format', { format: 'date' }, '2026-02-30', [' must be of the format date']],
    ['int32', { type: 'integer', format: 'int32' }, 2 ** 31, [' must be of the format int32']],
    ['byte', { type: 'string', format: 'byte' }, '***', [' must be of the format byte']],
    ['required', { required: ['a "b". c'] }, {}, [' must have the member a "b". c']],
    [
      'additional',
      { properties: { a: {} }, additionalProperties: false },
      { 'x/y': 1 },
      ['/x~1y is not a member that the schema lists'],
    ],
    ['false member', { properties: { a: false } }, { a: 1 }, ['/a must not be there']],
    [
      'unevaluated',
      { allOf: [{ properties: { a: {} } }], unevaluatedProperties: false },
      { a: 1, b: 2 },
      ['/b is not a member that the schema lists'],
    ],
    ['items', { items: { type: 'string' } }, ['a', 1, 2], ['/1 must be a string', '/2 must be a string']],
    ['prefixItems', { prefixItems: [{ type: 'string' }], items: false }, ['a', 1], ['/1 is an item too many']],
    ['old tuples', { items: [{ type: 'string' }], additionalItems: false }, [1], ['/0 must be a string']],
    ['contains', { contains: { type: 'string' } }, [1, 2], [' must contain an item that the schema asks for']],
    [
      'minContains',
      { contains: { type: 'string' }, minContains: 2 },
      ['a', 2],
      [' must contain at least 2 items that the schema asks for'],
    ],
    [
      'uniqueItems',
      { uniqueItems: true },
      [1, { a: 1 }, { a: 1 }],
      [' must not have the same item twice: items 1 and 2 are equal'],
    ],
    ['not', { not: { type: 'string' } }, 'a', [' must not be what the schema excludes']],
    ['propertyNames', { propertyNames: { pattern: '^a' } }, { b: 1 }, ['/b has a name that the schema does not allow']],
    ['dependentRequired', { dependentRequired: { a: ['b'] } }, { a: 1 }, [' must have the member b, since it has a']],
    ['if', { if: { not: { required: ['a'] } }, else: { required: ['b'] } }, { a: 1 }, [' must have the member b']],
    [
      'anyOf of types',
      { anyOf: [{ type: 'string' }, { type: 'null' }, { type: 'integer' }] },
      1.5,
      [' must be a string, null or an integer'],
    ],
    [
      'anyOf, the nearest',
      { anyOf: [{ type: 'string' }, { type: 'object', properties: { a: { type: 'string' } } }] },
      { a: 1 },
      ['/a must be a string'],
    ],
    [
      'oneOf by a tag',
      {
        oneOf: [
          { properties: { t: { const: 'x' }, v: { type: 'string' }, w: { type: 'string' } } },
          { properties: { t: { const: 'y' }, v: { type: 'integer' } } },
        ],
      },
      { t: 'x', v: true, w: 1 },
      ['/v must be a string', '/w must be a string'],
    ],
    [
      'oneOf, two fit',
      { oneOf: [{ type: 'string' }, { minLength: 1 }] },
      'a',
      [' must be of one form alone, but is of 2 of those that the schema allows'],
    ],
    [
      'discriminator',
      { oneOf: [ref('Cat'), ref('Dog')], discriminator },
      { kind: 'dog', bark: 1, lives: 'x' },
      ['/bark must be a boolean'],
    ],
    [
      'discriminator, unknown',
      { oneOf: [ref('Cat'), ref('Dog')], discriminator },
      { kind: 'cow' },
      ['/kind must be one of "cat", "dog"'],
    ],
    [
      'a reference',
      ref('Pet'),
      { id: 1, name: 'x', tags: [{ label: 'c' }, {}] },
      [
        '/tags/0/label must be one of "a", "b"',
        '/tags/1 must have the member label',
        '/name must have at least 2 characters',
      ],
    ],
    [
      'deepest first',
      ref('Pet'),
      { name: 'ab', owner: { label: 'a', 'a/b': 'x' } },
      ['/owner/a~1b must be an integer', ' must have the member id'],
    ],
    ['a false schema', false, 1, [' must not be there']],
    ['a true schema', true, 1, []],
  ];
  for (const [name, schema, value, wanted] of cases) {
    it(name, () => {
      expect(said(schema, value)).toEqual(wanted);
      expect(validation.isValid(schema, value, 'answer')).toBe(wanted.length === 0);
    });
  }

  it('stops at 20', () => {
    expect(
      said(
        { items: { type: 'string' } },
        Array.from({ length: 100 }, () => 1),
      ),
    ).toHaveLength(20);
  });
});

it('says where in the document the keyword stands', () => {
  const where = (schema: Schema, value: Json) =>
    validation.check(schema, value, 'answer').map((one) => one.schemaPointer);
  expect(where(ref('Pet'), { id: 1, name: 'x' })).toEqual(['/components/schemas/Pet/properties/name/minLength']);
  expect(where(pet, { id: 1, name: 'x' })).toEqual(['/components/schemas/Pet/properties/name/minLength']);
  expect(where(ref('Owner'), { label: 'c', 'a/b': 2 ** 40 })).toEqual([
    '/components/schemas/Tag/properties/label/enum',
    '/components/schemas/Owner/allOf/1/properties/a~1b/format',
  ]);
});

describe('directions', () => {
  it('asks for no readOnly members in a request, and for no writeOnly ones in an answer', () => {
    expect(said(ref('Pet'), { name: 'ab' }, 'request')).toEqual([' must have the member secret']);
    expect(said(ref('Pet'), { name: 'ab' }, 'answer')).toEqual([' must have the member id']);
  });

  it('knows of members that another part of allOf describes', () => {
    const schema = { allOf: [{ required: ['id', 'name'] }, { properties: pet.properties }] };
    expect(said(schema, {}, 'request')).toEqual([' must have the member name']);
  });
});

describe('patterns', () => {
  const matches = (pattern: string, text: string) => validation.isValid({ pattern }, text, 'answer');

  it('takes those that compile without the flag u alone', () => {
    for (const [pattern, good, bad] of [
      ['^[\\w-.]+$', 'a-b.c', 'a b'],
      ['^\\-\\@\\"$', '-@"', '-'],
      ['^{x}$', '{x}', 'x'],
      ['^[a-z\\_]+$', 'a_', 'A'],
      ['\\A[a-z]+\\z', 'abc', 'ab1'],
      ['^(?P<year>\\d+)$', '12', 'x'],
    ] as const) {
      expect(matches(pattern, good), pattern).toBe(true);
      expect(matches(pattern, bad), pattern).toBe(false);
    }
  });

  it('ignores what is no pattern', () => {
    expect(matches('(', 'x')).toBe(true);
    expect(matches('(?i)abc', 'x')).toBe(true);
  });

  it('never hangs', () => {
    const text = `${'a'.repeat(60_000)}!`;
    for (const pattern of [
      '^(a+)+$',
      '^(a|a)*$',
      '^(a*)*$',
      '^((a+)?)+$',
      '(a|aa)+$',
      '^(.*a){12}$',
      '^a*a*a*a*$',
      'a+$',
    ]) {
      matches(pattern, text);
      matches(pattern, text.slice(-40));
    }
  });

  it('judges usual ones up to a length that texts have', () => {
    expect(matches('^([a-z0-9]+-)*[a-z0-9]+$', `${'a'.repeat(300)}_`)).toBe(false);
    expect(matches('^[^@]+@[^@]+\\.[^@]+$', 'a'.repeat(300))).toBe(false);
  });
});

describe('hostile schemas and values', () => {
  const nested = (depth: number, of: (inner: JsonObject) => JsonObject) => {
    let value: JsonObject = {};
    for (let i = 0; i < depth; i++) value = of(value);
    return value;
  };

  it('ends in circles of references alone', () => {
    expect(validation.isValid(ref('Itself'), 1, 'answer')).toBe(true);
    expect(validation.isValid(ref('Both'), 1, 'answer')).toBe(true);
    expect(said(ref('Nowhere'), 1)).toEqual([]);
  });

  it('says of a value that it is nested too deep', () => {
    expect(
      said(
        ref('Tree'),
        nested(10_000, (child) => ({ child })),
      ),
    ).toEqual([' must not be nested more than 150 levels deep, or have millions of parts']);
    expect(
      said(
        ref('Tree'),
        nested(140, (child) => ({ child, size: 'x' })),
      ).length,
    ).toBe(20);
  });

  it('takes schemas that are nested 10,000 deep, or lie in themselves', () => {
    const deep = nested(10_000, (items) => ({ type: 'array', items }));
    expect(said(deep, [[1]])).toEqual(['/0/0 must be an array']);
    const circular: Record<string, Json> = { type: 'object' };
    circular['properties'] = { self: circular };
    expect(said(circular, { self: { self: 1 } })).toEqual(['/self/self must be an object']);
  });

  it('ends where branches multiply', () => {
    const many: Record<string, Json> = {};
    for (let i = 0; i < 40; i++) many[`S${i}`] = { anyOf: [ref(`S${i + 1}`), ref(`S${i + 1}`)] };
    expect(new Validation(documentWith(many)).isValid(ref('S0'), 1, 'answer')).toBe(true);
  });

  it('takes keywords of the wrong kind for none', () => {
    const odd = {
      type: 'file',
      required: true,
      properties: null,
      items: 'x',
      enum: [],
      minLength: '5',
      anyOf: {},
      pattern: 5,
      format: 7,
    };
    expect(said(odd as unknown as Schema, { a: 1 })).toEqual([]);
  });

  it('takes members called __proto__ for members', () => {
    const schema = JSON.parse('{"properties":{"__proto__":{"type":"string"}},"required":["__proto__"]}') as Schema;
    expect(said(schema, JSON.parse('{"__proto__":1}') as Json)).toEqual(['/__proto__ must be a string']);
    expect(said(schema, {})).toEqual([' must have the member __proto__']);
    expect(said({ required: ['constructor'] }, {})).toEqual([' must have the member constructor']);
  });

  it('does not compare 100,000 items with each other', () => {
    validation.check(
      { uniqueItems: true, items: { type: 'string' } },
      Array.from({ length: 100_000 }, (_, i) => i),
      'answer',
    );
  });

  it('leaves the document as it is', () => {
    const before = JSON.stringify(schemas);
    const names = Object.getOwnPropertyNames(pet);
    validation.check(ref('Pet'), {}, 'request');
    expect(JSON.stringify(schemas)).toBe(before);
    expect(Object.getOwnPropertyNames(pet)).toEqual(names);
  });
});
