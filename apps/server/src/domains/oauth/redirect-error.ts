/** Takes a problem back to the client that sent the browser, where that is known and may be sent to. */
import { clientIn, type ClientSource } from '../../identity/clients.js';
import { isRedirectAllowed, type RedirectRules } from '../../identity/redirects.js';
import type { FailureContext } from '../../kit/context.js';
import type { ForBrowser } from '../../kit/handler.js';
import { html } from '../../kit/html.js';
import type { ProblemError } from '../../kit/problem-error.js';
import { isTargetOf } from './check-client.js';
import { page } from './page.js';
import { pushedAt } from './pushed.js';
import { isBadRequest, redirectCode } from './redirect-code.js';
import { responseMode, toClient, wantsRedirect } from './redirect-target.js';

function only(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

type Parameters = Readonly<Record<string, unknown>>;

/** The redirect to the client of a request, by its parameters; undefined where it may not be sent there. */
export function errorTo(
  problem: ProblemError,
  parameters: Parameters,
  { issuer, redirects, ...source }: ClientSource & { readonly issuer: string; readonly redirects: RedirectRules },
): ForBrowser | undefined {
  const [uri, id] = [only(parameters['redirect_uri']), only(parameters['client_id'])];
  if (uri === undefined || id === undefined || !isRedirectAllowed(uri, redirects)) return undefined;
  if (!isTargetOf(clientIn(source, id), uri)) return undefined;
  const error = {
    error: redirectCode(problem),
    error_description: problem.message.replace(/[^\x20-\x21\x23-\x5b\x5d-\x7e]/g, "'"),
  };
  return toClient(error, { uri, state: only(parameters['state']), issuer, mode: responseMode(parameters, uri) });
}

/** The parameters that were pushed, where they were by the client that now names them. */
function pushedBy(
  { records }: FailureContext,
  { request_uri: uri, client_id: id }: Parameters,
): Parameters | undefined {
  const found = typeof uri === 'string' ? pushedAt(records, uri) : undefined;
  return found?.client_id === id ? found?.parameters : undefined;
}

/** The page for a person whose app has sent a faulty request, and cannot be told. Programs get the problem. */
function errorPage(problem: ProblemError): ForBrowser | undefined {
  if (!isBadRequest(problem)) return undefined;
  const { errors = [] } = problem.details;
  const faults = errors.map(({ parameter, detail }) => html`<li><code>${parameter ?? ''}</code> ${detail}</li>`);
  const body = html`<p>
      The app that sent you here asks for something that cannot be done, and cannot be told so. Nothing has happened: go
      back to the app, and log in from there again.
    </p>
    <p class="soft"><code>${redirectCode(problem)}</code>: ${problem.message}</p>
    ${
      faults.length < 2
        ? undefined
        : html`<ul class="soft">
            ${faults}
          </ul>`
    }`;
  return page({ title: 'You cannot be logged in like this', body, status: 400 });
}

/** The redirect that a problem travels in, or its page; undefined where it is answered like any other. */
export function redirectError(
  problem: ProblemError,
  ctx: FailureContext,
  redirects: RedirectRules,
): ForBrowser | undefined {
  const { input, browser } = ctx;
  const parameters: Parameters = typeof input === 'object' && input !== null ? { ...input } : {};
  if (!wantsRedirect(parameters, browser)) return undefined;
  // One that cannot be used says nothing of where its browser belongs.
  const isLost = problem.details.oauth === 'invalid_request_uri';
  const to = isLost ? undefined : errorTo(problem, pushedBy(ctx, parameters) ?? parameters, { ...ctx, redirects });
  return to ?? (browser.prefers === 'html' ? errorPage(problem) : undefined);
}
