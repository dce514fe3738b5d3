/** What a server takes of the platform that it runs on: the same in Node and in a browser, but for these parts. */
import type { Users } from '../identity/credentials.js';
import type { Conduct, ConductParts } from '../conduct/conduct.js';
import type { OpenLimiter } from '../guard/limits.js';
import type { Guard, GuardParts } from '../http/guard.js';
import type { Sink } from '../http/log.js';
import type { NotFoundPage } from '../http/unrouted.js';
import type { Route } from '../http/router.js';
import type { Site } from '../http/site.js';
import type { JournalStore } from '../journal/journal-store.js';
import type { Outgoing } from '../journal/outgoing.js';
import type { Watched } from '../kit/watched.js';
import type { Gauges } from '../metrics/metrics.js';
import type { Settings } from '../options/options.js';
import type { PageParts } from '../pages/index.js';
import type { Access } from '../call/access.js';
import type { Api } from '../call/api.js';
import type { ReadDocument } from '../openapi/served.js';
import type { Store } from '../store/stores/store.js';
import type { Deliveries, DeliverySettings } from '../webhooks/dispatcher.js';

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
  /** Shows a browser a page of a route of the API, where there is one for it. */
  readonly withPages: (api: Api) => (route: Route) => Route;
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
  readonly createConduct: (parts: ConductParts) => Pick<Conduct, 'of'>;
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
