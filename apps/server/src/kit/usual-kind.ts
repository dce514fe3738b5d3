/** What a problem with a status of its own is like. */
import type { ProblemKind } from '@understudy/contract';
import type { ProblemError } from './problem-error.js';

const byStatus: Readonly<Record<number, ProblemKind>> = {
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  429: 'rate_limit',
  503: 'service_unavailable',
  504: 'timeout',
};

/** The kind of a problem; of one with a status of its own the kind that most problems with that status have. */
export function usualKind({ kind, details }: ProblemError): ProblemKind {
  const { status = 400 } = details;
  if (kind !== 'status') return kind;
  return byStatus[status] ?? (status >= 500 ? 'server_error' : 'bad_request');
}
