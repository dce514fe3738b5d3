/** All rules of conduct, in the order in which their verdicts stand. */
import type { Rule } from '../rule.js';
import { builtPageUrls } from './built-page-urls.js';
import { changedKey } from './changed-key.js';
import { credentialForwarded } from './credential-forwarded.js';
import { downgraded } from './downgraded.js';
import { duplicateWrite } from './duplicate-write.js';
import { keptAliveNothing } from './kept-alive-nothing.js';
import { keptPaging } from './kept-paging.js';
import { mixedCursor } from './mixed-cursor.js';
import { neverRetried } from './never-retried.js';
import { noBackoff } from './no-backoff.js';
import { noJitter } from './no-jitter.js';
import { noPkce } from './no-pkce.js';
import { noState } from './no-state.js';
import { noUserAgent } from './no-user-agent.js';
import { refetchedUnchanged } from './refetched-unchanged.js';
import { repeatedPages } from './repeated-pages.js';
import { retriedHopeless } from './retried-hopeless.js';
import { retriedTooSoon } from './retried-too-soon.js';
import { retriedUnsafe } from './retried-unsafe.js';
import { retryStorm } from './retry-storm.js';
import { reusedRefreshToken } from './reused-refresh-token.js';
import { secretInUrl } from './secret-in-url.js';
import { skippedPages } from './skipped-pages.js';
import { unknownParameter } from './unknown-parameter.js';
import { usedExpiredToken } from './used-expired-token.js';
import { webhookFailedLate } from './webhook-failed-late.js';
import { webhookSlow } from './webhook-slow.js';

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
