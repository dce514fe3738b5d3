/** The rules that a client's conduct is judged by: and how grave each of them is. */

/** How grave a verdict is, the gravest first. */
export const severities = ['error', 'warning', 'advice'] as const;

/** How grave a verdict is. */
export type Severity = (typeof severities)[number];

/** A rule of conduct. */
export interface ConductRuleInfo {
  /** The gravest that its verdicts are. */
  readonly severity: Severity;
}

/** The rules of conduct, by id. */
export const conductRules = {
  retried_too_soon: { severity: 'error' },
  retried_unsafe: { severity: 'error' },
  changed_key: { severity: 'error' },
  duplicate_write: { severity: 'error' },
  retried_hopeless: { severity: 'warning' },
  retry_storm: { severity: 'error' },
  no_backoff: { severity: 'warning' },
  no_jitter: { severity: 'advice' },
  never_retried: { severity: 'advice' },
  kept_paging: { severity: 'warning' },
  built_page_urls: { severity: 'advice' },
  mixed_cursor: { severity: 'error' },
  skipped_pages: { severity: 'error' },
  repeated_pages: { severity: 'error' },
  refetched_unchanged: { severity: 'advice' },
  secret_in_url: { severity: 'error' },
  credential_forwarded: { severity: 'error' },
  downgraded: { severity: 'error' },
  used_expired_token: { severity: 'warning' },
  reused_refresh_token: { severity: 'error' },
  no_state: { severity: 'error' },
  no_pkce: { severity: 'error' },
  kept_alive_nothing: { severity: 'advice' },
  unknown_parameter: { severity: 'advice' },
  no_user_agent: { severity: 'advice' },
  webhook_slow: { severity: 'warning' },
  webhook_failed_late: { severity: 'warning' },
} as const satisfies Readonly<Record<string, ConductRuleInfo>>;

/** Id of a rule of conduct. */
export type ConductRule = keyof typeof conductRules;
