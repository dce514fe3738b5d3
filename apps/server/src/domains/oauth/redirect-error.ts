/** Takes a problem back to the client that sent the browser, where that is known and may be sent to. */
import { isRedirectAllowed, type RedirectRules } from '../../identity/redirects.js';
import type { FailureContext } from '../../kit/context.js';
import type { ForBrowser } from '../../kit/handler.js';
import type { ProblemError } from '../../kit/problem-error.js';
import { redirectCode } from './redirect-code.js';
import { responseMode, toClient, wantsRedirect } from './redirect-target.js';

function only(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** The redirect that a problem travels in; undefined where it is answered like any other. */
export function redirectError(
  problem: ProblemError,
  { input, apiUrl, browser }: FailureContext,
  redirects: RedirectRules,
): ForBrowser | undefined {
  const parameters: Readonly<Record<string, unknown>> = typeof input === 'object' && input !== null ? { ...input } : {};
  const uri = only(parameters['redirect_uri']);
  if (!wantsRedirect(parameters, browser) || uri === undefined) return undefined;
  if (only(parameters['client_id']) === undefined || !isRedirectAllowed(uri, redirects)) return undefined;
  const error = {
    error: redirectCode(problem),
    error_description: problem.message.replace(/[^\x20-\x21\x23-\x5b\x5d-\x7e]/g, "'"),
  };
  return toClient(error, { uri, state: only(parameters['state']), apiUrl, mode: responseMode(parameters, uri) });
}
