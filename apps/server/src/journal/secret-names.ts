/** Which members, parameters and headers hold secrets. */

/** Endings of names whose values are secrets, however the words before them are written. */
const ENDINGS = /(?:password|passphrase|secret|token|apikey|privatekey)$/;

/** Whole names whose values are secrets. */
const NAMES: ReadonlySet<string> = new Set([
  'assertion',
  'authorization',
  'clientassertion',
  'code',
  'codeverifier',
  'cookie',
  'idempotencykey',
  'idtokenhint',
  'setcookie',
]);

/** Whether a name is that of a secret: `access_token`, `accessToken`, `Access-Token` and `user[access_token]` are one. */
export function isSecret(name: string): boolean {
  const bare = name.replace(/[^a-z\d]/gi, '').toLowerCase();
  return NAMES.has(bare) || ENDINGS.test(bare);
}
