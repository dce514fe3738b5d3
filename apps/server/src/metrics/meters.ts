/** What a server counts of itself, for whoever watches it. */
import { conductRules } from '@understudy/contract/sandboxes';
import { LRUCache } from 'lru-cache';
import { definitions } from '../faults/definitions.js';
import type { Store } from '../state/stores/store.js';
import type { DeliveryOutcome, MeteredRequest, StoreOperation, Watched } from '../kit/watched.js';
import { DurationTable } from './duration-table.js';
import type { Durations } from './durations.js';
import { MeteredStore } from './metered-store.js';
import { TallyBy } from './tally-by.js';

/** Methods that have a series of their own; OpenTelemetry calls all others so. */
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const OTHER = '_OTHER';

/** Problems by which a server protects itself, and connections that it closes. */
const REFUSALS = [
  'connection',
  'misdirected_request',
  'payload_too_large',
  'sandbox_full',
  'service_unavailable',
  'too_many_requests',
] as const;

/** Names of all faults; a fixed answer is one too, and a preset stands for others. */
const FAULTS = [...[...definitions.keys()].filter((name) => name !== 'preset'), 'answer'];

/** Sandboxes whose verdicts are remembered, so that none is counted twice. */
const MAX_JUDGED = 1000;

/** What a server counts. */
export class Meters implements Watched {
  readonly isOn: boolean;
  readonly requests = new DurationTable();
  readonly store = new DurationTable();
  readonly faults = new TallyBy(FAULTS);
  readonly deliveries = new TallyBy(['succeeded', 'retried', 'failed']);
  readonly refusals = new TallyBy(REFUSALS);
  readonly conduct = new TallyBy(Object.keys(conductRules));
  readonly forgotten = new TallyBy(['idle', 'room']);
  conflicts = 0;
  readonly #judged = new LRUCache<string, ReadonlyMap<string, number>>({ max: MAX_JUDGED });

  constructor(isOn: boolean) {
    this.isOn = isOn;
  }

  /** A store as it is to be used, so that its work is counted. */
  watching(store: Store): Store {
    return this.isOn ? new MeteredStore(store, this) : store;
  }

  readonly requestsOf = ({ operation = 'none', method, status }: MeteredRequest): Durations | undefined => {
    if (!this.isOn) return undefined;
    return this.requests.of({
      operation,
      http_request_method: METHODS.has(method) ? method : OTHER,
      http_response_status_code: String(status),
    });
  };

  readonly countFault = (fault: string): void => {
    const [name = ''] = fault.split(';', 1);
    this.faults.add(name);
  };

  readonly countRefusal = (kind: string): void => {
    this.refusals.add(kind);
  };

  readonly countStore = (operation: StoreOperation, ms: number): void => {
    this.store.of({ operation }).add(ms);
  };

  readonly countConflict = (): void => {
    this.conflicts += 1;
  };

  readonly countDelivery = (outcome: DeliveryOutcome): void => {
    this.deliveries.add(outcome);
  };

  readonly countForgotten = (reason: 'idle' | 'room'): void => {
    this.forgotten.add(reason);
  };

  readonly countVerdicts = (sandbox: string, rules: readonly string[]): void => {
    const before = this.#judged.get(sandbox);
    const counts = new Map<string, number>();
    for (const rule of rules) counts.set(rule, (counts.get(rule) ?? 0) + 1);
    // Fewer than before are those of a journal that was cleared.
    for (const [rule, count] of counts) this.conduct.add(rule, Math.max(0, count - (before?.get(rule) ?? 0)));
    this.#judged.set(sandbox, counts);
  };
}
