/** All rules of conduct, in the order in which their verdicts stand. */
import type { Rule } from '../rule.js';
import { builtPageUrls, keptPaging, mixedCursor, repeatedPages, skippedPages } from './paging.js';
import { changedKey, duplicateWrite, webhookFailedLate, webhookSlow } from './writes.js';
import {
  credentialForwarded,
  downgraded,
  noPkce,
  noState,
  reusedRefreshToken,
  secretInUrl,
  usedExpiredToken,
} from './auth.js';
import { keptAliveNothing, noUserAgent, refetchedUnchanged, unknownParameter } from './requests.js';
import { neverRetried, retriedHopeless, retriedTooSoon, retriedUnsafe } from './retries.js';
import { noBackoff, noJitter, retryStorm } from './backoff.js';

/** All rules of conduct. */
export const rules: readonly Rule[] = [
  retriedTooSoon,
  retriedUnsafe,
  changedKey,
  duplicateWrite,
  retriedHopeless,
  retryStorm,
  noBackoff,
  noJitter,
  neverRetried,
  keptPaging,
  builtPageUrls,
  mixedCursor,
  skippedPages,
  repeatedPages,
  refetchedUnchanged,
  secretInUrl,
  credentialForwarded,
  downgraded,
  usedExpiredToken,
  reusedRefreshToken,
  noState,
  noPkce,
  keptAliveNothing,
  unknownParameter,
  noUserAgent,
  webhookSlow,
  webhookFailedLate,
];
