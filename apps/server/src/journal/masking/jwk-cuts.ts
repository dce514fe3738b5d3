/** Finds the private members of JSON Web Keys (RFC 7518 §6): their names are a letter or two, and tell of a key only beside `kty`. */
import { type Cut, MASK } from './cut.js';

/** Private members of keys of each type: EC and OKP, RSA, symmetric ones. */
const PRIVATE = /"(?:d|p|q|dp|dq|qi|k)"\s*:\s*"([\w-]+)(?=["\s]|$)/g;

/** The private members of the keys that a JSON text has. */
export function jwkCuts(text: string): readonly Cut[] {
  if (!text.includes('"kty"')) return [];
  return Array.from(text.matchAll(PRIVATE), ({ index, 0: { length }, 1: value = '' }) => {
    const end = index + length;
    return { start: end - value.length, end, by: MASK };
  });
}
