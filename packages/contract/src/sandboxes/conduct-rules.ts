/** The rules that a client's conduct is judged by: how grave each of them is, and what it follows from. */

/** How grave a verdict is, the gravest first. */
export const severities = ['error', 'warning', 'advice'] as const;

/** How grave a verdict is. */
export type Severity = (typeof severities)[number];

/** What a rule follows from. */
export interface ConductReference {
  /** Such as `RFC 9110 §10.2.3`. */
  readonly text: string;
  readonly url: string;
}

/** A rule of conduct. */
export interface ConductRuleInfo {
  /** The gravest that its verdicts are. */
  readonly severity: Severity;
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

/** The rules of conduct, by id. */
export const conductRules = {
  retried_too_soon: { severity: 'error', reference: rfc(9110, '10.2.3') },
  retried_unsafe: { severity: 'error', reference: rfc(9110, '9.2.2') },
  changed_key: { severity: 'error', reference: idempotencyKey },
  duplicate_write: { severity: 'error', reference: null },
  retried_hopeless: { severity: 'warning', reference: rfc(9110, '15.5') },
  retry_storm: { severity: 'error', reference: null },
  no_backoff: { severity: 'warning', reference: null },
  no_jitter: { severity: 'advice', reference: null },
  never_retried: { severity: 'advice', reference: rfc(9110, '10.2.3') },
  kept_paging: { severity: 'warning', reference: null },
  built_page_urls: { severity: 'advice', reference: rfc(8288) },
  mixed_cursor: { severity: 'error', reference: null },
  skipped_pages: { severity: 'error', reference: null },
  repeated_pages: { severity: 'error', reference: null },
  refetched_unchanged: { severity: 'advice', reference: rfc(9111, '4.3.1') },
  secret_in_url: { severity: 'error', reference: rfc(6750, '5.3') },
  credential_forwarded: { severity: 'error', reference: rfc(9110, '15.4') },
  downgraded: { severity: 'error', reference: rfc(9110, '15.4') },
  used_expired_token: { severity: 'warning', reference: rfc(6750, '3.1') },
  reused_refresh_token: { severity: 'error', reference: rfc(9700, '2.2.2') },
  no_state: { severity: 'error', reference: rfc(9700, '2.1.1') },
  no_pkce: { severity: 'error', reference: rfc(9700, '2.1.1') },
  kept_alive_nothing: { severity: 'advice', reference: rfc(9112, '9.3') },
  unknown_parameter: { severity: 'advice', reference: null },
  no_user_agent: { severity: 'advice', reference: rfc(9110, '10.1.5') },
  webhook_slow: { severity: 'warning', reference: standardWebhooks('Request timeouts') },
  webhook_failed_late: { severity: 'warning', reference: standardWebhooks('Delivery success and failure') },
} as const satisfies Readonly<Record<string, ConductRuleInfo>>;

/** Id of a rule of conduct. */
export type ConductRule = keyof typeof conductRules;
