/** Redirects that were followed. */
import type { Attempt, Pausing } from './attempt.js';
import { sinceEnd } from './time.js';

/** Longest time in which a client follows a redirect, and how long before the end was noted it may do so, in ms. */
const LONGEST_MS = 60_000;
const NOTED_LATE_MS = 20;

/** A redirect to another origin, and the attempt that followed it. */
export type Followed = readonly [redirect: Attempt, followed: Attempt];

/** All redirects to another origin that were followed. */
export function* followed(attempts: readonly Attempt[]): Pausing<Followed[]> {
  const found: Followed[] = [];
  const redirects = new Map<string, Attempt>();
  for (const attempt of attempts) {
    yield;
    const { client, origin: at, url: asked } = attempt;
    const redirect = redirects.size === 0 ? undefined : redirects.get(`${client} ${at} ${asked}`);
    if (redirect !== undefined) {
      const wait = sinceEnd(redirect, attempt);
      if (wait >= -NOTED_LATE_MS && wait <= LONGEST_MS) found.push([redirect, attempt]);
    }
    const [origin, url] = attempt.signs.location ?? [];
    if (origin !== undefined && origin !== at) redirects.set(`${client} ${origin} ${url}`, attempt);
  }
  return found;
}
