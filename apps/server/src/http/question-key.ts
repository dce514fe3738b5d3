/** What tells requests for one thing apart, of those that an answer may be kept for. */
import type { Settings } from '../options/options.js';
import { type CorsRules, credentialedOrigin } from './cors.js';
import { FAULT_HEADER } from './fault-controls.js';
import type { Incoming } from './incoming.js';
import { addressKey } from './public-address.js';
import { ResponseCache } from './response-cache.js';

/** What else than its URL tells requests for one thing apart. */
export interface QuestionRules extends Pick<Settings, 'trustProxy'> {
  readonly cors: CorsRules;
}

/** The key of a request; undefined for one that no answer is kept for. */
export function questionKey(request: Incoming, rules: QuestionRules): string | undefined {
  const { head } = request;
  if (head.question === undefined) head.question = keyOf(request, rules) ?? null;
  return head.question ?? undefined;
}

function keyOf(request: Incoming, { trustProxy, cors }: QuestionRules): string | undefined {
  const { method, url, header, hasBody } = request;
  if ((method !== 'GET' && method !== 'HEAD') || header(FAULT_HEADER) !== null || hasBody()) return undefined;
  return ResponseCache.key({
    method,
    target: addressKey({ header }, trustProxy) + url,
    origin: credentialedOrigin(header, cors),
    acceptEncoding: header('accept-encoding'),
    ifNoneMatch: header('if-none-match'),
  });
}
