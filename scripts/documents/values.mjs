/** Values that are valid by a schema: examples first, else the smallest that will do. For requests, so without `readOnly`. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { cache } from './corpus.mjs';
import { follow, isObject } from './operations.mjs';

const DEPTH = 8;

const FORMATS = {
  date: '2026-01-15',
  'date-time': '2026-01-15T12:00:00Z',
  time: '12:00:00Z',
  duration: 'P1D',
  email: 'ada@example.com',
  'idn-email': 'ada@example.com',
  hostname: 'www.example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  uri: 'https://example.com/a',
  url: 'https://example.com/a',
  'uri-reference': '/a',
  'uri-template': '/a/{b}',
  iri: 'https://example.com/a',
  uuid: '5f0c8a5e-3c1d-4d5a-9a53-2f6a3d1c9b10',
  byte: 'YWJj',
  'json-pointer': '/a',
  'relative-json-pointer': '0',
  regex: 'a',
};

let RandExp;

/** A text that matches a pattern; undefined where none is found. */
function matching(pattern) {
  RandExp ??= createRequire(join(cache, 'corpus', 'package.json'))('randexp');
  try {
    const made = new RandExp(pattern);
    made.max = 4;
    // The same text each time.
    made.randInt = (low, high) => low + (high > low && high - low > 10 ? 7 : 0);
    return made.gen();
  } catch {
    return undefined;
  }
}

function text(schema) {
  if (typeof schema.pattern === 'string') {
    const made = matching(schema.pattern);
    if (made !== undefined && made.length >= (schema.minLength ?? 0)) return made;
  }
  const known = FORMATS[schema.format];
  if (known !== undefined) return known;
  const base = 'sample';
  const least = Math.min(schema.minLength ?? 0, 10_000);
  const padded = base.length < least ? base.padEnd(least, 'x') : base;
  return typeof schema.maxLength === 'number' ? padded.slice(0, Math.max(schema.maxLength, 0)) : padded;
}

function number(schema, isInteger) {
  const low = [schema.minimum, schema.exclusiveMinimum].filter((one) => typeof one === 'number');
  const high = [schema.maximum, schema.exclusiveMaximum].filter((one) => typeof one === 'number');
  const isOver = schema.exclusiveMinimum === true || typeof schema.exclusiveMinimum === 'number';
  const isUnder = schema.exclusiveMaximum === true || typeof schema.exclusiveMaximum === 'number';
  const step = schema.multipleOf > 0 ? schema.multipleOf : isInteger ? 1 : 0.5;
  const least = low.length === 0 ? -Infinity : Math.max(...low);
  const most = high.length === 0 ? Infinity : Math.min(...high);
  if (1 * step > least && 1 * step < most) return step;
  if (least > -Infinity) {
    const first = Math.ceil(least / step) * step;
    return isOver && first <= least ? first + step : first;
  }
  const last = Math.floor(most / step) * step;
  return isUnder && last >= most ? last - step : last;
}

/** The type that a schema has without saying so. */
function typeIn(schema) {
  if (isObject(schema.properties) || schema.required !== undefined || isObject(schema.additionalProperties))
    return 'object';
  if (schema.items !== undefined) return 'array';
  return schema.pattern === undefined && schema.format === undefined ? undefined : 'string';
}

/**
 * Makes values by the schemas of one document.
 *
 * @param {object} root
 * @param {{ isFull?: boolean, withExamples?: boolean }} options whether optional members are made as well, and whether
 *   examples within the schema are used
 */
export function maker(root, { isFull = false, withExamples = true } = {}) {
  const merged = (schema, depth) => {
    if (!Array.isArray(schema.allOf)) return schema;
    const { allOf, ...own } = schema;
    let all = { ...own };
    for (const part of allOf) {
      const one = resolved(part, depth + 1);
      if (!isObject(one)) continue;
      const required = [
        ...(Array.isArray(all.required) ? all.required : []),
        ...(Array.isArray(one.required) ? one.required : []),
      ];
      const properties = { ...one.properties, ...all.properties };
      all = Object.assign({}, one, all, { properties, required });
    }
    return all;
  };
  const resolved = (schema, depth) => {
    if (depth > DEPTH * 3) return {};
    const target = follow(root, schema, '')?.node;
    return isObject(target) ? merged(target, depth) : target;
  };
  const object = (schema, depth) => {
    const made = {};
    const properties = isObject(schema.properties) ? schema.properties : {};
    const required = new Set(Array.isArray(schema.required) ? schema.required : []);
    for (const [name, one] of Object.entries(properties)) {
      const member = resolved(one, depth);
      if (member === false || (isObject(member) && member.readOnly === true) || one?.readOnly === true) continue;
      const isWanted = required.has(name) || (isFull && depth < 3);
      if (isWanted)
        Object.defineProperty(made, name, {
          value: make(one, depth + 1),
          enumerable: true,
          configurable: true,
          writable: true,
        });
    }
    const additional = isObject(schema.additionalProperties) ? schema.additionalProperties : {};
    for (const name of required) if (!Object.hasOwn(properties, name)) made[name] = make(additional, depth + 1);
    for (let index = 0; Object.keys(made).length < (schema.minProperties ?? 0) && index < 20; index += 1)
      made[`member${index}`] = make(additional, depth + 1);
    return made;
  };
  const array = (schema, depth) => {
    const least = Math.min(schema.minItems ?? 0, 50);
    const count = isFull && depth < 3 && schema.maxItems !== 0 ? Math.max(least, 1) : least;
    return Array.from({ length: count }, (_, index) => {
      const one = make(schema.prefixItems?.[index] ?? schema.items ?? {}, depth + 1);
      if (schema.uniqueItems !== true || index === 0) return one;
      const { enum: choices } = resolved(schema.items ?? {}, depth) ?? {};
      if (Array.isArray(choices)) return choices[index % choices.length];
      return typeof one === 'number' ? one + index : typeof one === 'string' ? `${one.slice(0, -1)}${index}` : one;
    });
  };
  const byType = (schema, depth) => {
    const types = [schema.type].flat().filter((one) => one !== undefined && one !== 'null');
    const type = types.length === 0 ? typeIn(schema) : types[0];
    if (type === 'object') return object(schema, depth);
    if (type === 'array') return array(schema, depth);
    if (type === 'boolean') return true;
    if (type === 'integer' || type === 'number') return number(schema, type === 'integer');
    if (type === 'string' || type === 'file') return text(schema);
    return [schema.type].flat().includes('null') ? null : 'sample';
  };
  const make = (given, depth = 0) => {
    const schema = resolved(given, depth);
    if (!isObject(schema)) return 'sample';
    if (schema.const !== undefined) return schema.const;
    if (withExamples) {
      if (schema.example !== undefined) return schema.example;
      if (Array.isArray(schema.examples) && schema.examples.length > 0) return schema.examples[0];
      if (schema['x-example'] !== undefined) return schema['x-example'];
      if (schema.default !== undefined && schema.default !== null) return schema.default;
    }
    if (Array.isArray(schema.enum) && schema.enum.length > 0) return schema.enum.find((one) => one !== null) ?? null;
    if (depth > DEPTH) return schema.type === 'array' ? [] : schema.type === 'object' ? {} : 'sample';
    const choices = schema.oneOf ?? schema.anyOf;
    if (Array.isArray(choices) && choices.length > 0) {
      const { oneOf, anyOf, ...own } = schema;
      void oneOf;
      void anyOf;
      const first = choices.map((one) => resolved(one, depth)).find((one) => isObject(one) && one.type !== 'null');
      if (first === undefined) return null;
      const required = [...(own.required ?? []), ...(first.required ?? [])];
      const both = { ...own, ...first, required, properties: { ...own.properties, ...first.properties } };
      if (Object.keys(both.properties).length === 0) delete both.properties;
      if (required.length === 0) delete both.required;
      return make(both, depth + 1);
    }
    return byType(schema, depth);
  };
  return make;
}
