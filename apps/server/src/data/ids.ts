/** The ids of a collection of the data: what they are, and which record has which. */
import { z } from 'zod';
import { DataFault } from './data-fault.js';

/** A record of the data, as it was parsed. */
export type Parsed = Record<string, unknown>;

/** What the ids are: all integers, all texts, or some of each; `any` where there are none to tell. */
export type IdKind = 'integer' | 'text' | 'mixed' | 'any';

/** The ids of a collection. */
export interface Ids {
  readonly kind: IdKind;
  /** The index of a record by the text of its id; -1 where none has it. */
  readonly indexOf: (text: string) => number;
  /** The largest integer among them; 0 where none is larger. */
  readonly largest: number;
}

/** One less than the largest, so that there is always a next one. */
const LARGEST = Number.MAX_SAFE_INTEGER - 1;

/** The text of an integer. */
const INTEGER = /^(?:0|-?[1-9]\d{0,15})$/;

const MAX_TEXT = 128;

/** Whether a text would be an integer, if it stood among integers. */
const readsAsInteger = (text: string): boolean => INTEGER.test(text) && Math.abs(Number(text)) <= LARGEST;

function isId(id: unknown): id is string | number {
  if (typeof id === 'number') return Number.isSafeInteger(id) && Math.abs(id) <= LARGEST;
  return typeof id === 'string' && id !== '' && id.length <= MAX_TEXT;
}

/** The kind of the ids that records have. */
function kindOf(name: string, records: readonly Parsed[]): IdKind {
  let [integers, texts, asInteger] = [0, 0, -1];
  for (let index = 0; index < records.length; index++) {
    const id = records[index]?.['id'];
    if (id === undefined) continue;
    if (!isId(id)) {
      const shown = JSON.stringify(id).slice(0, 50);
      throw new DataFault(
        `${name}[${index}] has the id ${shown}; an id is an integer, or a text of 1 to ${MAX_TEXT} characters`,
      );
    }
    if (typeof id === 'number') integers += 1;
    else {
      texts += 1;
      if (asInteger < 0 && readsAsInteger(id)) asInteger = index;
    }
  }
  if (integers > 0 && asInteger >= 0) {
    throw new DataFault(
      `${name}[${asInteger}] has the id ${JSON.stringify(records[asInteger]?.['id'])}, a text, while others have numbers; write it as a number`,
    );
  }
  if (integers + texts === 0) return records.length === 0 ? 'any' : 'integer';
  return texts === 0 ? 'integer' : integers === 0 ? 'text' : 'mixed';
}

/** A record with an id that stands first, as where the server creates a record. */
const withId = (id: string | number, record: Parsed): Parsed => ({ id, ...record });

/** The first of ids that count up by one from record to record; undefined where they do not. */
function firstOfConsecutive(records: readonly Parsed[]): number | undefined {
  const first = records[0]?.['id'];
  if (typeof first !== 'number' || !isId(first) || !isId(first + records.length)) return undefined;
  for (let index = 1; index < records.length; index++) {
    if (records[index]?.['id'] !== first + index) return undefined;
  }
  return first;
}

/** Ids that count up, as most files have them: where a record is follows from its id. */
function consecutiveIds(first: number, count: number): Ids {
  const indexOf = (id: string): number => {
    const index = readsAsInteger(id) ? Number(id) - first : -1;
    return index >= 0 && index < count ? index : -1;
  };
  return { kind: 'integer', indexOf, largest: Math.max(0, first + count - 1) };
}

/**
 * Finds which record has which id. One without an id gets one, in the array itself: the next integer, or a text that
 * follows from its index.
 *
 * @throws DataFault naming the record whose id cannot be one, or is that of another record
 */
export function giveIds(name: string, records: Parsed[]): Ids {
  const first = firstOfConsecutive(records);
  if (first !== undefined) return consecutiveIds(first, records.length);
  const kind = kindOf(name, records);
  const indexes = new Map<string, number>();
  let largest = 0;
  const without: number[] = [];
  for (let index = 0; index < records.length; index++) {
    const id = records[index]?.['id'];
    if (id === undefined) {
      without.push(index);
      continue;
    }
    if (typeof id === 'number' && id > largest) largest = id;
    const text = String(id);
    const other = indexes.get(text);
    if (other !== undefined) {
      throw new DataFault(`${name}[${index}] has the id ${JSON.stringify(id)}, which ${name}[${other}] has already`);
    }
    indexes.set(text, index);
  }
  for (const index of without) {
    const record = records[index] ?? {};
    let id: string | number = kind === 'integer' ? ++largest : `${name}_${index + 1}`;
    while (indexes.has(String(id))) id = `${id}x`;
    records[index] = withId(id, record);
    indexes.set(String(id), index);
  }
  return { kind, indexOf: (id) => indexes.get(id) ?? -1, largest };
}

/** An id as it is shown, of the text by which its record is kept. */
export function shownId(kind: IdKind, text: string): string | number {
  const isInteger = kind === 'integer' || (kind !== 'text' && readsAsInteger(text));
  return isInteger ? Number(text) : text;
}

const text = z.string().min(1).max(MAX_TEXT);
const notAnInteger = text.refine((id) => !readsAsInteger(id), 'must be sent as a number, as the other ids are');

/** The schema of the ids of a kind, as a client sends and sees them. */
export function idSchema(kind: IdKind) {
  if (kind === 'integer') return z.int();
  return kind === 'text' ? text : z.union([z.int(), notAnInteger]);
}

/** The schema of an id as it is kept: any text. */
export const keptId = text;
