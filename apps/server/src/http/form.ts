/** Reads the members of a form. */
import { ownText } from '../kit/own-text.js';
import { readQuery, type TextTypes } from './text.js';

/** Reads a form; members with a type are read as that, one given twice becomes an array. Of others the first counts. */
export function parseForm(text: string, types: TextTypes): Record<string, unknown> {
  const form = new URLSearchParams(text);
  const members = new Map<string, unknown>();
  for (const [name, value] of form) {
    if (!types.has(name) && !members.has(name)) members.set(ownText(name), ownText(value));
  }
  for (const [name, value] of Object.entries(readQuery(form, types))) members.set(name, value);
  return Object.fromEntries(members);
}
