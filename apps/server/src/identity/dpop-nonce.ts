/** Nonces that proofs of possession must have, where the sandbox wants them (RFC 9449 §8, §9). */
import type { LoginSettings } from '../kit/login-settings.js';
import type { Records } from '../kit/records.js';
import { secretValue } from './grants.js';

/** A nonce is new for so long, in ms, and good for as long again. */
const WINDOW_MS = 300_000;

/** The nonces that are good now, the newest first; undefined where none is needed. Nothing is kept of them. */
export function currentNonces(
  records: Records,
  { dpop_nonce: mode }: LoginSettings,
  { sandbox, now }: { readonly sandbox: string; readonly now: number },
): readonly [string, string] | undefined {
  if (mode !== 'required') return undefined;
  const window = Math.floor(now / WINDOW_MS);
  const nonce = (of: number): string => secretValue(records, ['dpop-nonce', sandbox, of]).slice(0, 24);
  return [nonce(window), nonce(window - 1)];
}
