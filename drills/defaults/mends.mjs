/** What setting of a client mends what it does by default, by client and rule. */

const KEY = 'a header `Idempotency-Key`, kept over the attempts';

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
  'Python urllib3': {
    retry_storm: '`Retry(backoff_factor=0.3)`',
    no_backoff: '`Retry(backoff_factor=0.3)`',
    never_retried: '`Retry(status_forcelist=[429, 503])`',
  },
  '@understudy/client': {},
};
