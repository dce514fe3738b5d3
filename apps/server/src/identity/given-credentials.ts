/** Reads credentials where only a server with users can: what tokens and sessions need is left out of all other bundles. */
import type { readCredential as Read } from './credentials.js';

let given: typeof Read | undefined;

/** Has credentials be read; whoever serves the users gives how. */
export function giveCredentials(read: typeof Read): void {
  given = read;
}

/** Reads the credential that an operation declares; no operation declares one where there are no users. */
export const readCredential: typeof Read = async (records, meta, presented) => {
  // The admin token is the server's own business.
  if (meta.credential === 'none' || meta.credential === 'admin') return undefined;
  if (given === undefined) throw new TypeError(`nobody reads the credential ${meta.credential}`);
  return given(records, meta, presented);
};
