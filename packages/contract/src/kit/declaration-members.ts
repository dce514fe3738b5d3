/** The members of declarations by name, for what no compiler has seen: a misspelt one would have no effect. */
import { DeclarationError, orOneOf } from './nearest.js';
import type { OperationDeclaration } from './operation-declaration.js';

/** Every member of an operation's declaration. */
export const declarationMembers: Readonly<Record<keyof OperationDeclaration, true>> = {
  summary: true,
  description: true,
  input: true,
  output: true,
  searches: true,
  filters: true,
  sorts: true,
  open: true,
  computes: true,
  fields: true,
  includes: true,
  arrivals: true,
  formats: true,
  holds: true,
  status: true,
  headers: true,
  versioned: true,
  patch: true,
  bare: true,
  raw: true,
  kinds: true,
  current: true,
  limit: true,
  sends: true,
  emits: true,
  beginsSession: true,
  renewsSession: true,
  signed: true,
  cache: true,
  scope: true,
  credential: true,
  credentialOptional: true,
  errors: true,
  inputError: true,
  aliases: true,
  bodies: true,
  bodyLimit: true,
  empty: true,
  extension: true,
};

/**
 * Checks the names of the members of a declaration.
 *
 * @param what what is declared, such as `an operation`
 * @throws {@link DeclarationError} naming one that it cannot have, and what may have been meant
 */
export function checkMembers(what: string, declared: object, members: Readonly<Record<string, true>>): void {
  const odd = Object.keys(declared).find((name) => !Object.hasOwn(members, name));
  if (odd === undefined) return;
  throw new DeclarationError(`${what} has no member ${odd}${orOneOf(odd, 'its members are', Object.keys(members))}`);
}
