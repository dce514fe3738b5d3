/** Events whose ids are the numbers from 1 on. */
import { problemsOf } from './problem-error.js';

/** A number as an id; 0 stands before the first. */
const NUMBER = /^(?:0|[1-9]\d{0,14})$/;

const problem = problemsOf({});

/**
 * The number of the last event that the reader of a stream has seen, of events that are counted from 1.
 *
 * @param last number of the last event that was given by now
 * @returns undefined for a reader who names none; 0 stands before the first
 * @throws ProblemError `invalid_cursor` for an id that was never given
 */
export function eventNumber(
  { last_event_id: id }: { readonly last_event_id?: string | undefined },
  last: number,
): number | undefined {
  if (id === undefined) return undefined;
  const number = NUMBER.test(id) ? Number(id) : Number.NaN;
  if (number <= last) return number;
  const detail = `last_event_id is ${JSON.stringify(id)}, and no event has that id; the last one has ${last}`;
  throw problem('invalid_cursor', { detail });
}
