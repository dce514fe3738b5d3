/** The 404 for an id that no record has: it names the record, and where in the input its id came. */
import type { ProblemFault } from '@understudy/contract/kit';
import type { Locate } from './faults.js';
import { ProblemError } from './problem-error.js';

/** A record that is not there. */
export interface Missing {
  /** What it would be, such as `course`. */
  readonly noun: string;
  readonly id: string;
}

/** Finds the parameter or pointer in which an id came; undefined where it did not come in the input. */
export type LocateId = (missing: Missing) => Pick<ProblemFault, 'pointer' | 'parameter'> | undefined;

type Path = readonly (string | number)[];

/** Every text and number of a value, with its path. */
function* texts(value: unknown, path: Path = []): Generator<{ readonly path: Path; readonly text: string }> {
  if (typeof value === 'string' || typeof value === 'number') yield { path, text: String(value) };
  if (typeof value !== 'object' || value === null) return;
  const members = Array.isArray(value) ? value.entries() : Object.entries(value);
  for (const [key, member] of members) yield* texts(member, [...path, key]);
}

/** Finds ids in an input: in a member named for the record (`course_id`), else in any. */
export function locateIdIn(input: unknown, locate: Locate): LocateId {
  return ({ noun, id }) => {
    const found = [...texts(input)].filter(({ text }) => text === id);
    const named = found.find(({ path }) => path.at(-1) === `${noun}_id`) ?? found[0];
    return named && locate(named.path);
  };
}

/** `a course`, `an event`, `a user`. */
function withArticle(noun: string): string {
  return `${/^[aeio]/.test(noun) ? 'an' : 'a'} ${noun}`;
}

/** The 404 for records that are not there. */
export function missingRecords(missing: readonly Missing[], locate: LocateId): ProblemError {
  const errors = missing.flatMap((one) => {
    const location = locate(one);
    const detail = `must be the id of ${withArticle(one.noun)}`;
    return location === undefined ? [] : [{ ...location, code: 'not_found', detail }];
  });
  return new ProblemError('not_found', {
    detail: missing.map(({ noun, id }) => `there is no ${noun} ${JSON.stringify(id)}`).join('; '),
    ...(errors.length === 0 ? {} : { errors }),
  });
}
