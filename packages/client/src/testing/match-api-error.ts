/** Matches an error of the client by its kind. */
import type { ErrorKind } from '../error-kind.js';
import { isApiError } from '../is-api-error.js';
import type { MatchResult } from './match-result.js';

/** Whether a value is an error of the client, of one of these kinds if any are named. */
export function matchApiError(received: unknown, kinds: readonly ErrorKind[]): MatchResult {
  const wanted = kinds.length === 0 ? 'an ApiError' : `an ApiError of kind ${kinds.join(' or ')}`;
  const pass = isApiError(received, ...kinds);
  return {
    pass,
    message: () => `expected ${pass ? 'anything but ' : ''}${wanted}, but it is ${described(received)}`,
    ...(isApiError(received) ? { actual: received.kind, expected: kinds.join(' or ') || received.kind } : {}),
  };
}

function described(value: unknown): string {
  if (isApiError(value)) return `one of kind ${value.kind}: ${value.message}`;
  return value instanceof Error ? `${value.name}: ${value.message}` : `no error: ${String(value)}`;
}
