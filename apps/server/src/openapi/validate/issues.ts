/** What is wrong with a value, in plain words: one issue for each cause, of all that the validator says. */
import type { OutputUnit } from '@cfworker/json-schema';
import type { Json, Schema } from '../model.js';
import { isObject, listOf, memberOf } from '../schema.js';
import type { SchemaPlace } from './schema-places.js';
import { pointerName, stepsOf, valueAt } from '../pointers.js';

const MAX_SHOWN = 12;
const MAX_TEXT = 80;

const articles: Readonly<Record<string, string>> = {
  null: 'null',
  boolean: 'a boolean',
  object: 'an object',
  array: 'an array',
  number: 'a number',
  string: 'a string',
  integer: 'an integer',
};

function shown(value: Json | undefined): string {
  const text = JSON.stringify(value) ?? '';
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text;
}

/** `a, b or c` */
const either = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** `must be a string or null` */
function typeMessage(types: Json | undefined): string {
  const words = [types ?? []].flat().map((type) => articles[String(type)] ?? String(type));
  return `must be ${either.format(new Set(words))}`;
}

function valuesMessage(values: Json | undefined): string {
  const all = [values ?? []].flat() as readonly Json[];
  if (all.length > MAX_SHOWN) return `must be one of ${all.slice(0, MAX_SHOWN).map(shown).join(', ')}, …`;
  return all.length === 1 ? `must be ${shown(all[0])}` : `must be one of ${all.map(shown).join(', ')}`;
}

const count = (value: Json | undefined, one: string, many = `${one}s`): string =>
  `${shown(value)} ${value === 1 ? one : many}`;

const quoted = (text: string): string => /"(.*)"\.$/s.exec(text)?.[1] ?? '';

type Message = (value: Json | undefined, error: string) => string;

const indexes = (error: string): string => {
  const [, one = '', other = ''] = /indexes (\d+) and (\d+)/.exec(error) ?? [];
  return `must not have the same item twice: items ${one} and ${other} are equal`;
};

const dependent: Message = (_value, error) => {
  const [, has = '', lacks = ''] = /has "(.*)" but does not have "(.*)"\.$/s.exec(error) ?? [];
  return `must have the member ${lacks}, since it has ${has}`;
};

const messages: Readonly<Record<string, Message>> = {
  type: (value) => typeMessage(value),
  enum: (value) => valuesMessage(value),
  const: (value) => `must be ${shown(value)}`,
  minimum: (value) => `must be at least ${shown(value)}`,
  maximum: (value) => `must be at most ${shown(value)}`,
  exclusiveMinimum: (value) => `must be more than ${shown(value)}`,
  exclusiveMaximum: (value) => `must be less than ${shown(value)}`,
  multipleOf: (value) => `must be a multiple of ${shown(value)}`,
  minLength: (value) => `must have at least ${count(value, 'character')}`,
  maxLength: (value) => `must have at most ${count(value, 'character')}`,
  pattern: (value) => `must match the pattern ${typeof value === 'string' ? value : shown(value)}`,
  format: (value) => `must be of the format ${String(value)}`,
  minItems: (value) => `must have at least ${count(value, 'item')}`,
  maxItems: (value) => `must have at most ${count(value, 'item')}`,
  uniqueItems: (_value, error) => indexes(error),
  contains: () => 'must contain an item that the schema asks for',
  minContains: (value) => `must contain at least ${count(value, 'item')} that the schema asks for`,
  maxContains: (value) => `must contain at most ${count(value, 'item')} that the schema asks for`,
  minProperties: (value) => `must have at least ${count(value, 'member')}`,
  maxProperties: (value) => `must have at most ${count(value, 'member')}`,
  required: (_value, error) => `must have the member ${quoted(error)}`,
  dependentRequired: dependent,
  not: () => 'must not be what the schema excludes',
  propertyNames: () => 'has a name that the schema does not allow',
  additionalProperties: () => 'is not a member that the schema lists',
  unevaluatedProperties: () => 'is not a member that the schema lists',
  items: () => 'is an item too many',
  unevaluatedItems: () => 'is an item too many',
  anyOf: () => 'must be one of the forms that the schema allows',
  oneOf: (_value, error) => {
    const [, matches = '0'] = /\((\d+) matches\)/.exec(error) ?? [];
    return matches === '0'
      ? 'must be one of the forms that the schema allows'
      : `must be of one form alone, but is of ${matches} of those that the schema allows`;
  },
};

/** The message for a keyword with a value in the document, and with what the validator said. */
function issueMessage(keyword: string, value: Json | undefined, error: string): string {
  // A bound of a format, such as those of int32.
  if (typeof value === 'string' && ['minimum', 'maximum', 'multipleOf', 'pattern'].includes(keyword)) {
    if (keyword !== 'pattern' || /^(?:byte|int32|int64)$/.test(value)) return messages['format']?.(value, error) ?? '';
  }
  return messages[keyword]?.(value, error) ?? 'must not be there';
}

/** What is wrong with a value, or with a part of it. */
export interface Issue {
  /** JSON pointer (RFC 6901) in the value; the empty text is the value itself. */
  readonly pointer: string;
  /** The keyword of JSON Schema that it fails, or `discriminator`, or `depth` where the value is nested too deep to be judged. */
  readonly keyword: string;
  /** Reads on from the name of the part: `must be at most 5`. */
  readonly message: string;
  /** JSON pointer of the keyword in the document. */
  readonly schemaPointer: string;
}

interface IssueOptions {
  readonly schema: Schema;
  readonly value: Json;
  readonly placeOf: (schema: Schema, location: string) => SchemaPlace;
}

const MAX_ISSUES = 20;

/** What the validator said, and where: `path` is the way to the part of the value. */
interface Cause {
  readonly unit: OutputUnit;
  readonly path: readonly string[];
  /** Instead of what is said of the keyword. */
  readonly message?: string;
  readonly keyword?: string;
}

/** Keywords that fail since a part of the value does, or since another schema does. */
const CHAINS = new Set([
  '$ref',
  'properties',
  'patternProperties',
  'additionalProperties',
  'unevaluatedProperties',
  'items',
  'prefixItems',
  'unevaluatedItems',
  'allOf',
  'if',
  'dependentSchemas',
]);

/** The number of units that follow one and lie below it. */
function countBelow(units: readonly OutputUnit[], at: number): number {
  const prefix = `${units[at]?.keywordLocation ?? ''}/`;
  let below = 0;
  for (let unit = units[at + 1]; unit !== undefined; unit = units[at + 1 + below]) {
    // `false` has the location of the value, and always follows the keyword that it is of.
    if (!unit.keywordLocation.startsWith(prefix) && unit.keyword !== 'false') break;
    below++;
  }
  return below;
}

/** How far a branch is from what the value was meant to be. */
function distance(causes: readonly Cause[], depth: number): number {
  let sum = causes.length;
  for (const { unit, path } of causes) {
    if (path.length === depth && (unit.keyword === 'type' || unit.keyword === 'false')) sum += 1000;
    // A member that tells branches apart.
    if (path.length === depth + 1 && (unit.keyword === 'const' || unit.keyword === 'enum')) sum += 100;
  }
  return sum;
}

/** The branch that the member of a discriminator names; undefined where there is none. */
function namedBranch(place: SchemaPlace, part: Json | undefined): number | 'unknown' | undefined {
  const { discriminator } = place.holder;
  const member = memberOf(discriminator, 'propertyName');
  if (typeof member !== 'string' || !isObject(part) || !Array.isArray(place.value)) return undefined;
  const branches = place.value as readonly Json[];
  const name = memberOf(part, member);
  if (typeof name !== 'string') return 'unknown';
  const mapping = memberOf(discriminator, 'mapping');
  const mapped = memberOf(mapping, name);
  const index = branches.findIndex((branch) => {
    const reference = memberOf(branch, '$ref');
    return typeof reference === 'string' && (reference === mapped || reference.endsWith(`/${String(mapped ?? name)}`));
  });
  return index < 0 ? 'unknown' : index;
}

/** The names that a discriminator allows. */
function namesOf({ holder, value }: SchemaPlace): readonly string[] {
  const mapping = memberOf(holder['discriminator'], 'mapping');
  if (isObject(mapping)) return Object.keys(mapping);
  return listOf(value).flatMap((branch) => {
    const reference = memberOf(branch, '$ref');
    return typeof reference === 'string' ? [reference.slice(reference.lastIndexOf('/') + 1)] : [];
  });
}

/** Finds the causes behind what the validator said of one value. */
function causesOf(units: readonly OutputUnit[], options: IssueOptions): readonly Cause[] {
  const causes: Cause[] = [];
  for (let at = 0; at < units.length; at++) {
    const unit = units[at];
    if (unit === undefined) break;
    const { keyword } = unit;
    const next = units[at + 1];
    if (CHAINS.has(keyword)) {
      if (next?.keyword !== 'false') continue;
      causes.push({ unit, path: stepsOf(next.instanceLocation) });
      at++;
      continue;
    }
    const path = stepsOf(unit.instanceLocation);
    if (keyword === 'anyOf' || keyword === 'oneOf') {
      const below = countBelow(units, at);
      causes.push(...branchCauses(unit, units.slice(at + 1, at + 1 + below), options));
      at += below;
    } else if (keyword === 'contains') {
      causes.push({ unit, path });
      at += countBelow(units, at);
    } else if (keyword === 'propertyNames') {
      const name = /^Property name "(.*)" does not match/s.exec(unit.error)?.[1] ?? '';
      causes.push({ unit, path: [...path, name] });
      at += countBelow(units, at);
    } else causes.push({ unit, path });
  }
  return causes;
}

/** The causes within the branch that the value was most likely meant to be. */
function branchCauses(unit: OutputUnit, below: readonly OutputUnit[], options: IssueOptions): readonly Cause[] {
  const path = stepsOf(unit.instanceLocation);
  const isDouble = unit.keyword === 'oneOf' && !unit.error.includes('(0 matches)');
  if (isDouble) return [{ unit, path }];
  const place = options.placeOf(options.schema, unit.keywordLocation);
  const named = namedBranch(place, valueAt(options.value, path));
  if (named === 'unknown') {
    const member = String(memberOf(place.holder['discriminator'], 'propertyName'));
    const message = valuesMessage(namesOf(place));
    return [{ unit, path: [...path, member], keyword: 'discriminator', message }];
  }
  const groups = new Map<number, OutputUnit[]>();
  let index = 0;
  for (const one of below) {
    const rest = one.keywordLocation.slice(unit.keywordLocation.length + 1);
    if (one.keywordLocation.startsWith(`${unit.keywordLocation}/`)) index = Number.parseInt(rest, 10);
    groups.set(index, [...(groups.get(index) ?? []), one]);
  }
  const branches = [...groups].map(([branch, units]) => ({ branch, causes: causesOf(units, options) }));
  const isTyped = (causes: readonly Cause[]) =>
    causes.some((cause) => cause.unit.keyword === 'type' && cause.path.length === path.length);
  if (branches.length > 0 && branches.every(({ causes }) => isTyped(causes))) {
    const types = branches.flatMap(({ causes }) =>
      causes
        .filter((cause) => cause.unit.keyword === 'type' && cause.path.length === path.length)
        .flatMap((cause) => options.placeOf(options.schema, cause.unit.keywordLocation).value ?? []),
    );
    return [{ unit, path, keyword: 'type', message: typeMessage(types as readonly Json[]) }];
  }
  const wanted = branches.find(({ branch }) => branch === named);
  const [best] = branches.toSorted((a, b) => distance(a.causes, path.length) - distance(b.causes, path.length));
  const causes = (wanted ?? best)?.causes ?? [];
  return causes.length > 0 ? causes : [{ unit, path }];
}

/** Keywords that follow from others: a value of the wrong type has no format, one that is not listed no pattern. */
const ranks: Readonly<Record<string, number>> = { type: 0, const: 1, enum: 1 };

/** Leaves out what another cause of the same part explains. */
function withoutEchoes(causes: readonly Cause[]): readonly Cause[] {
  const best = new Map<string, number>();
  const rankOf = ({ unit, keyword }: Cause) => ranks[keyword ?? unit.keyword] ?? 2;
  for (const cause of causes) {
    const key = cause.path.map(pointerName).join('/');
    best.set(key, Math.min(best.get(key) ?? 2, rankOf(cause)));
  }
  return causes.filter((cause) => rankOf(cause) <= (best.get(cause.path.map(pointerName).join('/')) ?? 2));
}

/** Items that fail `contains` explain nothing where only some must match. */
function withoutItems(units: readonly OutputUnit[]): readonly OutputUnit[] {
  const counted = units.filter(({ keyword }) => keyword === 'minContains');
  if (counted.length === 0) return units;
  const prefixes = counted.map(({ keywordLocation }) => `${keywordLocation.slice(0, -'minContains'.length)}contains/`);
  return units.filter((unit) => !prefixes.some((prefix) => unit.keywordLocation.startsWith(prefix)));
}

/** The issues behind what the validator said, the deepest first. */
export function issuesOf(units: readonly OutputUnit[], options: IssueOptions): readonly Issue[] {
  const issues = new Map<string, Issue>();
  const causes = withoutEchoes(causesOf(withoutItems(units), options)).toSorted(
    (a, b) => b.path.length - a.path.length,
  );
  for (const { unit, path, message, keyword = unit.keyword } of causes) {
    if (issues.size >= MAX_ISSUES) break;
    const place = options.placeOf(options.schema, unit.keywordLocation);
    const pointer = path.map((step) => `/${pointerName(step)}`).join('');
    const said = message ?? issueMessage(keyword, place.value, unit.error);
    // Parts of allOf may say the same.
    issues.set(`${pointer} ${said}`, { pointer, keyword, message: said, schemaPointer: place.pointer });
  }
  return [...issues.values()];
}
