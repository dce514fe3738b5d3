/** The error body of OAuth endpoints: the members of RFC 6749 §5.2, with the problem's own beside them. */
import type { Problem } from '@understudy/contract';
import type { Credential } from '@understudy/contract/kit';
import { type ProblemError, usualKind } from '../kit/problem-error.js';

/** What a missing or insufficient credential is called, by the credential that the operation reads (RFC 6749 §5.2, RFC 6750 §3.1). */
const credentialCodes = {
  client: { unauthorized: 'invalid_client', forbidden: 'unauthorized_client' },
  // As the redirect calls them where the caller is a browser.
  session: { unauthorized: 'access_denied', forbidden: 'access_denied' },
  bearer: { unauthorized: 'invalid_token', forbidden: 'insufficient_scope' },
} as const;

/** What an operation whose errors speak OAuth says of itself. */
export interface OauthErrors {
  /** The credential that the operation reads. */
  readonly credential: Credential;
  /** The code of an input that is faulty. */
  readonly inputError: string;
}

/** What the code of a problem follows from, where it does not bring its own. */
export interface CodeSource extends OauthErrors {
  /** The code of the problem kind. */
  readonly oauth?: string | undefined;
}

function codeOf(problem: ProblemError, { credential, oauth, inputError }: CodeSource): string | null {
  if (problem.details.oauth !== undefined) return problem.details.oauth;
  const kind = usualKind(problem);
  if (kind === 'unauthorized' || kind === 'forbidden') {
    return credentialCodes[credential === 'client' || credential === 'session' ? credential : 'bearer'][kind];
  }
  return oauth ?? inputError;
}

/** Puts the OAuth members before those of the problem; a request without any credential gets no code. */
export function oauthErrorBody(problem: ProblemError, body: Problem, source: CodeSource): object {
  const error = codeOf(problem, source);
  return error === null ? body : { error, error_description: body.detail, ...body };
}
