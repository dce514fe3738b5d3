/** Refuses requests for hosts that are not this server's: names that others let resolve to this machine (DNS rebinding). */
import { isLoopback } from '../kit/loopback.js';
import { ProblemError } from '../kit/problem-error.js';
import type { Settings } from '../options/options.js';
import type { Incoming } from './incoming.js';

/** Throws where a request is for another host (RFC 9110 §15.5.20). */
export type HostRule = (request: Pick<Incoming, 'host'>) => void;

/**
 * The rule of a server. Bound to loopback, it is reached by the names of this machine, that of its public URL, and those
 * that are allowed. Elsewhere it may have any name, unless some are allowed: then those are all.
 */
export function hostRule({ host: bound, publicUrl, allowHost }: Settings): HostRule {
  const isStrict = isLoopback(bound) || allowHost.length > 0;
  const known = new Set(allowHost);
  if (publicUrl !== undefined) known.add(new URL(publicUrl).hostname);
  return ({ host }) => {
    if (!isStrict || host === null || isLoopback(host) || known.has(host)) return;
    throw new ProblemError('misdirected_request', {
      detail: `this server does not answer as ${host}; start it with --allow-host ${host} if that is one of its names`,
    });
  };
}
