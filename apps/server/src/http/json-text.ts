/** Parses the JSON of a request; what cannot be read is a 400 that says where. */
import type { ProblemFault } from '@understudy/contract/kit';
import { brackets, followBrackets, MAX_LEVELS } from '../kit/json-levels.js';
import { loadedLater } from '../kit/loaded-later.js';
import { turns } from '../listing/turns.js';
import { badRequest, ProblemError } from '../kit/problem-error.js';
import { isLarge, parseLargeJson } from './large-json.js';

/** What finds a fault, which most requests do not have. */
const faults = loadedLater(() => import('../kit/json-fault.js'));

/** Longest text in which a fault is looked for, in characters: that takes some ten times as long as parsing it. */
const MAX_LOCATED = 1_000_000;

/** Where a text stands in the request, and how deep it may be. */
export interface JsonSource {
  /** The body by `pointer`, a part of the query by `parameter`. */
  readonly location: Pick<ProblemFault, 'pointer' | 'parameter'>;
  /** Levels around what is read, which do not count. */
  readonly around?: number;
}

/** Why a text is no JSON. It is read as far as its brackets match: the parser recurses, and a bracket that does not match is a fault. */
async function fault(text: string, location: JsonSource['location']): Promise<ProblemError> {
  const where = text.length <= MAX_LOCATED ? (await faults()).jsonFault(text) : '';
  return badRequest([{ ...location, code: 'invalid_json', detail: `is not valid JSON${where}` }]);
}

/**
 * Parses JSON (RFC 8259), a large text in stretches.
 *
 * @throws ProblemError 400 `too_deep` where it nests deeper than MAX_LEVELS, `too_big` where a number is too large, `invalid_json`
 * where it is none
 */
export async function parseJson(text: string, { location, around = 0 }: JsonSource): Promise<unknown> {
  const levels = MAX_LEVELS + around;
  const { isTooDeep, end, tooLarge } = isLarge(text)
    ? await turns.run(followBrackets(text, levels))
    : brackets(text, levels);
  if (isTooDeep) {
    const detail = `nests arrays and objects deeper than the ${MAX_LEVELS} levels this server reads`;
    throw badRequest([{ ...location, code: 'too_deep', detail }]);
  }
  try {
    const value: unknown = isLarge(text) ? await turns.run(parseLargeJson(text)) : JSON.parse(text);
    if (tooLarge === undefined) return value;
    const detail = `has the number ${tooLarge}, which is too large; the largest is about 1.8e308`;
    throw badRequest([{ ...location, code: 'too_big', detail }]);
  } catch (error) {
    if (error instanceof ProblemError) throw error;
    throw await fault(text.slice(0, end), location);
  }
}
