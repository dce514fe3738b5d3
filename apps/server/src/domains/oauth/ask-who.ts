/** Asks a person who logs in: puts the page together for a request. */
import { clientIn } from '../../identity/clients.js';
import { providerUrl } from '../../identity/realm.js';
import { clockApart } from '../../kit/clock-apart.js';
import type { HtmlPage } from '../../kit/redirect.js';
import type { AuthorizationRequest, AuthorizeContext } from './authorize-context.js';
import { confirmation, requestFields } from './choice.js';
import { loginPage, type ShownClient } from './login-page.js';
import { bringsCode, bringsIdToken } from './response-type.js';
import { shownUsers } from './shown-users.js';

/** What a page depends on beside its request. */
interface Asking {
  /** Id of the only user who may log in; undefined where anybody may. */
  readonly expected: string | undefined;
  /** Whether an earlier answer did not count. */
  readonly isStale: boolean;
  readonly sent: AuthorizationRequest;
  readonly machineNow: () => number;
}

/** What a client that goes by its own clock makes of a login; undefined where it is no matter. */
function clockNote(ahead: number): string | undefined {
  const apart = clockApart(ahead);
  return apart && `${apart.where}: an app that goes by its own clock takes this login for ${apart.seen}.`;
}

/** What a client that has registered itself says of itself; of another one there is the id alone. */
function shownClient(id: string, metadata: object): ShownClient {
  const said: Readonly<Record<string, unknown>> = { ...metadata };
  const text = (name: string) => (typeof said[name] === 'string' ? said[name] : undefined);
  return {
    name: text('client_name') ?? id,
    logo: text('logo_uri'),
    policy: text('policy_uri'),
    terms: text('tos_uri'),
  };
}

/** The page for a request. */
export function askWho(ctx: AuthorizeContext, { expected, isStale, sent, machineNow }: Asking): HtmlPage {
  const { input, records, now, credential: own } = ctx;
  const {
    client_id: id = '',
    redirect_uri: next = '',
    find_user: sought,
    login_hint: hint,
    response_type: type,
  } = input;
  const all = shownUsers(records, { text: expected ?? sought, first: [own?.user.id, hint] });
  const shown = expected === undefined ? all : { ...all, users: all.users.filter((user) => user.id === expected) };
  return loginPage({
    action: `${new URL(providerUrl(ctx)).pathname}/authorize`,
    client: shownClient(id, clientIn(ctx, id).metadata),
    next,
    fields: requestFields(sent),
    ...confirmation(ctx, sent),
    shown,
    sought: expected ?? sought,
    isOpen: expected === undefined && (sought !== undefined || all.total > all.users.length),
    current: own?.user.id,
    isStale,
    clockNote: clockNote(Math.round((now - machineNow()) / 1000)),
    expiring: bringsCode(type) ? 'code' : bringsIdToken(type) ? 'ID token' : undefined,
  });
}
