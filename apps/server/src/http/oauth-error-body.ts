/** The error body of OAuth endpoints: the members of RFC 6749 §5.2, with the problem's own beside them. */
import type { OperationMeta, Problem, ProblemKind } from '@understudy/contract';
import type { ProblemError } from '../kit/problem-error.js';

/** Error codes by kind, where a problem does not bring its own. */
const codes: Readonly<Partial<Record<ProblemKind, string>>> = {
  invalid_client: 'invalid_client',
  invalid_grant: 'invalid_grant',
  unauthorized_client: 'unauthorized_client',
  unsupported_grant_type: 'unsupported_grant_type',
  invalid_scope: 'invalid_scope',
  server_error: 'server_error',
  internal: 'server_error',
  rate_limit: 'temporarily_unavailable',
  service_unavailable: 'temporarily_unavailable',
  timeout: 'temporarily_unavailable',
};

/** What a missing or insufficient credential is called, by the credential that the operation reads (RFC 6749 §5.2, RFC 6750 §3.1). */
const credentialCodes = {
  client: { unauthorized: 'invalid_client', forbidden: 'unauthorized_client' },
  bearer: { unauthorized: 'invalid_token', forbidden: 'insufficient_scope' },
} as const;

function codeOf({ kind, details }: ProblemError, { credential }: Pick<OperationMeta, 'credential'>): string | null {
  if (details.oauth !== undefined) return details.oauth;
  if (kind === 'unauthorized' || kind === 'forbidden') {
    return credentialCodes[credential === 'client' ? 'client' : 'bearer'][kind];
  }
  return codes[kind] ?? 'invalid_request';
}

/** Puts the OAuth members before those of the problem; a request without any credential gets no code. */
export function oauthErrorBody(problem: ProblemError, body: Problem, meta: Pick<OperationMeta, 'credential'>): object {
  const error = codeOf(problem, meta);
  return error === null ? body : { error, error_description: body.detail, ...body };
}
