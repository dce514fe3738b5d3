/** Reads credentials where only a server with users can: what tokens and sessions need is left out of all other bundles. */
import type { claimsSchema as Claims, readCredential as Read } from './credentials.js';

let given: typeof Read | undefined;
let claims: typeof Claims | undefined;

/** Has credentials be read; whoever serves the users gives how. */
export function giveCredentials(read: typeof Read, schema: typeof Claims): void {
  given = read;
  claims = schema;
}

/** Reads the credential that an operation declares; no operation declares one where there are no users. */
export const readCredential: typeof Read = async (records, meta, presented) => {
  // The admin token is the server's own business.
  if (meta.credential === 'none' || meta.credential === 'admin') return undefined;
  if (given === undefined) throw new TypeError(`nobody reads the credential ${meta.credential}`);
  return given(records, meta, presented);
};

/** What claims of a user must be; undefined where there are no users. */
export const claimsSchema: typeof Claims = () => claims?.();
