/** Gives rules the serials that they are counted under. */
import { sha256 } from '#platform/hash';
import type { KeptRule } from '@understudy/contract/sandboxes';

/** A rule that has been read, and not yet been set. */
export type ReadRule = Omit<KeptRule, 'serial'>;

/** Rules that a client has set in a sandbox, counted from a number on that no other rule of it has had. */
export function numbered(rules: readonly ReadRule[], next: number): KeptRule[] {
  return rules.map((rule, index) => ({ serial: String(next + index), ...rule }));
}

/**
 * Rules of a configuration. Their serials follow from what they say, so that a server that is started with other rules
 * does not go on counting where the earlier ones ended.
 */
export function fingerprinted(rules: readonly ReadRule[]): KeptRule[] {
  return rules.map((rule) => {
    const hash = sha256(JSON.stringify(rule), 'hex');
    return { serial: `c${hash.slice(0, 16)}`, ...rule };
  });
}
