/**
 * Notices deliveries that cause each other for ever. Each says in `CDN-Loop` (RFC 8586) how many led to it; a receiver
 * that calls back passes the header on, as one at this server does by itself.
 */

/** Longest chain of deliveries that each came of the one before. */
const MAX_DEPTH = 8;

/** Second deliveries of their chains that a sandbox may have waiting. With each further delivery it is half as many. */
const MAX_SECOND = 512;

/** Our member among those of the gateways on the way (RFC 8586 §2). */
const OURS = /(?:^|,)\s*understudy\s*;\s*depth=(\d{1,3})\s*(?=$|[,;])/gi;

/** What an attempt says whose event is taken for part of a loop. */
export const LOOP_DETECTED = 'loop_detected';

/** How many deliveries led to a request, one by the other, by its `CDN-Loop` header; 0 where none did. */
export function depthOf(header: string | null): number {
  const depths = Array.from((header ?? '').matchAll(OURS), ([, depth]) => Number(depth));
  return Math.max(0, ...depths);
}

/** Value of the `CDN-Loop` header of a delivery. */
export function loopHeader(depth: number): string {
  return `understudy;depth=${depth}`;
}

/**
 * Whether a delivery is one too many. Where each delivery sets off several, a limit on the length of chains alone would
 * let through as many as those several to the eighth power; so there is one on their number, too.
 *
 * @param depth number of the delivery in its chain, from 1
 * @param waiting deliveries of the sandbox that wait, and came of others
 */
export function isLoop(depth: number, waiting: number): boolean {
  return depth > MAX_DEPTH || (depth > 1 && waiting >= MAX_SECOND >> (depth - 2));
}
