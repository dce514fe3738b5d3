/** Reads query and path texts as the types that an input schema names, strictly, without touching the schema. */
import { callControls } from '@understudy/contract/kit';
import { z } from 'zod';
import { detachString } from '../kit/made-once.js';

type TextType = 'number' | 'boolean' | 'string' | 'list';

function typeOf(schema: unknown): TextType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable) {
    return typeOf(schema.unwrap());
  }
  if (schema instanceof z.ZodNumber) return 'number';
  if (schema instanceof z.ZodBoolean) return 'boolean';
  if (schema instanceof z.ZodArray) return 'list';
  return 'string';
}

/** Digits are a number where that is one of some choices; other text is for the others. */
function typeInUrl(schema: unknown): TextType {
  if (schema instanceof z.ZodOptional) return typeInUrl(schema.unwrap());
  const isNumber = schema instanceof z.ZodUnion && schema.options.some((one) => typeOf(one) === 'number');
  return isNumber ? 'number' : typeOf(schema);
}

/** The members of an object schema that can come as text. */
export type TextTypes = ReadonlyMap<string, TextType>;

/** Looks up, once per schema, how each member is to be read that comes in a URL or a form. */
export function textTypes(shape: z.ZodRawShape): TextTypes {
  return new Map(Object.entries(shape).map(([name, member]) => [name, typeInUrl(member)]));
}

/** The same of members that come in headers, whose grammar is one of texts: digits alone are no entity tag, for one. */
export function headerTypes(shape: z.ZodRawShape): TextTypes {
  return new Map(Object.entries(shape).map(([name, member]) => [name, typeOf(member)]));
}

const NUMBER = /^-?\d+(?:\.\d+)?$/;

/**
 * Reads one text. Text that is not of the type stays text, so that validation names the fault: only
 * plain decimal digits are numbers, not "", " 1", "0x10" or "1e1".
 */
function readText(text: string, type: TextType): unknown {
  switch (type) {
    case 'number':
      return NUMBER.test(text) ? Number(text) : text;
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : text;
    default:
      // A record may keep it, and must not keep all of the query or form.
      return detachString(text);
  }
}

/** Reads the members that a query names, and that an input does not, which takes any: all but the controls. */
export function readOpenQuery(query: URLSearchParams, types: TextTypes): Record<string, unknown> {
  const names = [...query.keys()].filter((name) => !types.has(name) && !Object.hasOwn(callControls, name));
  const others = names.map((name) => [name, query.getAll(name).map(detachString)] as const);
  return {
    ...Object.fromEntries(others.map(([name, texts]) => [detachString(name), texts.length === 1 ? texts[0] : texts])),
    ...readQuery(query, types),
  };
}

/** Reads the members that a query names; one given twice becomes an array, which only lists accept. */
export function readQuery(query: URLSearchParams, types: TextTypes): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  query.forEach((text, name) => {
    const type = types.get(name);
    if (type === undefined) return;
    const isSeveral = type === 'list' || Object.hasOwn(input, name);
    input[name] = isSeveral ? query.getAll(name).map(detachString) : readText(text, type);
  });
  return input;
}

/**
 * Reads the members that come in headers. A header without a value counts as left out: tools send those that nobody has
 * filled in.
 *
 * @param names the header of each member
 * @param header gives a header by its name in lower case
 */
export function readHeaders(
  types: TextTypes,
  names: Readonly<Record<string, string>>,
  header: (name: string) => string | null,
): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  for (const [member, name] of Object.entries(names)) {
    const text = header(name.toLowerCase())?.trim() ?? '';
    const type = types.get(member);
    if (text === '' || type === undefined) continue;
    // Several fields of one name are one comma-separated list (RFC 9110 §5.3).
    input[member] = type === 'list' ? text.split(',').map((one) => detachString(one.trim())) : readText(text, type);
  }
  return input;
}

/** Reads the parameters of a path into an input; those that the input does not name stay text. */
export function readPath(input: object, parameters: Readonly<Record<string, string>>, types: TextTypes): void {
  const read = Object.entries(parameters).map(([name, text]) => [name, readText(text, types.get(name) ?? 'string')]);
  if (read.length > 0) Object.assign(input, Object.fromEntries(read));
}
