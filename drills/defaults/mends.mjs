/** What setting of a client mends what it does by default, by client and rule. */

const KEY = 'a header `Idempotency-Key`, kept over the attempts';

/** libcurl sends again what was lost on a connection that it had used before. */
const REUSED = `${KEY}; or \`CURLOPT_FORBID_REUSE\``;

/** @type {Readonly<Record<string, Readonly<Record<string, string>>>>} */
export const mends = {
  fetch: { never_retried: 'a loop of your own, or one of the clients below' },
  axios: { never_retried: 'axios-retry' },
  'axios-retry': {
    retried_unsafe: `${KEY}; or \`retryCondition: isIdempotentRequestError\``,
    no_backoff: '`retryDelay: exponentialDelay`',
    retry_storm: '`retryDelay: exponentialDelay`',
    no_jitter: '`retryDelay: exponentialDelay`',
  },
  ky: { no_jitter: '`retry: { jitter: true }`' },
  got: {},
  'undici RetryAgent': { no_user_agent: 'a header `User-Agent`', no_jitter: 'a `retry` function of your own' },
  '@octokit/plugin-retry': {
    retried_too_soon: '`doNotRetry` with 429 and 503, or the throttling plugin',
    retried_unsafe: KEY,
    retried_hopeless: '`doNotRetry` with 409',
  },
  openai: { retried_unsafe: KEY, retried_hopeless: '`maxRetries: 0` for writes that may conflict' },
  urllib3: {
    retry_storm: '`Retry(backoff_factor=0.3)`',
    no_backoff: '`Retry(backoff_factor=0.3)`',
    never_retried: '`Retry(status_forcelist=[429, 503])`',
  },
  'fetch-retry': {
    no_backoff: '`retryDelay`, a function of the attempt',
    retried_unsafe: `${KEY}; or \`retryOn\`, a function that regards the method`,
  },
  'p-retry': {
    retried_too_soon: '`shouldRetry`, which refuses 429, or a wait in the function',
    retried_unsafe: `${KEY}; or no p-retry around writes`,
  },
  superagent: { no_user_agent: '`.set("User-Agent", …)`' },
  'go-retryablehttp': { retried_unsafe: `${KEY}; or a \`CheckRetry\` that regards the method` },
  Excon: { no_user_agent: 'a header `User-Agent`' },
  Guzzle: { retried_unsafe: REUSED },
  'cURL extension': { no_user_agent: '`CURLOPT_USERAGENT`', retried_unsafe: REUSED },
  'curl --retry 5': { retried_unsafe: KEY },
  wget: { never_retried: '`--retry-on-http-error=429,503`', retried_unsafe: `${KEY}; or \`--tries=1\`` },
  '@understudy/client': {},
};
