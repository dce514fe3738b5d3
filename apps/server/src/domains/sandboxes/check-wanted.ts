/** Refuses filters that no request can pass: a slip would look like an app that sent nothing. */
import { nearest, type ProblemFault } from '@understudy/contract/kit';
import type { Services } from '../../call/services.js';
import { globs } from '../../faults/glob.js';
import { quoted } from '../../faults/mistake.js';
import { badRequest } from '../../kit/problem-error.js';
import type { ListCall } from './wanted-requests.js';

function wrongOperations(given: string, names: readonly string[]): ProblemFault[] {
  const wrong = given.split(',').find((pattern) => !names.some(globs(pattern)));
  if (wrong === undefined) return [];
  const meant = nearest(wrong, names);
  const hint = meant === null ? '' : `; did you mean ${meant}?`;
  const detail = `matches no operation of the API: ${quoted(wrong)}${hint}`;
  return [{ parameter: 'operation', code: 'unknown', detail }];
}

function wrongPath(given: string): ProblemFault[] {
  if (given.startsWith('/') || given === '*') return [];
  const detail = `must be a path below the base URL, such as /api/education/*, but is ${quoted(given)}`;
  return [{ parameter: 'path', code: 'invalid_format', detail }];
}

/** Checks the filters of a call. @throws ProblemError for an operation that there is not, or what is no path. */
export function checkWanted({ input: { operation, path } }: ListCall, { operations }: Services): void {
  const faults = [
    ...(operation === undefined ? [] : wrongOperations(operation, operations)),
    ...(path === undefined ? [] : wrongPath(path)),
  ];
  if (faults.length > 0) throw badRequest(faults);
}
