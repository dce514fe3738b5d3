/** The parts of a server that come from outside its options. */
import type { StoredRule } from '@understudy/contract/sandboxes';
import type { OpenLimiter } from '../guard/limits.js';
import type { ClaimsByUser } from '../kit/dataset.js';
import type { Services } from '../call/services.js';
import type { Site } from '../http/site.js';
import type { Sink } from '../http/log.js';
import type { JournalStore } from '../journal/journal-store.js';
import type { SandboxLimits } from '../store/registry/sandboxes.js';
import type { Store } from '../store/stores/store.js';
import type { Platform } from './platform.js';
import type { Resolve } from '../webhooks/post.js';

/** The parts of a server that come from outside its options. */
export interface ServerParts {
  /** What differs between Node and browsers. */
  readonly platform: Platform;
  /** Takes the lines of the log. */
  readonly sink: Sink;
  /** Told of each error that is answered as `internal`, by the id of its request; left out where the log is enough. */
  readonly onError?: ((id: string, error: unknown) => void) | undefined;
  /** Fault rules that every sandbox begins with. */
  readonly rules?: readonly StoredRule[] | undefined;
  /** Claims that users begin with. */
  readonly claims?: ClaimsByUser | undefined;
  /** Keeps what is written, instead of the store that the options name; tests pass one with faults. */
  readonly store?: Store | undefined;
  /** Keeps the journals, instead of this process. */
  readonly journal?: JournalStore | undefined;
  /** Makes what counts requests against the limit of the server, instead of this process alone. */
  readonly limiter?: OpenLimiter | undefined;
  /** Lets go of what that needs. */
  readonly closeLimiter?: (() => Promise<void>) | undefined;
  /** The monotonic clock of the machine, in ms, by which idle sandboxes are forgotten, and receivers of webhooks are timed. */
  readonly monotonic?: (() => number) | undefined;
  /** The clock of the machine, in ms since 1970, by which processes own attempts at deliveries. */
  readonly machineNow?: (() => number) | undefined;
  /** Time between two looks for deliveries that another process has left behind, in ms. */
  readonly lookEveryMs?: number | undefined;
  /** Finds the addresses of the hosts that webhooks go to; tests pass one whose answers change. */
  readonly resolve?: Resolve | undefined;
  /** What is served beside the API. */
  readonly site?: Site | undefined;
  /** Learns that a sandbox is another than before. */
  readonly changed?: SandboxLimits['changed'];
  /** Waits for artificial latency; tests may pass one that does not. */
  readonly sleep?: Services['sleep'] | undefined;
}
