/** What is wrong with a part of a request, and whose fault it is. */
import { deepCompareStrict } from '@cfworker/json-schema';
import type { ProblemFault } from '@understudy/contract/kit';
import type { ContractIssue } from '../../kit/problem-error.js';
import type { ApiDocument, Json, JsonObject, Schema } from '../model.js';
import { sample } from '../sample/sample.js';
import { canBeSatisfied } from '../document/schema-faults.js';
import { isObject, listOf, shapeAt } from '../schema.js';
import type { Issue } from '../validate/issues.js';
import type { Validation } from '../validate/validator.js';
import { namesIn, valueAt } from '../pointers.js';
import { madeFor } from '../understand/nouns.js';

/** What a document says, and what holds values against it. */
export interface Reading {
  readonly document: ApiDocument;
  readonly validation: Validation;
}

/** Something that is wrong with a request. */
export interface FoundIssue extends ContractIssue {
  /** Where the document says so, as a pointer in it. */
  readonly place: string;
  /** As a problem lists it. */
  readonly fault: ProblemFault;
}

/** Whether a request is refused for an issue: for what the client could have known. */
export const refuses = ({ code, blames }: FoundIssue): boolean =>
  blames === undefined && code !== 'read_only_member' && code !== 'deprecated';

/** A value of a request, what the document says of it, and where it stands. */
interface Judged {
  readonly value: Json;
  readonly schema: Schema;
  /** Values that the document gives as examples of it. */
  readonly examples: readonly Json[];
  /** Whether the document says how it is written. */
  readonly isSettled: boolean;
}

/** The schema whose keyword a value fails. */
function holderOf({ document }: Reading, { schemaPointer }: Issue): JsonObject | undefined {
  const holder = valueAt(document.root, namesIn(schemaPointer).slice(0, -1));
  return isObject(holder) ? holder : undefined;
}

/** Values that a schema gives as examples of itself. */
function ownExamples(schema: JsonObject): readonly Json[] {
  const { example, examples, default: standard } = schema;
  return [example, standard, ...listOf(examples)].filter((one) => one !== undefined);
}

/** Whether a value is one of some. */
export const isOneOf = (value: Json | undefined, all: readonly Json[]): boolean =>
  value !== undefined && all.some((one) => deepCompareStrict(one, value));

/** Whether keywords of a schema contradict each other, so that no value has them all. */
function contradictsItself(reading: Reading, schema: JsonObject): boolean {
  if (!canBeSatisfied(schema)) return true;
  const { values } = shapeAt(reading.document, schema);
  return values.length > 0 && values.every((one) => !reading.validation.isValid(schema, one, 'request'));
}

/** Whether a schema can be met: not where it contradicts itself; and that is not clear where no value is found for it. */
const soundness = madeFor((schema: JsonObject, reading: Reading): 'document' | 'unclear' | 'sound' => {
  const { validation } = reading;
  const drawn = (seed: number): Json =>
    sample(schema, { ...reading, direction: 'request', seed, noun: 'value', index: seed });
  if (contradictsItself(reading, schema)) return 'document';
  return [1, 2, 3].some((seed) => validation.isValid(schema, drawn(seed), 'request')) ? 'sound' : 'unclear';
});

/** Whose fault an issue is; nobody's, where the document itself shows such a value. */
function blameOf(reading: Reading, held: Judged, issue: Issue): ContractIssue['blames'] | 'client' | 'nobody' {
  const { value, schema, examples, isSettled } = held;
  const holder = holderOf(reading, issue);
  const own = holder === undefined ? [] : ownExamples(holder);
  if (isOneOf(value, examples) || isOneOf(valueAt(value, namesIn(issue.pointer)), own)) return 'nobody';
  const failsToo = (one: Schema, example: Json): boolean =>
    reading.validation
      .check(one, example, 'request')
      .some(
        ({ schemaPointer, pointer }) => schemaPointer === issue.schemaPointer && (one === schema || pointer === ''),
      );
  if (examples.some((example) => failsToo(schema, example))) return 'document';
  if (holder !== undefined && own.some((example) => failsToo(holder, example))) return 'document';
  const sound = holder === undefined ? 'sound' : soundness(holder, reading);
  if (sound !== 'sound') return sound;
  return isSettled ? 'client' : 'unclear';
}

/** Faults of one value that are named. */
const MOST = 10;

/** What is wrong with a value by its schema, each with whose fault it is. */
export function schemaIssues(
  reading: Reading,
  held: Judged,
): readonly (readonly [Issue, Pick<FoundIssue, 'blames'>])[] {
  const found = reading.validation.check(held.schema, held.value, 'request').slice(0, MOST);
  return found.flatMap((issue) => {
    const blames = blameOf(reading, held, issue);
    if (blames === 'nobody') return [];
    return [[issue, blames === 'client' || blames === undefined ? {} : { blames }] as const];
  });
}
