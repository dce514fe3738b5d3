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
  off_contract: { severity: 'error' },
  no_user_agent: { severity: 'advice' },
  webhook_slow: { severity: 'warning' },
  webhook_failed_late: { severity: 'warning' },
} as const satisfies Readonly<Record<string, ConductRuleInfo>>;

/** Id of a rule of conduct. */
export type ConductRule = keyof typeof conductRules;

/** In which ways a request is off the contract of the API, by code: and how grave each is where the client is to blame. */
export const contractCodes = {
  unknown_path: { severity: 'error' },
  wrong_method: { severity: 'error' },
  missing_parameter: { severity: 'error' },
  bad_parameter: { severity: 'error' },
  unknown_parameter: { severity: 'advice' },
  bad_body: { severity: 'error' },
  read_only_member: { severity: 'advice' },
  wrong_media_type: { severity: 'error' },
  missing_credential: { severity: 'error' },
  deprecated: { severity: 'advice' },
} as const satisfies Readonly<Record<string, ConductRuleInfo>>;

/** In which way a request is off the contract. */
export type ContractCode = keyof typeof contractCodes;

/**
 * Who is to blame for a request that is off the contract: the client, the document, which contradicts itself or can never
 * be followed, or nobody that can be named, since the document does not say how it is written.
 */
export const contractBlames = ['client', 'document', 'unclear'] as const;

/** Who is to blame for a request that is off the contract. */
export type ContractBlame = (typeof contractBlames)[number];
