import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject, Schema } from '../model.js';
import { isObject } from '../schema.js';
import { Validation } from '../validate/validator.js';
import { sample, type Sampling } from './sample.js';

const NOW = Date.UTC(2026, 10, 27, 12);

const component = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const schemas: JsonObject = {
  Tag: { type: 'object', required: ['id', 'name'], properties: { id: { type: 'integer' }, name: { type: 'string' } } },
  Node: {
    type: 'object',
    required: ['value', 'children'],
    properties: {
      value: { type: 'integer' },
      children: { type: 'array', items: component('Node') },
      parent: component('Node'),
    },
  },
  Chain: {
    type: 'object',
    required: ['next'],
    properties: { next: { anyOf: [component('Chain'), { type: 'null' }] } },
  },
  Tree: { oneOf: [component('Leaf'), component('Fork')] },
  Leaf: { type: 'object', required: ['leaf'], properties: { leaf: { type: 'string' } }, additionalProperties: false },
  Fork: {
    type: 'object',
    required: ['left', 'right'],
    properties: { left: component('Tree'), right: component('Tree') },
    additionalProperties: false,
  },
  Cat: {
    type: 'object',
    required: ['kind', 'lives'],
    properties: { kind: { type: 'string' }, lives: { type: 'integer' } },
  },
  Dog: {
    type: 'object',
    required: ['kind', 'bark'],
    properties: { kind: { type: 'string' }, bark: { type: 'boolean' } },
  },
  Animal: {
    type: 'object',
    required: ['sort'],
    properties: { sort: { type: 'string' } },
    discriminator: { propertyName: 'sort', mapping: { bird: '#/components/schemas/Bird' } },
  },
  Bird: {
    allOf: [component('Animal'), { type: 'object', required: ['wings'], properties: { wings: { type: 'integer' } } }],
  },
};

const root = { openapi: '3.1.0', components: { schemas } };

function resolve(node: Json | undefined): Json | undefined {
  let found = node;
  for (let i = 0; i < 20 && isObject(found) && typeof found['$ref'] === 'string'; i++) {
    found = schemas[found['$ref'].replace('#/components/schemas/', '')];
  }
  return found;
}

const document = { root, resolve };
const validation = new Validation(document);

const about = (more: Partial<Sampling> = {}): Sampling => ({
  document,
  validation,
  seed: 1,
  noun: 'pet',
  index: 0,
  now: NOW,
  direction: 'answer',
  examples: true,
  ...more,
});

const ajv = new Ajv2020({ strict: false, validateSchema: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema({ $id: 'root', ...root });

/** By the other validator, with the references of the document. */
function errorsBy(schema: Schema): (value: Json) => string | undefined {
  const text = JSON.stringify(schema).replaceAll('"#/components', '"root#/components');
  const validate = ajv.compile(JSON.parse(text) as object | boolean);
  return (value) => (validate(value) ? undefined : ajv.errorsText(validate.errors));
}

const text = (more: JsonObject): Schema => ({ type: 'string', ...more });
const number = (more: JsonObject): Schema => ({ type: 'number', ...more });
const integer = (more: JsonObject): Schema => ({ type: 'integer', ...more });
const array = (more: JsonObject): Schema => ({ type: 'array', ...more });
const object = (properties: JsonObject, more: JsonObject = {}): Schema => ({ type: 'object', properties, ...more });
const all = (properties: JsonObject) => object(properties, { required: Object.keys(properties) });
const s = { type: 'string' };
const i = { type: 'integer' };

const patterns = [
  '^[a-z]{3}$',
  '^[A-Z]{2}\\d{4}$',
  '^\\d{3}-\\d{2}-\\d{4}$',
  '^(foo|bar|baz)$',
  '^#[0-9a-fA-F]{6}$',
  '[0-9]+',
  'abc',
  '^a',
  'z$',
  '^[^a-z]+$',
  '^\\w+@\\w+\\.com$',
  '^(?:\\+?1)?\\d{10}$',
  '^\\S+$',
  '^.{5,10}$',
  '^(?=.*[A-Z])(?=.*\\d).{8,}$',
  '^(?!0)\\d{4}$',
  '^([a-z])\\1$',
  '^(?<a>x|y)\\k<a>$',
  '^\\p{L}+$',
  '^\\u0041+$',
  '^[\\d\\s]+$',
  '^$',
  '^(a|b)*c+d?$',
  '^arn:aws:[a-z]+:[a-z0-9-]*:\\d{12}:.+$',
  '^[A-Za-z0-9+/]*={0,2}$',
  '^(([a-z0-9]|[a-z0-9][a-z0-9\\-]*[a-z0-9])\\.)*[a-z]{2,}$',
  '^v?\\d+(\\.\\d+){2}(-[a-z]+)?$',
  '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$',
  '\\bword\\b',
  '^[\\[\\]]+$',
  '^(([01]\\d|2[0-3]):[0-5]\\d)$',
];
const formats = [
  'date',
  'time',
  'date-time',
  'duration',
  'email',
  'hostname',
  'ipv4',
  'ipv6',
  'uri',
  'uri-reference',
  'uri-template',
  'uuid',
  'json-pointer',
  'json-pointer-uri-fragment',
  'relative-json-pointer',
  'regex',
  'byte',
  'binary',
  'password',
  'int32',
  'int64',
  'float',
  'double',
  'url',
  'iso-time',
  'iso-date-time',
  'idn-email',
  'iri',
  'decimal',
  'phone',
  'color',
  'no-such-format',
];

/** A schema for each keyword, and for keywords that meet. */
const cases: readonly (readonly [string, Schema])[] = [
  ['true', true],
  ['empty', {}],
  ...['null', 'boolean', 'object', 'array', 'number', 'string', 'integer'].map(
    (type) => [`type ${type}`, { type }] as const,
  ),
  ['types', { type: ['string', 'integer', 'null'] }],
  ['types and bounds', { type: ['string', 'integer'], minimum: 5, maximum: 6, minLength: 30 }],
  ['enum', { enum: ['a', 1, null, { a: 1 }, [2]] }],
  ['enum of a type', text({ enum: ['a', 5, 'b'] })],
  ['enum within bounds', integer({ enum: [1, 5, 9], minimum: 4, maximum: 6 })],
  ['const', { const: { a: [1] } }],
  ['const null', { const: null }],
  ...patterns.map((pattern) => [`pattern ${pattern}`, text({ pattern })] as const),
  ['pattern and minLength', text({ pattern: '^[a-z]+$', minLength: 36 })],
  ['pattern and maxLength', text({ pattern: '^[a-z]+(-[a-z]+)*$', maxLength: 4 })],
  ['pattern and both', text({ pattern: '^\\d+$', minLength: 9, maxLength: 9 })],
  ['pattern without type', { pattern: '^x+$' }],
  ['two patterns', { type: 'string', allOf: [{ pattern: '^[a-z]+$' }, { pattern: 'q' }] }],
  ...formats.map((format) => [`format ${format}`, text({ format })] as const),
  ['format date and maxLength', text({ format: 'date', maxLength: 10 })],
  ['int32', integer({ format: 'int32' })],
  ['int64', integer({ format: 'int64' })],
  ['float', number({ format: 'float' })],
  ['number as int32', number({ format: 'int32' })],
  ['minLength', text({ minLength: 300 })],
  ['maxLength', text({ maxLength: 1 })],
  ['maxLength 0', text({ maxLength: 0 })],
  ['exact length', text({ minLength: 12, maxLength: 12 })],
  ['minimum', integer({ minimum: 1000 })],
  ['maximum', integer({ maximum: -1000 })],
  ['both', integer({ minimum: 7, maximum: 7 })],
  ['exclusive', integer({ exclusiveMinimum: 3, exclusiveMaximum: 5 })],
  ['exclusive numbers', number({ exclusiveMinimum: 0, exclusiveMaximum: 0.001 })],
  ['fractions', number({ minimum: 0, maximum: 1 })],
  ['negative', number({ maximum: -0.5, minimum: -0.6 })],
  ['huge', integer({ minimum: 2 ** 52 })],
  ['multipleOf', integer({ multipleOf: 7 })],
  ['multipleOf within bounds', integer({ multipleOf: 25, minimum: 101, maximum: 149 })],
  ['multipleOf fraction', number({ multipleOf: 0.01, minimum: 0.5, maximum: 2 })],
  ['multipleOf 0.5', number({ multipleOf: 0.5 })],
  ['two multiples', { type: 'integer', allOf: [{ multipleOf: 4 }, { multipleOf: 6 }] }],
  ['integer and multipleOf 1.5', integer({ multipleOf: 1.5 })],
  ['bounds without type', { minimum: 5, maximum: 8 }],
  ['items', array({ items: s })],
  ['items without type', { items: i }],
  ['minItems', array({ items: i, minItems: 6 })],
  ['maxItems 0', array({ items: i, maxItems: 0 })],
  ['uniqueItems', array({ items: { type: 'integer', minimum: 1, maximum: 4 }, uniqueItems: true, minItems: 4 })],
  ['unique enum', array({ items: { enum: ['a', 'b'] }, uniqueItems: true })],
  ['unique objects', array({ items: all({ a: { type: 'boolean' } }), uniqueItems: true, minItems: 2 })],
  ['prefixItems', array({ prefixItems: [s, i, { type: 'boolean' }] })],
  ['prefixItems closed', array({ prefixItems: [s, i], items: false, minItems: 2 })],
  ['prefixItems and items', array({ prefixItems: [s], items: i, minItems: 4 })],
  ['prefixItems short', array({ prefixItems: [s, s, s], maxItems: 1 })],
  ['contains', array({ contains: { const: 'x' } })],
  ['contains with items', array({ items: i, contains: { minimum: 1000 }, minItems: 3 })],
  [
    'minContains',
    array({
      contains: { type: 'string' },
      minContains: 3,
      maxContains: 3,
      items: { type: ['string', 'integer'] },
      maxItems: 3,
    }),
  ],
  ['contains after prefix', array({ prefixItems: [i], contains: { const: 'x' }, minItems: 2 })],
  ['unevaluatedItems', array({ prefixItems: [s], unevaluatedItems: false })],
  ['array of arrays', array({ items: array({ items: array({ items: i, minItems: 1 }), minItems: 1 }), minItems: 1 })],
  ['properties', object({ a: s, b: i, c: { type: 'boolean' } })],
  ['properties without type', { properties: { a: s } }],
  ['required', all({ a: s, b: i })],
  ['required, not described', object({}, { required: ['x', 'email'] })],
  ['required without type', { required: ['a'] }],
  ['closed', object({ a: s }, { additionalProperties: false, required: ['a'] })],
  ['map', { type: 'object', additionalProperties: i }],
  ['map of objects', { type: 'object', additionalProperties: all({ a: s }) }],
  ['minProperties', { type: 'object', minProperties: 3 }],
  ['minProperties of a map', { type: 'object', additionalProperties: i, minProperties: 4 }],
  ['maxProperties', object({ a: s, b: s, c: s, d: s }, { maxProperties: 2, required: ['d'] })],
  [
    'patternProperties',
    { type: 'object', patternProperties: { '^x-': i }, additionalProperties: false, minProperties: 2 },
  ],
  [
    'patternProperties and properties',
    object({ 'x-a': { minimum: 5 } }, { patternProperties: { '^x-': i }, required: ['x-a'] }),
  ],
  [
    'propertyNames',
    { type: 'object', propertyNames: { pattern: '^[a-z]{3}$' }, additionalProperties: i, minProperties: 2 },
  ],
  ['propertyNames enum', { type: 'object', propertyNames: { enum: ['a', 'b', 'c'] }, minProperties: 2 }],
  ['dependentRequired', object({ a: s, b: s }, { dependentRequired: { a: ['b', 'c'] } })],
  [
    'dependentSchemas',
    object({ a: s }, { required: ['a'], dependentSchemas: { a: { required: ['d'], properties: { d: i } } } }),
  ],
  [
    'unevaluatedProperties',
    { allOf: [all({ a: s })], properties: { b: i }, unevaluatedProperties: false, type: 'object' },
  ],
  ['unevaluatedProperties schema', { ...(all({ a: s }) as JsonObject), unevaluatedProperties: i, minProperties: 3 }],
  ['allOf', { allOf: [all({ a: s }), all({ b: i })] }],
  ['allOf of bounds', { type: 'integer', allOf: [{ minimum: 5 }, { maximum: 6 }] }],
  ['allOf of enums', { allOf: [{ enum: ['a', 'b', 'c'] }, { enum: ['b', 'c', 'd'] }, { enum: ['c', 'b'] }] }],
  ['allOf of types', { allOf: [{ type: ['string', 'number'] }, { type: ['integer', 'null'] }] }],
  ['allOf of one member', { allOf: [all({ a: { type: 'integer', minimum: 3 } }), all({ a: { maximum: 4 } })] }],
  ['allOf, closed', { allOf: [object({ a: s }, { additionalProperties: false, required: ['a'] }), object({ b: s })] }],
  [
    'allOf of arrays',
    { type: 'array', allOf: [{ items: { minimum: 5 } }, { items: { type: 'integer', maximum: 6 } }, { minItems: 2 }] },
  ],
  ['reference', component('Tag')],
  ['reference with siblings', { ...component('Tag'), required: ['color'], properties: { color: { enum: ['red'] } } }],
  ['array of references', array({ items: component('Tag'), minItems: 2 })],
  ['oneOf', { oneOf: [all({ a: s }), { type: 'string' }, { type: 'integer', minimum: 3 }] }],
  ['oneOf by const', { oneOf: [all({ t: { const: 'x' }, a: s }), all({ t: { const: 'y' }, b: i })] }],
  [
    'oneOf by required',
    { type: 'object', properties: { a: s, b: s }, oneOf: [{ required: ['a'] }, { required: ['b'] }] },
  ],
  ['oneOf by bounds', { type: 'integer', oneOf: [{ maximum: 3 }, { minimum: 1 }] }],
  ['oneOf with null', { oneOf: [component('Tag'), { type: 'null' }] }],
  ['oneOf, overlapping', { oneOf: [object({ a: s }, { required: ['a'] }), object({ b: s }, { required: ['b'] })] }],
  ['anyOf', { anyOf: [{ type: 'string', maxLength: 3 }, { type: 'integer' }] }],
  [
    'anyOf within',
    { type: 'object', properties: { c: i }, anyOf: [{ required: ['a'], properties: { a: s } }, { required: ['c'] }] },
  ],
  ['anyOf, most impossible', { type: 'string', anyOf: [{ type: 'integer' }, { type: 'object' }, { minLength: 4 }] }],
  [
    'nested choices',
    { oneOf: [{ anyOf: [s, { oneOf: [i, { type: 'boolean' }] }] }, { type: 'array', items: { anyOf: [s, i] } }] },
  ],
  ['discriminator', { oneOf: [component('Cat'), component('Dog')], discriminator: { propertyName: 'kind' } }],
  ['discriminator by base', component('Animal')],
  ['discriminator of a child', component('Bird')],
  ['not const', { type: 'boolean', not: { const: true } }],
  ['not enum', { enum: ['a', 'b', 'c'], not: { enum: ['a', 'b'] } }],
  ['not type', { not: { type: 'object' } }],
  ['not required', { type: 'object', properties: { a: s, b: s }, not: { required: ['a'] } }],
  ['not both', { type: 'object', properties: { a: s, b: s }, not: { required: ['a', 'b'] } }],
  ['not bounds', integer({ minimum: 0, maximum: 10, not: { minimum: 3 } })],
  [
    'if else of members',
    {
      type: 'object',
      properties: { a: { enum: [1, 2] } },
      required: ['a'],
      if: { properties: { a: { const: 2 } } },
      else: { required: ['b'] },
    },
  ],
  [
    'if else',
    {
      type: 'integer',
      minimum: 0,
      maximum: 100,
      if: { maximum: 50 },
      else: { multipleOf: 5 },
    },
  ],
  [
    'if then else',
    JSON.parse('{"type":"integer","if":{"maximum":50},"then":{"multipleOf":2},"else":{"multipleOf":5}}') as Schema,
  ],
  [
    'if then',
    JSON.parse(
      '{"type":"object","if":{"required":["a"]},"then":{"required":["b"]},"properties":{"a":{"const":1}}}',
    ) as Schema,
  ],
  ['if on a country', all({ country: { enum: ['US', 'NL'] }, zip: s })],
  ['nullable', { type: ['object', 'null'], required: ['a'], properties: { a: { type: ['string', 'null'] } } }],
  [
    'default',
    object({
      a: { type: 'string', default: 'x' },
      b: { type: 'integer', default: 5 },
      c: { type: 'string', default: 7 },
    }),
  ],
  ['examples', object({ a: { type: 'string', examples: ['one', 'two'] }, b: { type: 'integer', example: 'wrong' } })],
  ['whole example', { ...(all({ a: s }) as JsonObject), examples: [{ a: 'x', more: 1 }] }],
  ['wrong whole example', { ...(all({ a: s, b: i }) as JsonObject), examples: [{ a: 'x', b: 'y' }] }],
  ['circular lists', component('Node')],
  ['circular null', component('Chain')],
  ['circular branches', component('Tree')],
  ['old tuple', { type: 'array', prefixItems: [i], items: false }],
  [
    '__proto__',
    JSON.parse(
      '{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{"type":"integer"}},"required":["__proto__","constructor","toString"]}',
    ) as Schema,
  ],
  ['false member', object({ a: s, b: false })],
  ['wide', object(Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`member_${at}`, s])))],
];

describe(`${cases.length} schemas, 20 seeds each, by another validator`, () => {
  it('has at least 150', () => expect(cases.length).toBeGreaterThanOrEqual(150));

  for (const [name, schema] of cases) {
    it(name, () => {
      const errorsOf = errorsBy(schema);
      for (let seed = 0; seed < 20; seed++) {
        const value = sample(schema, about({ seed, index: seed % 3 }));
        expect(errorsOf(value), JSON.stringify(value)).toBeUndefined();
        expect(validation.check(schema, value, 'answer')).toEqual([]);
      }
    });
  }
});

describe('looks real', () => {
  const shapes: readonly (readonly [string, RegExp, JsonObject?])[] = [
    ['email', /^[a-z.-]+\.\d+@example\.(?:com|org|net)$/],
    ['first_name', /^[A-Z][\w' -]+$/],
    ['lastName', /^[A-Z][\w' -]+$/],
    ['fullName', /^[A-Z][\w' -]+ [A-Z][\w' -]+$/],
    ['username', /^[a-z0-9.-]+\d+$/],
    ['phone', /^\+1\d{3}555\d{4}$/],
    ['phoneNumber', /^\+1\d{3}555\d{4}$/],
    ['company', /^[A-Z].*/],
    ['street', /\d/],
    ['city', /^[A-ZÀ-Þ]/],
    ['country', /^[A-Z][a-z ]+/],
    ['country', /^[A-Z]{2}$/, { maxLength: 2 }],
    ['country_code', /^[A-Z]{2}$/],
    ['country', /^[A-Z]{3}$/, { maxLength: 3 }],
    ['currency', /^[A-Z]{3}$/],
    ['timezone', /^[A-Z]\w+\/\w+/],
    ['postal_code', /\w{3,}/],
    ['language', /^[a-z]{2}$/],
    ['locale', /^[a-z]{2}-[A-Z]{2}$/],
    ['url', /^https:\/\/example\.com\//],
    ['avatar_url', /\.png$/],
    ['image', /\.png$/],
    ['website', /^https:\/\//],
    ['slug', /^[a-z-]+-\d+$/],
    ['version', /^\d+\.\d+\.\d+$/],
    ['color', /^#[0-9a-f]{6}$/],
    ['sha', /^[0-9a-f]{40}$/],
    ['md5', /^[0-9a-f]{32}$/],
    ['token', /^[a-zA-Z0-9]{32}$/],
    ['content_type', /^\w+\/\w+$/],
    ['file_name', /^\w+-\d+\.\w+$/],
    ['ip_address', /^\d+(?:\.\d+){3}$/],
    ['description', /^[A-Z].* .*\.$/],
    ['title', /^[A-Z]\w+ .*/],
    ['status', /^(?:active|pending|inactive)$/],
    ['created_at', /^2\d{3}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/],
    ['birth_date', /^\d{4}-\d\d-\d\d$/],
    ['uuid', /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab]/],
    ['id', /^pet_[a-zA-Z0-9]{14}$/],
    ['user_id', /^user_[a-zA-Z0-9]{14}$/],
    ['id', /^cus_[a-zA-Z0-9]{14}$/, { examples: ['cus_NffrFeUfNV2Hib'] }],
    ['number', /^[A-Z]{3}-\d{4}$/, { examples: ['INV-0042'] }],
    ['mystery', /^[A-Z]{2}$/, { description: 'ISO 3166-1 alpha-2 country code' }],
    ['mystery', /@example\./, { description: 'The e-mail address of the owner' }],
    ['price', /^\d+\.\d\d$/],
    ['name', /^[A-Z]/],
    ['sku', /^[A-Z]{3}-\d{4}$/],
  ];
  for (const [name, shape, more] of shapes) {
    it(`${name} ${JSON.stringify(more ?? {})}`, () => {
      for (let seed = 0; seed < 10; seed++) {
        const value = sample(all({ [name]: text(more ?? {}) as JsonObject }), about({ seed, index: 5 })) as JsonObject;
        expect(value[name]).toMatch(shape);
      }
    });
  }

  const spans: readonly (readonly [string, number, number, JsonObject?])[] = [
    ['latitude', -90, 90],
    ['longitude', -180, 180],
    ['rating', 1, 5],
    ['percent', 0, 100],
    ['age', 18, 80],
    ['year', 2000, 2026],
    ['count', 0, 100],
    ['price', 1, 400],
    ['month', 1, 12],
    ['id', 6, 6, i],
    ['created', 1.7e9, 1.9e9, i],
    ['expires_at', NOW / 1000, 1.9e9, i],
    ['timestamp', 1.7e12, 1.9e12, { ...i, description: 'Unix time in milliseconds' }],
    ['amount', 50, 20_000, i],
    ['duration', 1, 3600, i],
    ['length', 2, 7, { ...i, examples: [4.5, 4] }],
  ];
  for (const [name, low, high, more] of spans) {
    it(`${name} ${JSON.stringify(more ?? {})}`, () => {
      for (let seed = 0; seed < 10; seed++) {
        const value = sample(all({ [name]: { type: 'number', ...more } }), about({ seed, index: 5 })) as JsonObject;
        expect(value[name]).toBeGreaterThanOrEqual(low);
        expect(value[name]).toBeLessThanOrEqual(high);
      }
    });
  }

  it('names things by what they are', () => {
    const nameOf = (noun: string) => (sample(all({ name: s }), about({ noun })) as JsonObject)['name'];
    expect(nameOf('customer')).toMatch(/^[A-Z]\S+ [A-Z]/);
    expect(nameOf('product')).toMatch(/^[A-Z][a-z]+ [A-Z][a-z]+$/);
    expect(nameOf('tag')).toMatch(/^[A-Z][a-z]+$/);
  });

  it('gives each of twenty records its own id, e-mail address, name and slug', () => {
    const schema = all({ id: s, email: s, name: s, slug: s, uuid: { type: 'string', format: 'uuid' }, number: i });
    const records = Array.from(
      { length: 20 },
      (_, index) => sample(schema, about({ seed: index * 7919, index })) as JsonObject,
    );
    for (const name of ['id', 'email', 'name', 'slug', 'uuid', 'number']) {
      expect(new Set(records.map((record) => record[name])).size, name).toBe(20);
    }
  });
});

it('names a record where it could stand itself', () => {
  const record = all({ id: s, amount: i });
  const either = { anyOf: [{ type: 'string', maxLength: 5000 }, record] };
  const schema = all({ default_price: either, customer: either });
  const drawn = Array.from({ length: 20 }, (_, seed) => sample(schema, about({ seed }))) as Record<string, Json>[];
  for (const [name, prefix] of [
    ['default_price', 'pric'],
    ['customer', 'cust'],
  ] as const) {
    const texts = drawn.map((one) => one[name]).filter((value) => typeof value === 'string');
    expect(texts.length).toBeGreaterThan(0);
    expect(texts.filter((value) => !new RegExp(`^${prefix}_\\w{14}$`).test(value))).toEqual([]);
  }
});

describe('agrees within a record', () => {
  const at = { type: 'string', format: 'date-time' };
  const schema = all({
    first_name: s,
    last_name: s,
    name: s,
    email: s,
    created_at: at,
    updated_at: at,
    deleted_at: at,
    start_date: at,
    end_date: at,
    created: i,
    modified: i,
    min_price: { type: 'number' },
    max_price: { type: 'number' },
    city: s,
    country: s,
    timezone: s,
    address: all({ city: s, country: s }),
  });
  for (let seed = 0; seed < 20; seed++) {
    it(`seed ${seed}`, () => {
      const one = sample(schema, about({ seed, noun: 'user', index: seed })) as Record<
        string,
        ReturnType<JSON['parse']>
      >;
      expect(one['name']).toBe(`${one['first_name']} ${one['last_name']}`);
      expect(one['email']).toContain(
        one['last_name']
          ?.toLowerCase()
          .replaceAll(/[^a-z]/g, '')
          .slice(0, 3) ?? '?',
      );
      const order = (...names: string[]) => names.map((name) => one[name]);
      for (const names of [
        ['created_at', 'updated_at', 'deleted_at'],
        ['start_date', 'end_date'],
        ['created', 'modified'],
        ['min_price', 'max_price'],
      ]) {
        expect(order(...names).toSorted((a, b) => ((a ?? 0) < (b ?? 0) ? -1 : 1))).toEqual(order(...names));
      }
      expect(Date.parse(one['deleted_at'] ?? '')).toBeLessThanOrEqual(NOW);
      expect(one['address']).toEqual({ city: one['city'], country: one['country'] });
    });
  }
});

describe('examples', () => {
  const schema: Schema = {
    ...(all({ id: s, name: s, size: { type: 'integer' } }) as JsonObject),
    examples: [
      { id: 'a_1', name: 'One', size: 3 },
      { id: 'a_2', name: 'Two', size: 4 },
    ],
  };

  it('takes the first as it is written, and the next ones for the next', () => {
    expect(sample(schema, about())).toEqual({ id: 'a_1', name: 'One', size: 3 });
    expect(sample(schema, about({ index: 1 }))).toEqual({ id: 'a_2', name: 'Two', size: 4 });
    const third = sample(schema, about({ index: 2 })) as JsonObject;
    expect(third['id']).toMatch(/^a_\d$/);
    expect(third['name']).not.toMatch(/^(?:One|Two)$/);
  });

  it('takes none where none are wanted', () => {
    expect(sample(schema, about({ examples: false }))).not.toEqual({ id: 'a_1', name: 'One', size: 3 });
  });

  it('takes as much of one as is valid', () => {
    const wrong: Schema = { ...(schema as JsonObject), examples: [{ id: 'a_1', name: 5, size: 3 }] };
    expect(sample(wrong, about())).toMatchObject({ id: 'a_1', size: 3, name: expect.any(String) as string });
  });

  it('shows no member that is only written', () => {
    const secret: Schema = {
      ...(all({ a: s, p: { type: 'string', writeOnly: true } }) as JsonObject),
      examples: [{ a: 'x', p: 'y' }],
    };
    expect(sample(secret, about())).toEqual({ a: 'x' });
    expect(sample(secret, about({ direction: 'request' }))).toEqual({ a: 'x', p: 'y' });
  });
});

describe('is the same for the same seed', () => {
  it('twice', () => {
    for (const [, schema] of cases) {
      const [one, other] = [1, 2].map(() => JSON.stringify(sample(schema, about({ seed: 99 }))));
      expect(one).toBe(other);
    }
  });

  it('with a member more', () => {
    const members = {
      id: i,
      name: s,
      email: s,
      created_at: s,
      tags: array({ items: s }) as JsonObject,
      owner: component('Tag'),
    };
    const before = sample(all(members), about()) as JsonObject;
    const after = sample(all({ added: s, ...members, more: i }), about()) as JsonObject;
    for (const name of Object.keys(members)) expect(after[name]).toEqual(before[name]);
  });

  it('and another for another', () => {
    const values = Array.from({ length: 10 }, (_, seed) =>
      JSON.stringify(sample(all({ title: s, n: i }), about({ seed }))),
    );
    expect(new Set(values).size).toBe(10);
  });
});

describe('hostile schemas', () => {
  const nested = (depth: number, of: (inner: JsonObject) => JsonObject) => {
    let value: JsonObject = {};
    for (let at = 0; at < depth; at++) value = of(value);
    return value;
  };
  const odd: readonly (readonly [string, Schema])[] = [
    ['false', false],
    ['a contradiction', { type: 'string', minLength: 5, maxLength: 2 }],
    ['types that do not meet', { allOf: [{ type: 'string' }, { type: 'integer' }] }],
    [
      'a required member that is forbidden',
      object({ a: false }, { required: ['a', 'b'], additionalProperties: false }),
    ],
    ['bounds that do not meet', integer({ minimum: 5, maximum: 4 })],
    ['not anything', { not: {} }],
    ['too many unique items', array({ items: { type: 'boolean' }, uniqueItems: true, minItems: 5 })],
    ['a million items', array({ items: s, minItems: 1_000_000 })],
    ['a text of a million signs', text({ minLength: 1_000_000 })],
    ['a pattern that is none', text({ pattern: '(' })],
    ['a pattern that cannot match', text({ pattern: '^a$^b' })],
    ['a pattern with huge repeats', text({ pattern: '^(a{1000}){1000}$' })],
    ['a dangerous pattern', text({ pattern: '^(a+)+$', minLength: 40 })],
    ['10,000 levels of arrays', nested(10_000, (items) => ({ type: 'array', items, minItems: 1 }))],
    ['10,000 levels of objects', nested(10_000, (a) => ({ type: 'object', properties: { a }, required: ['a'] }))],
    ['10,000 levels of allOf', nested(10_000, (a) => ({ allOf: [a] }))],
    ['10,000 levels of oneOf', nested(10_000, (a) => ({ oneOf: [a] }))],
    ['a reference that leads nowhere', component('Nowhere')],
    [
      'keywords of the wrong kind',
      { type: 7, required: 'a', properties: [], enum: 'x', items: 5, minLength: 'x', examples: 5, allOf: {} },
    ],
  ];
  for (const [name, schema] of odd) {
    it(name, () => {
      const value = sample(schema, about());
      expect(value).not.toBeUndefined();
      expect(JSON.stringify(value).length).toBeLessThan(200_000);
    });
  }

  it('a thousand schemas that all need each other', () => {
    const many: Record<string, Json> = {};
    for (let at = 0; at < 1000; at++) {
      const properties = { a: component(`S${(at * 7 + 1) % 1000}`), b: component(`S${(at * 3 + 2) % 1000}`) };
      many[`S${at}`] = { type: 'object', required: ['a', 'b'], properties };
    }
    const own = { root: { components: { schemas: many } }, resolve: (node: Json | undefined) => node };
    // Without a bound it would take for ever, and the limit of every test shows it.
    expect(sample(component('S0'), about({ document: own, validation: new Validation(own) }))).toBeTypeOf('object');
  });

  it('a schema that lies in itself', () => {
    const circular: Record<string, Json> = { type: 'object' };
    circular['properties'] = { self: circular };
    circular['required'] = ['self'];
    expect(isObject(sample(circular, about()))).toBe(true);
  });
});
