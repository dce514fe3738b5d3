/** Copies texts that are kept, so that they do not keep alive what they were cut from. */
import { bytesOf, textOf } from '#platform/runtime';

/** Texts up to this long are copied when they are cut, by V8 (SlicedString::kMinLength is 13). */
const NEVER_A_SLICE = 12;

/** The same text as one of its own: a slice refers to the whole text that it was cut from. */
export function detachString(text: string): string {
  return text.length <= NEVER_A_SLICE ? text : textOf(bytesOf(text));
}

/** Bytes that the characters of a text take in memory: two each where any is beyond Latin-1. */
export function textBytes(text: string): number {
  return /[^\0-\xff]/.test(text) ? 2 * text.length : text.length;
}
