/** Takes the record out of the envelope of an answer. */
import { isObject } from './error-kind.js';
import type { AnswerShape } from './route.js';

/** The record, or the records of a batch; the whole body where there is no envelope. */
export function recordIn(body: unknown, answers: AnswerShape): unknown {
  if (answers === 'document' || !isObject(body) || !('data' in body)) return body;
  const { data } = body;
  return answers !== 'batch' && Array.isArray(data) ? data[0] : data;
}
