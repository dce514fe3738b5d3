/** How a text is read for secrets: what its end means, how deep it lies, and how what lies in it is read. */
import { type Cut, MASK, merged, NONE } from './cut.js';

/** Codings within codings that are undone; what lies deeper is masked as a whole. */
const MAX_LEVEL = 6;

/** How a text is read. */
export interface Reading {
  /** Whether the text was cut off at its end: a secret that begins there is one however little there is of it. */
  readonly isCut: boolean;
  /** How many codings have been undone. */
  readonly level: number;
  /** Reads a value of any form. */
  readonly within: (text: string, reading: Reading) => readonly Cut[];
}

/** A coding of single characters. */
export interface Coding {
  decode(raw: string): string;
  /** How many characters the one at an index was made of. */
  width(raw: string, at: number): number;
  encode(text: string): string;
}

/**
 * The cuts of a coded text.
 *
 * @param raw the text as it was sent
 * @param reading of the text that it is a part of; `isCut` says it of this text
 */
export function codedCuts(raw: string, coding: Coding, reading: Reading): readonly Cut[] {
  const decoded = coding.decode(raw);
  if (decoded === raw) return reading.within(raw, reading);
  if (reading.level >= MAX_LEVEL) return [{ start: 0, end: raw.length, by: MASK }];
  const cuts = merged(reading.within(decoded, { ...reading, level: reading.level + 1 }));
  return cuts.length === 0 ? NONE : inRaw(raw, coding, cuts);
}

/** Cuts of a decoded text where they lie in the coded one. */
function inRaw(raw: string, coding: Coding, cuts: readonly Cut[]): readonly Cut[] {
  let [at, decodedAt] = [0, 0];
  const rawIndexOf = (index: number) => {
    for (; decodedAt < index && at < raw.length; decodedAt++) at += coding.width(raw, at);
    return at;
  };
  return cuts.map(({ start, end, by }) => ({ start: rawIndexOf(start), end: rawIndexOf(end), by: coding.encode(by) }));
}
