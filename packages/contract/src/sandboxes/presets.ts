/** The presets: what one name of trouble stands for, as plain rules. */
import { fault, type FaultName, type PresetName } from './fault.js';
import type { FaultRuleSettings } from './fault-rule.js';

/** A preset: what it is for, and the rules that it stands for. */
export interface Preset {
  readonly description: string;
  /** In the order in which they are tried. */
  readonly rules: readonly FaultRuleSettings[];
}

/**
 * Rules whose faults strike the given shares of all requests, of which a request meets one at most. A later rule
 * strikes only what the earlier ones left, so that its probability is its share of that.
 */
function sharing(shares: Readonly<Record<string, number>>): FaultRuleSettings[] {
  let left = 1;
  return Object.entries(shares).map(([name, share]) => {
    const probability = share / left;
    left -= share;
    return { fault: name, probability };
  });
}

/** An example of each fault, with the parameters that it must have. None keeps a client waiting for more than 5 s. */
export const faultExamples: Readonly<Record<FaultName, string>> = {
  // Most need none.
  ...(Object.fromEntries(fault.options.map(({ shape }) => [shape.fault.value, shape.fault.value])) as Record<
    FaultName,
    string
  >),
  status: 'status;code=418',
  delay: 'delay;ms=1000',
  bandwidth: 'bandwidth;bytes_per_second=1000',
  stall: 'stall;seconds=5',
  hang: 'hang;seconds=5',
  quota: 'quota;limit=10;window=10',
  outage: 'outage;seconds=5',
  missing_member: 'missing_member;at="/data/*/title"',
  preset: 'preset;name=flaky',
};

/** Each fault as one request meets it: the one that counts strikes it as well. */
const { preset: _, ...examples } = faultExamples;
const oneOfEach = { ...examples, quota: 'quota;limit=0;window=1', outage: 'outage;seconds=1' };

/** Every preset by name. */
export const presets: Readonly<Record<PresetName, Preset>> = {
  flaky: {
    description: 'An unreliable service: 4 % of all requests get a 503, 3 % a reset connection, 3 % half a body.',
    rules: sharing({ service_unavailable: 0.04, reset: 0.03, truncate: 0.03 }),
  },
  slow_3g: {
    description: 'A slow network: each answer begins 400 ms late and comes at 50 kB a second.',
    rules: [{ fault: 'delay;ms=400, bandwidth;bytes_per_second=50000' }],
  },
  rate_limited: {
    description: 'Ten requests in 10 s, and 429 past that, with true RateLimit headers on each answer.',
    rules: [{ fault: 'quota;limit=10;window=10' }],
  },
  first_try_fails: {
    description: 'Each URL fails once with a 500, then works.',
    rules: [{ per: 'url', times: 1, fault: 'server_error' }],
  },
  lost_answers: {
    description:
      'One write in five is made, and then the connection is reset, so that the client does not learn of it.',
    rules: [{ when: { method: ['POST', 'PUT', 'PATCH', 'DELETE'] }, probability: 0.2, fault: 'reset;commit=after' }],
  },
  deploy: {
    description:
      'A restart, from the first request on: connections are reset for 5 s, then 503 for 5 s, then all is well.',
    // Both begin at once, and the first holds while it lasts.
    rules: [{ fault: 'outage;seconds=5;as=reset' }, { fault: 'outage;seconds=10;as=service_unavailable' }],
  },
  behind_a_proxy: {
    description: 'A proxy that sometimes cannot reach the service: 5 % of all requests get its 502, 3 % 503, 2 % 504.',
    rules: sharing({ 'bad_gateway;code=502': 0.05, 'bad_gateway;code=503': 0.03, 'bad_gateway;code=504': 0.02 }),
  },
  bad_wifi: {
    description: 'Half of all answers begin within 200 ms, 1 % after more than 4 s, and 3 % of requests get none.',
    rules: [{ fault: 'delay;p50=200;p99=4000' }, { probability: 0.03, fault: 'hang' }],
  },
  captive_portal: {
    description: 'Every request gets the log-in page of a hotel network.',
    rules: [{ fault: 'captive_portal' }],
  },
  drifting: {
    description: 'Answers that drift from their document: one member in ten is not what it says.',
    rules: [{ fault: 'drift' }],
  },
  lying_pages: {
    description:
      'Pages that lie: empty ones between the others, a record twice, wrong counts, and after five pages of a list one that leads to itself.',
    rules: [
      { fault: 'empty_page, doubled_record, wrong_total' },
      { per: 'operation', after: 5, times: 20, fault: 'repeated_cursor' },
    ],
  },
  late: {
    description: 'Reads that are two seconds behind, and one write in ten that is answered and lost.',
    rules: [
      { when: { method: ['GET'] }, fault: 'stale;seconds=2' },
      { when: { method: ['POST', 'PUT', 'PATCH', 'DELETE'] }, probability: 0.1, fault: 'lost_update' },
    ],
  },
  everything: {
    description: 'Each fault once, one after the other, then all is well.',
    // Faults of time do not wait for one another as the others do, so each rule lets the requests of those before pass.
    rules: Object.values(oneOfEach).map((example, index) => ({ after: index, times: 1, fault: example })),
  },
};
