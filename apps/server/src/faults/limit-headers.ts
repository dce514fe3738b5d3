/** The headers that say how much of a limit of requests is left. */

/** A limit of requests, as one answer shows it. */
export interface Limit {
  /** Requests in a window. */
  readonly limit: number;
  /** Length of a window, in seconds. */
  readonly window: number;
  readonly left: number;
  /** Until the window is over, in seconds. */
  readonly seconds: number;
  /** When it is over, in seconds since 1970. */
  readonly end: number;
}

/** The headers, in lower case. */
export function limitHeaders({ limit, window, left, seconds, end }: Limit): Readonly<Record<string, string>> {
  return {
    // draft-ietf-httpapi-ratelimit-headers-10 §3 and §4
    'ratelimit-policy': `"default";q=${limit};w=${window}`,
    ratelimit: `"default";r=${left};t=${seconds}`,
    // The same as GitHub and many others say it.
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(left),
    'x-ratelimit-reset': String(end),
  };
}
