/** Logins of devices: begun by the device, decided by its user, and polled for (RFC 8628). */
import { bytesOf } from '#platform/runtime';
import { oauth as declared } from '@understudy/contract/oauth';
import { z } from 'zod';
import { audiences, providerUrl, requestedAudiences } from '../../identity/realm.js';
import { clientIn } from '../../identity/clients.js';
import { nextNumber, secretValue } from '../../identity/grants.js';
import { grantedScope, oauthFault } from '../../identity/claims.js';
import { findByHint } from '../../identity/users.js';
import { type Collection, internalCollection } from '../../kit/collection.js';
import type { ContextOf } from '../../kit/context.js';
import type { HtmlPage, Result } from '../../kit/handler.js';
import { ProblemError, problemsOf } from '../../kit/problem-error.js';
import type { Records } from '../../kit/records.js';
import { html } from '../../kit/html.js';
import { hiddenFields, nobodyFound, page, userButtons, type UserChoice, userSearch } from './page.js';

const deviceProblem = problemsOf(declared.kinds);

/** The grant type of a device that polls (RFC 8628 §3.4). */
export const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

/** Both codes are good for so long, by the sandbox's clock. */
const LIFE_SECONDS = 600;

/** What was forgotten cannot be said to have expired: so a code is known for as long again. */
const KNOWN_MS = 2 * LIFE_SECONDS * 1000;

/** Seconds between polls; too quick a poll adds as much (RFC 8628 §3.5). */
export const INTERVAL_SECONDS = 5;

/** Devices that may wait in a sandbox at once: who types in a code has it looked for among them. */
const MAX_DEVICES = 200;

const device = z.object({
  /** The device code. */
  id: z.string(),
  user_code: z.string(),
  client_id: z.string(),
  scope: z.string(),
  audiences,
  status: z.enum(['pending', 'allowed', 'denied']),
  /** Who is to allow it, where it is allowed by itself; then who has. */
  user_id: z.string().nullable(),
  /** When it was allowed, in seconds since 1970. */
  auth_time: z.int(),
  interval: z.int(),
  polls: z.int(),
  /** When it was last polled for, in ms since 1970. */
  polled_at: z.number(),
  /** Polls after which it is allowed by itself; null for never. */
  auto_approve: z.int().nullable(),
  ends_at: z.number(),
  expires_at: z.number(),
});

/** The login of a device. */
export type DeviceRecord = z.infer<typeof device>;

/** The logins of devices. */
export const deviceLogins: Collection<DeviceRecord> = internalCollection({
  name: 'device_logins',
  prefix: 'dev',
  schema: device,
  expires: ({ expires_at }) => expires_at,
});

/** Letters that are no vowels, and not taken for one another (RFC 8628 §6.1). */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';

function userCode(records: Records, made: readonly unknown[]): string {
  const bytes = [...bytesOf(secretValue(records, ['user-code', ...made]))];
  const letters = bytes.slice(0, 8).map((byte) => LETTERS[byte % LETTERS.length] ?? 'B');
  return `${letters.slice(0, 4).join('')}-${letters.slice(4).join('')}`;
}

type BeginContext = ContextOf<typeof declared, 'authorizeDevice'>;

/** Begins the login of a device. */
export function authorizeDevice(ctx: BeginContext): Result<z.output<BeginContext['operation']['whole']>> {
  const { input, records, credential, now, login, sandbox } = ctx;
  const { login_hint: hint, auto_approve = login.device_auto_approve ?? null } = input;
  if (!clientIn(ctx, credential.id).allows(DEVICE_GRANT)) {
    throw deviceProblem('unauthorized_client', { detail: 'the client has not registered the grant type of devices' });
  }
  const user = hint === undefined ? undefined : findByHint(records, hint);
  if (hint !== undefined && user === undefined)
    throw oauthFault('invalid_request', 'login_hint names no user', 'login_hint');
  const waiting = records.changed(deviceLogins).filter(({ ends_at }) => ends_at > now);
  if (waiting.length >= MAX_DEVICES) {
    const detail = `a sandbox has at most ${MAX_DEVICES} devices that wait; let some expire, or reset it`;
    throw new ProblemError('sandbox_full', { detail });
  }
  const made = [sandbox, nextNumber(records), now, credential.id, input];
  const named = requestedAudiences(input);
  const record = records.put(deviceLogins, {
    id: `dc_${secretValue(records, ['device', ...made])}`,
    user_code: userCode(records, made),
    client_id: credential.id,
    scope: grantedScope(input.scope, login),
    ...(named === undefined ? {} : { audiences: named }),
    status: 'pending',
    user_id: user?.id ?? null,
    auth_time: 0,
    interval: INTERVAL_SECONDS,
    polls: 0,
    polled_at: 0,
    auto_approve,
    ends_at: now + LIFE_SECONDS * 1000,
    expires_at: now + KNOWN_MS,
  });
  const verification_uri = `${providerUrl(ctx)}/device`;
  return {
    value: {
      device_code: record.id,
      user_code: record.user_code,
      verification_uri,
      verification_uri_complete: `${verification_uri}?user_code=${record.user_code}`,
      expires_in: LIFE_SECONDS,
      interval: INTERVAL_SECONDS,
    },
  };
}

/** The login that a user code is of, while it waits to be decided; case and what parts the letters do not matter. */
export function waitingFor(records: Records, code: string, now: number): DeviceRecord | undefined {
  const plain = (text: string): string => text.toUpperCase().replace(/[^A-Z]/g, '');
  return records
    .changed(deviceLogins)
    .find(
      ({ user_code, ends_at, status }) => plain(user_code) === plain(code) && ends_at > now && status === 'pending',
    );
}

interface CodeQuestion {
  /** Path that the code is sent to. */
  readonly action: string;
  /** A code that no device waits for; undefined where none was sent. */
  readonly wrong: string | undefined;
}

/** The page that asks for the code of a device. */
export function codePage({ action, wrong }: CodeQuestion): HtmlPage {
  const body = html`${
      wrong === undefined
        ? undefined
        : html`<p role="alert">No device waits for the code <strong>${wrong}</strong>. It may have expired.</p>`
    }
    <form method="get" action="${action}">
      <label>Code <input name="user_code" required autofocus autocomplete="off" autocapitalize="characters" /></label>
      <button class="first" type="submit">Continue</button>
    </form>`;
  return page({
    title: 'Type in the code of your device',
    body,
    formAction: "'self'",
    status: wrong === undefined ? 200 : 400,
  });
}

/** What a user decides on. */
export interface DecisionQuestion {
  /** Path that the decision is posted to. */
  readonly action: string;
  readonly user_code: string;
  /** Name of the client. */
  readonly client: string;
  readonly scope: string;
  /** Who decides; or whom a person chooses from, and the path that a search among them is sent to. */
  readonly by:
    | { readonly user: { readonly name: string; readonly email: string }; readonly hint: string | undefined }
    | { readonly choice: UserChoice; readonly finding: string };
}

/** The page on which a person chooses who logs in on the device. */
function choicePage(
  { action, user_code, client, scope }: DecisionQuestion,
  { choice, finding }: Extract<DecisionQuestion['by'], { choice: UserChoice }>,
): HtmlPage {
  const code: readonly [string, string] = ['user_code', user_code];
  const isOpen = choice.sought !== undefined || choice.shown.total > choice.shown.users.length;
  const body = html`<p>The device shows the code <strong>${user_code}</strong>. Choose the user it is to act for.</p>
    <p class="soft">${client} asks for: ${scope}</p>
    ${isOpen ? userSearch({ ...choice, action: finding, fields: [code] }) : undefined} ${nobodyFound(choice)}
    <form method="post" action="${action}">
      ${hiddenFields([code, ['decision', 'allow']])} ${userButtons(choice, 'login_hint')}
    </form>
    <form method="post" action="${action}">
      ${hiddenFields([code])}
      <button type="submit" name="decision" value="deny">Deny</button>
    </form>`;
  return page({ title: 'Who logs in on this device?', body, formAction: "'self'" });
}

/** The page that asks whether a device may log in. */
export function decisionPage(question: DecisionQuestion): HtmlPage {
  const { action, user_code, client, scope, by } = question;
  if ('choice' in by) return choicePage(question, by);
  const { user, hint } = by;
  const body = html`<p>
      The device shows the code <strong>${user_code}</strong>, and wants to act for ${user.name} (${user.email}).
    </p>
    <p class="soft">${client} asks for: ${scope}</p>
    <form method="post" action="${action}">
      <input type="hidden" name="user_code" value="${user_code}" />
      ${hint === undefined ? undefined : html`<input type="hidden" name="login_hint" value="${hint}" />`}
      <button class="first" type="submit" name="decision" value="allow">Allow</button>
      <button type="submit" name="decision" value="deny">Deny</button>
    </form>`;
  return page({ title: 'Do you want to log in on this device?', body, formAction: "'self'" });
}

/** The page that says what was decided. */
export function decidedPage(isAllowed: boolean, cookie: string | undefined): HtmlPage {
  const body = html`<p>You can close this page and go on at the device.</p>`;
  return page({ title: isAllowed ? 'The device is logged in' : 'The device is not logged in', body, cookie });
}
