/** What people read of the rules of conduct; it stands apart, so that a server without pages can leave it out. */
import type { ConductRule, ContractCode } from './conduct-rules.js';

/** What a rule follows from. */
export interface ConductReference {
  /** Such as `RFC 9110 §10.2.3`. */
  readonly text: string;
  readonly url: string;
}

/** What is said of a rule of conduct. */
export interface ConductText {
  /** What the client did, after the words "The client". */
  readonly client: string;
  /** What to do about it. */
  readonly advice: string;
  /** Null where no document says it. */
  readonly reference: ConductReference | null;
}

/** A section of an RFC. */
function rfc(number: number, section?: string): ConductReference {
  const url = `https://www.rfc-editor.org/rfc/rfc${number}`;
  if (section === undefined) return { text: `RFC ${number}`, url };
  return { text: `RFC ${number} §${section}`, url: `${url}#section-${section}` };
}

const idempotencyKey: ConductReference = {
  text: 'draft-ietf-httpapi-idempotency-key-header §2',
  url: 'https://datatracker.ietf.org/doc/html/draft-ietf-httpapi-idempotency-key-header#section-2',
};

/** A section of Standard Webhooks 1.0.0. */
function standardWebhooks(section: string): ConductReference {
  const url = 'https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md';
  const anchor = section.toLowerCase().replaceAll(' ', '-');
  return { text: `Standard Webhooks, ${section}`, url: `${url}#${anchor}` };
}

/** What is said of each rule. */
export const conductTexts: Readonly<Record<ConductRule, ConductText>> = {
  retried_too_soon: {
    client: 'repeated a request before its `Retry-After` was over.',
    advice: 'Wait as long as `Retry-After` says, seconds or a date, before you ask again; only then back off.',
    reference: rfc(9110, '10.2.3'),
  },
  retried_unsafe: {
    client: 'repeated a POST or PATCH after a failure that may have been a success, without an `Idempotency-Key`.',
    advice: 'Send an `Idempotency-Key` with each write, the same one with each attempt at it, or do not repeat it.',
    reference: rfc(9110, '9.2.2'),
  },
  changed_key: {
    client: 'repeated a failed write under a new `Idempotency-Key`.',
    advice:
      'Make the key once for each action of the user, outside the code that retries, and send it with every attempt.',
    reference: idempotencyKey,
  },
  duplicate_write: {
    client: 'left two records where it meant one, after an answer that was lost.',
    advice:
      'An answer that is lost does not say that nothing was written: repeat the write under the same `Idempotency-Key`, or look at the data first.',
    reference: null,
  },
  retried_hopeless: {
    client: 'repeated a request unchanged that can only be refused again.',
    advice: 'Do not retry 400, 401, 403, 404, 405, 409, 410, 413, 415 and 422: change the request, or give up.',
    reference: rfc(9110, '15.5'),
  },
  retry_storm: {
    client: 'made more than 10 attempts at one request, or more than 5 in a second.',
    advice: 'Limit the attempts, and wait longer before each one.',
    reference: null,
  },
  no_backoff: {
    client: 'retried three times or more, at intervals that do not grow.',
    advice: 'Double the wait with each attempt, up to a limit.',
    reference: null,
  },
  no_jitter: {
    client: 'retried several requests in the same 10 ms.',
    advice: 'Add a random part to each wait, so that clients that failed together do not come back together.',
    reference: null,
  },
  never_retried: {
    client: 'gave up at once on a GET that was answered 429 or 503 with a `Retry-After` of at most 5 s.',
    advice: 'Wait as long as `Retry-After` says, and ask once more: a read can always be repeated.',
    reference: rfc(9110, '10.2.3'),
  },
  kept_paging: {
    client: 'asked for pages after the last.',
    advice: 'Stop at `pagination.totalPages`, where `nextCursor` is null, or where `Link` has no `next`.',
    reference: null,
  },
  built_page_urls: {
    client: 'asked for cursors or `Link`, but counted pages itself.',
    advice: 'Follow `nextCursor`, or the `next` of `Link`: page numbers shift when records come and go.',
    reference: rfc(8288),
  },
  mixed_cursor: {
    client: 'used a cursor with a query other than the one that it came from.',
    advice: 'A cursor is valid for its own route, filters, sort and page size: drop it when one of these changes.',
    reference: null,
  },
  skipped_pages: {
    client: 'left a page out while it walked a list to its end.',
    advice: 'Continue with the next page only once the one before it was read completely.',
    reference: null,
  },
  repeated_pages: {
    client: 'read a page twice while it walked a list to its end.',
    advice: 'Increase the page number by one, once for each page that was read.',
    reference: null,
  },
  refetched_unchanged: {
    client: 'fetched the same URL three times within 10 s without `If-None-Match`, though it had an ETag.',
    advice: 'Send the ETag as `If-None-Match`: what has not changed is a 304 without a body.',
    reference: rfc(9111, '4.3.1'),
  },
  secret_in_url: {
    client: 'sent a token, password or client secret in a query.',
    advice: 'Send it in a header or in the body: URLs end up in logs and histories.',
    reference: rfc(6750, '5.3'),
  },
  credential_forwarded: {
    client: 'followed a redirect to another origin with its `Authorization`.',
    advice: 'Drop `Authorization` and `Cookie` when a redirect leads to another origin.',
    reference: rfc(9110, '15.4'),
  },
  downgraded: {
    client: 'followed a redirect from `https:` to `http:`.',
    advice: 'Refuse redirects from `https:` to `http:`.',
    reference: rfc(9110, '15.4'),
  },
  used_expired_token: {
    client: 'continued to use a token after its `expires_in`, or after a 401 `invalid_token`.',
    advice: 'Get a new token before the old one expires, and once after a 401 `invalid_token`.',
    reference: rfc(6750, '3.1'),
  },
  reused_refresh_token: {
    client: 'sent a refresh token that had been exchanged for a new one.',
    advice: 'Store the new refresh token of each answer, and run only one refresh at a time.',
    reference: rfc(9700, '2.2.2'),
  },
  no_state: {
    client: 'sent an authorization request with none of `state`, PKCE and `nonce`.',
    advice: 'Send a `code_challenge` (PKCE), or a `state` or `nonce` of its own with each request.',
    reference: rfc(9700, '2.1.1'),
  },
  no_pkce: {
    client: 'asked for a code without PKCE: an error for public clients, a warning for others.',
    advice: 'Send a `code_challenge` with `code_challenge_method=S256`.',
    reference: rfc(9700, '2.1.1'),
  },
  kept_alive_nothing: {
    client: 'opened a new connection for each of 20 requests.',
    advice: 'Share one agent or pool that keeps connections alive.',
    reference: rfc(9112, '9.3'),
  },
  off_contract: {
    client: 'sent a request that the document of the API does not allow.',
    advice: 'Send what the document says at the place that the verdict names; its code says what differs.',
    reference: { text: 'OpenAPI Specification', url: 'https://spec.openapis.org/oas/latest.html' },
  },
  no_user_agent: {
    client: 'sent no `User-Agent`.',
    advice: 'Name the program and its version in `User-Agent`.',
    reference: rfc(9110, '10.1.5'),
  },
  webhook_slow: {
    client: 'received a webhook, and took more than 5 s to acknowledge it.',
    advice:
      'Check the signature, store the event, and answer 2xx before you process it: a sender that waits too long delivers it again.',
    reference: standardWebhooks('Request timeouts'),
  },
  webhook_failed_late: {
    client: 'received a webhook, and failed more than 5 s later, or never answered.',
    advice:
      'Answer within 5 s, even if the event cannot be accepted: a receiver that hangs delays the deliveries after it. Limit the time of everything that it waits for.',
    reference: standardWebhooks('Delivery success and failure'),
  },
};

/** What is said of each way to be off the contract. */
export const contractTexts: Readonly<Record<ContractCode, Pick<ConductText, 'client' | 'advice'>>> = {
  unknown_path: {
    client: 'asked for a path that the API does not have.',
    advice: 'Compare the base URL and the path with the document: a prefix, a plural or a slash is easily lost.',
  },
  wrong_method: {
    client: 'used a method that the path does not have.',
    advice: 'Use one of the methods in `Allow` of the answer.',
  },
  missing_parameter: {
    client: 'left out a required parameter.',
    advice: 'Send it with each request: in the path, the query, a header or a cookie, as its `in` says.',
  },
  bad_parameter: {
    client: 'sent a parameter that its schema refuses.',
    advice:
      'Send a value that the schema allows, written as `style` and `explode` say: a list may be `a,b` or `x=a&x=b`.',
  },
  unknown_parameter: {
    client: 'sent an unknown query parameter.',
    advice: 'Use the name that the operation has; a sandbox with `strict` refuses unknown names.',
  },
  bad_body: {
    client: 'sent a body that its schema refuses, or none where one is required.',
    advice: 'Send what the schema of the request body allows; the pointer leads to the member that is wrong.',
  },
  read_only_member: {
    client: 'sent a member that only the server writes.',
    advice: 'Leave members with `readOnly` out of what you send: a server may ignore or refuse them.',
  },
  wrong_media_type: {
    client: 'sent a body in a media type that the operation does not take.',
    advice: 'Set `Content-Type` to one of the types in `Accept` of the answer, and write the body in it.',
  },
  missing_credential: {
    client: 'sent no credential where one is required, or one of another form.',
    advice: 'Send the header, query parameter or cookie that the security scheme names; this server takes any value.',
  },
  deprecated: {
    client: 'used an operation or a parameter that is deprecated.',
    advice: 'Move to what the description of the operation names instead, before it is removed.',
  },
};
