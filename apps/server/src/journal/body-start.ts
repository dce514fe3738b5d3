/** The start of a request's body, as the journal has it. */
import { maskedJson } from './masked-json.js';

/** Longest start that is kept, in characters. */
const MAX_BODY = 1000;

/** The start of a body that was parsed, secrets masked. */
export function bodyStart(body: unknown): string {
  return maskedJson(body, MAX_BODY);
}
