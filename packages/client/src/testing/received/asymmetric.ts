/** Knows asymmetric matchers, plain objects and what else a value can be compared with. */
import { isObject } from '../../error-kind.js';
import type { AsymmetricMatcher } from './expected-request.js';

/** Whether a value is a matcher such as `expect.any(Number)`, of whichever runner. */
export function isAsymmetric(value: unknown): value is AsymmetricMatcher {
  return isObject(value) && typeof value['asymmetricMatch'] === 'function';
}

/** Whether a value is an object as JSON has them; it may come from another realm. */
export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** Whether a value is a regular expression, of whichever realm. */
export function isPattern(value: unknown): value is RegExp {
  return Object.prototype.toString.call(value) === '[object RegExp]';
}

/** Whether a pattern is found in a text, wherever its last search ended. */
export function isFound(pattern: RegExp, text: string): boolean {
  return new RegExp(pattern.source, pattern.flags.replace(/[gy]/g, '')).test(text);
}
