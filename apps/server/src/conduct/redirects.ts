/** Redirects that were followed. */
import type { Attempt } from './attempt.js';
import { sinceEnd } from './time.js';

/** Longest time in which a client follows a redirect, and how long before the end was noted it may do so, in ms. */
const LONGEST_MS = 60_000;
const NOTED_LATE_MS = 20;

/** Each redirect to another origin, with the attempt that followed it. */
export function* followed(attempts: readonly Attempt[]): Generator<readonly [redirect: Attempt, followed: Attempt]> {
  const redirects = new Map<string, Attempt>();
  for (const attempt of attempts) {
    const { client, origin: at, url: asked } = attempt;
    const redirect = redirects.size === 0 ? undefined : redirects.get(`${client} ${at} ${asked}`);
    if (redirect !== undefined) {
      const wait = sinceEnd(redirect, attempt);
      if (wait >= -NOTED_LATE_MS && wait <= LONGEST_MS) yield [redirect, attempt];
    }
    const [origin, url] = attempt.signs.location ?? [];
    if (origin !== undefined && origin !== at) redirects.set(`${client} ${origin} ${url}`, attempt);
  }
}
