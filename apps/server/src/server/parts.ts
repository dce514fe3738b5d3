/** What a server is made of besides its options: the parts that its platform has, and those that whoever starts it gives. */
import type { StoredRule } from '@understudy/contract/sandboxes';
import type { OpenLimiter } from '../guard/limits.js';
import type { ClaimsByUser } from '../kit/dataset.js';
import type { Api } from '../call/api.js';
import type { Services } from '../call/services.js';
import type { Sink } from '../http/log.js';
import type { JournalStore } from '../journal/journal-store.js';
import type { SandboxLimits } from '../store/registry/sandboxes.js';
import type { Store } from '../store/stores/store.js';
import type { Resolve } from '../webhooks/post.js';
import type { Users } from '../identity/credentials.js';
import type { ConductParts, Conduct } from '../conduct/conduct.js';
import type { GuardParts, Guard } from '../http/guard.js';
import type { NotFoundPage } from '../http/unrouted.js';
import type { Site, Route } from '../http/router.js';
import type { Outgoing } from '../journal/outgoing.js';
import type { Watched } from '../kit/watched.js';
import type { Gauges } from '../metrics/metrics.js';
import type { Settings } from '../options/options.js';
import type { PageParts } from '../pages/index.js';
import type { Access } from '../call/access.js';
import type { ReadDocument } from '../openapi/domain.js';
import type { DeliverySettings, Deliveries } from '../webhooks/dispatcher.js';

/** Counts what a server does. */
export interface Metering {
  readonly watched: Watched;
  /** A store that is counted as well. */
  readonly watching: (store: Store) => Store;
  /** The route that shows it all. */
  readonly route: (gauges: Gauges, access: Access) => Route;
}

/** What a platform can show to people. */
export interface Pages {
  readonly notFoundPage: NotFoundPage;
  readonly pageRoutes: (parts: PageParts) => Route[];
}

/** Parts that differ between platforms; one that is left out is not to be had there. */
export interface Platform {
  /** Takes the lines of the log of a server in the process of its user. */
  readonly sink: Sink;
  /** Refuses, by an OptionError, settings that cannot be had here. */
  readonly check?: (settings: Settings) => void;
  /**
   * Reads JSON that a server is started with.
   *
   * @param given path of a file, or what is in one
   * @throws DataFault where it cannot be read
   */
  readonly readJson: (given: string | object) => unknown;
  /**
   * Reads an OpenAPI document, with the files that it refers to.
   *
   * @throws DocumentFault with everything that is wrong with it
   */
  readonly readDocument: ReadDocument;
  /** What reads users and their credentials; left out of bundles that serve no users. */
  readonly users?: Users | undefined;
  readonly createConduct: (parts: Omit<ConductParts, 'locate'> & { readonly api: Api }) => Pick<Conduct, 'of'>;
  readonly createDeliveries: (settings: Omit<DeliverySettings, 'makeLogoutToken'>) => Deliveries;
  /** Keeps a client from taking what others need. */
  readonly createGuard?: (
    parts: Omit<GuardParts, 'rateLimit' | 'settings'> & {
      readonly settings: Settings;
      readonly limiter: OpenLimiter | undefined;
    },
  ) => Pick<Guard, 'begin'>;
  readonly createMetering?: () => Metering;
  /** Takes entries on their way into a store that processes share. */
  readonly createOutgoing?: (store: JournalStore) => Outgoing;
  readonly pages?: Pages;
  /** Makes what is served beside the API; a DataFault says what is wrong. */
  readonly siteParts?: {
    readonly routes: (given: string | object) => Site;
    readonly static: (folder: string) => Site;
  };
}

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
