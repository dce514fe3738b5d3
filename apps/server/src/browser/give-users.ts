/** What a server with users needs in a browser, and no other one has in its bundle. */
import { claimsSchema, readCredential } from '../identity/credentials.js';
import { giveCredentials } from '../identity/given-credentials.js';
import { giveKeys } from '../identity/given-keys.js';
import { keyOf } from '../platform/web/scrypt.js';

/** Has credentials be read, and keys be derived from passwords. */
export function giveUsers(): void {
  giveCredentials(readCredential, claimsSchema);
  giveKeys(keyOf);
}
