/** Authorization codes: signed and self-contained, so that only redeeming one writes. */
import { sha256 } from '#platform/runtime';
import { z } from 'zod';
import { audiences, type Realm } from '../../identity/realm.js';
import { loginMethod, requestedClaims } from '../../identity/claims.js';
import { seal, unseal } from '../../identity/browser-session.js';
import type { Records } from '../../kit/records.js';

/** A code lives this long, by the sandbox's clock (RFC 6749 §4.1.2 recommends ten minutes at most). */
export const CODE_LIFE_MS = 60_000;

const content = z.object({
  sub: z.string(),
  client: z.string(),
  uri: z.string(),
  scope: z.string(),
  claims: requestedClaims.optional(),
  audiences,
  ...loginMethod,
  challenge: z.string().optional(),
  /** Thumbprint of the key that must redeem it. */
  jkt: z.string().optional(),
  nonce: z.string().optional(),
  state: z.string().optional(),
  /** When the user logged in, in seconds since 1970. */
  auth: z.int(),
  sid: z.string().optional(),
  /** Whether the session was begun with it, or before; left out where whoever redeems it begins one. */
  begun: z.boolean().optional(),
  /** When it was issued, in ms since 1970. */
  iat: z.int(),
  /**
   * Number of the next token: two logins with a redeemed code between them get different codes, and suspending the user
   * ends what has a lower one.
   */
  n: z.int(),
});

/** What a code stands for. */
export type CodeContent = z.infer<typeof content>;

/** Issues a code. */
export function issueCode(records: Records, value: CodeContent, sandbox: string): string {
  return seal(records, value, { purpose: 'code', sandbox });
}

/** What a code stands for; undefined where it is none of this sandbox as it is now, too old, or from a time to come. */
export function readCode(records: Records, code: string, { sandbox, now, began }: Realm): CodeContent | undefined {
  const found = unseal(records, code, { kind: { purpose: 'code', sandbox }, schema: content });
  const isFresh = found !== undefined && found.iat <= now && now < found.iat + CODE_LIFE_MS;
  return isFresh && began <= found.iat ? found : undefined;
}

/** Id under which a redeemed code is remembered. */
export function codeId(code: string): string {
  return sha256(code);
}

/** Whether a verifier is the one that a challenge was made from (RFC 7636 §4.6, S256). */
export function isVerifierRight(verifier: string, challenge: string): boolean {
  return sha256(verifier) === challenge;
}
