/** Values made from JSON schemas: mostly what is asked for, at its bounds and around them, and at times anything. */
import fc from 'fast-check';
import { number, text, value } from './odd-values.mjs';

/** What the pool of answers is asked for instead of such a text: `<ACCESS_TOKEN>` in the contract's examples. */
const PLACEHOLDER = /<[A-Z_]+>/g;

/** Most optional members that an object is given. */
const MAX_OPTIONAL = 5;

const examplesOf = ({ examples = [], const: only, enum: allowed = [] }) => [
  ...examples,
  ...allowed,
  ...(only === undefined ? [] : [only]),
];

function stringOf({ format, minLength = 0, maxLength = 60 }) {
  if (format === 'date-time') return fc.date({ noInvalidDate: true }).map((date) => date.toJSON());
  if (format === 'uri' || format === 'url') return fc.webUrl();
  if (format === 'email') return fc.emailAddress();
  return fc.string({ minLength, maxLength: Math.min(maxLength, minLength + 40) });
}

function numberOf({ type, minimum = -1000, maximum = 1000 }) {
  const [min, max] = [Math.max(minimum, -1e6), Math.min(maximum, 1e6)];
  const within = type === 'integer' ? fc.integer({ min, max }) : fc.double({ min, max, noNaN: true });
  return fc.oneof(fc.constantFrom(minimum, maximum), within);
}

/** Values around the bounds of a schema. */
function edgeOf({ type, minLength = 0, maxLength = 60, minimum = 0, maximum = 0 }) {
  if (type === 'integer' || type === 'number') return fc.constantFrom(minimum - 1, maximum + 1, minimum + 0.5);
  const lengths = [minLength - 1, minLength, maxLength, maxLength + 1].filter(
    (length) => length >= 0 && length < 20_000,
  );
  return fc.constantFrom(...lengths).map((length) => 'b'.repeat(length));
}

const wrongOf = (schema) => fc.oneof(edgeOf(schema), value, text, number);

function objectOf({ properties = {}, required = [], additionalProperties: rest }) {
  const names = Object.keys(properties);
  const others = fc.dictionary(text, typeof rest === 'object' ? valueOf(rest) : value, { maxKeys: 3 });
  if (names.length === 0) return others;
  const whole = fc.record(Object.fromEntries(names.map((name) => [name, valueOf(properties[name])])));
  const optional = names.filter((name) => !required.includes(name));
  const right = fc
    .tuple(whole, fc.subarray(optional, { maxLength: Math.min(optional.length, MAX_OPTIONAL) }))
    .map(([all, some]) => Object.fromEntries([...required, ...some].map((name) => [name, all[name]])));
  const wrong = fc
    .constantFrom(...names)
    .chain((name) => fc.tuple(right, wrongOf(properties[name])).map(([own, one]) => ({ ...own, [name]: one })));
  const without = fc.tuple(right, fc.constantFrom(...names)).map(([own, name]) => ({ ...own, [name]: undefined }));
  const more = fc.tuple(right, others).map(([own, added]) => ({ ...added, ...own }));
  return fc.oneof(
    { weight: 12, arbitrary: right },
    { weight: 4, arbitrary: wrong },
    { weight: 1, arbitrary: without },
    { weight: 1, arbitrary: more },
  );
}

function typedOf(schema) {
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (choices) return fc.oneof(...choices.map(valueOf));
  if (Array.isArray(schema.type)) return fc.oneof(...schema.type.map((type) => valueOf({ ...schema, type })));
  if (schema.type === 'string') return stringOf(schema);
  if (schema.type === 'integer' || schema.type === 'number') return numberOf(schema);
  if (schema.type === 'boolean') return fc.boolean();
  if (schema.type === 'null') return fc.constant(null);
  if (schema.type === 'array') return fc.array(valueOf(schema.items ?? {}), { maxLength: 5 });
  return schema.type === 'object' ? objectOf(schema) : value;
}

/**
 * @param {object} schema a JSON schema without references
 * @returns {fc.Arbitrary<unknown>} what it asks for; in objects, at times, with one member that it does not
 */
export function valueOf(schema) {
  const examples = examplesOf(schema);
  if (examples.length === 0) return typedOf(schema);
  // What has a form that only its examples show is best made like them.
  const isFree = schema.pattern === undefined && schema.enum === undefined;
  return fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...examples) },
    { weight: isFree ? 1 : 0, arbitrary: isFree ? typedOf(schema) : fc.constant(null) },
  );
}

/** Puts what earlier answers gave in the place of placeholders. */
export function filled(given, pool) {
  if (typeof given === 'string') return given.replace(PLACEHOLDER, (placeholder) => pool.take(placeholder));
  if (Array.isArray(given)) return given.map((one) => filled(one, pool));
  if (typeof given !== 'object' || given === null) return given;
  const members = Object.entries(given).map(([name, member]) => {
    const isId = name.endsWith('_id') && typeof member === 'string';
    return [name, isId ? pool.alike(member) : filled(member, pool)];
  });
  return Object.fromEntries(members);
}
