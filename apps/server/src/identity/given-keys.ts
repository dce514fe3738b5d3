/** Derives keys from passwords where only a server with users can: scrypt is left out of all other bundles. */
import type { keyOf as Derive } from '#platform/scrypt';

let given: typeof Derive | undefined;

/** Has keys be derived; whoever serves the users gives how. */
export function giveKeys(derive: typeof Derive): void {
  given = derive;
}

/** Derives a key of so many bytes from a password and its salt; nobody has a password where there are no users. */
export const keyOf: typeof Derive = async (request, bytes, cost) => {
  if (given === undefined) throw new TypeError('nobody derives keys from passwords');
  return given(request, bytes, cost);
};
