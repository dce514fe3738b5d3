/** Checks where the OAuth clients of a sandbox would have browsers sent. */
import type { ProblemFault } from '@understudy/contract/kit';
import type { OAuthClient } from '@understudy/contract/sandboxes';
import { isRedirectAllowed, REDIRECT_RULE, type RedirectRules } from '../../identity/redirects.js';

/** The faults of the addresses that browsers may not be sent to (Front-Channel Logout §2, RP-Initiated Logout §3.1). */
export function clientFaults(clients: readonly OAuthClient[], redirects: RedirectRules): ProblemFault[] {
  const fault = (uri: string | undefined, pointer: string): ProblemFault[] =>
    uri === undefined || isRedirectAllowed(uri, redirects)
      ? []
      : [{ pointer, code: 'not_allowed', detail: REDIRECT_RULE }];
  return clients.flatMap((client, index) => [
    ...(client.redirect_uris ?? []).flatMap((uri, at) => fault(uri, `#/oauth_clients/${index}/redirect_uris/${at}`)),
    ...(client.post_logout_redirect_uris ?? []).flatMap((uri, at) =>
      fault(uri, `#/oauth_clients/${index}/post_logout_redirect_uris/${at}`),
    ),
    ...fault(client.frontchannel_logout_uri, `#/oauth_clients/${index}/frontchannel_logout_uri`),
  ]);
}
