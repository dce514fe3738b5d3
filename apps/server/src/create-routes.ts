/** The routes of a server: every operation over REST and tRPC, and the pages. */
import { pageRoutes, withPages } from '#pages';
import { admission } from './call/admission.js';
import type { Api } from './call/api.js';
import type { KnownOperation } from './call/known.js';
import type { Services } from './call/services.js';
import { createDomains } from './create-domains.js';
import type { DelayedAnswers } from './http/delayed-answers.js';
import type { EventStreams } from './http/event-streams.js';
import type { Route } from './http/router.js';
import { trpcHandler } from './http/trpc.js';
import { trpcRoutes } from './http/trpc-route.js';
import type { MetricParts } from './metrics/metric-parts.js';
import type { Settings } from './options/options.js';

/** What the routes of a server work with. */
interface RouteParts {
  readonly api: Api;
  readonly services: Services;
  readonly streams: EventStreams;
  readonly delayed: DelayedAnswers;
  /** Fails where nobody is to be sent here any more. */
  readonly alive: () => void;
  /** Settles where the server can answer. */
  readonly ready: () => Promise<void>;
  /** What is shown to whoever watches the server. */
  readonly metrics: MetricParts;
}

/** What a store is, without its path or its address. */
const kindOf = (store: string): string => (/^\w+/.exec(store)?.[0] ?? store).replace('postgresql', 'postgres');

/** Makes the routes of a server. */
export function createRoutes(settings: Settings, parts: RouteParts): Route[] {
  const { api, services, streams, delayed, alive, ready, metrics } = parts;
  const { maxBody, maxSnapshot } = settings;
  const bodyLimit = ({ meta }: KnownOperation): number => (meta.bodyLimit === 'snapshot' ? maxSnapshot : maxBody);
  const admit = admission(services);
  const { routes, router, wholeRouter, operations } = createDomains({
    api,
    services,
    streams,
    delayed,
    admit,
    bodyLimit,
  });
  const known = [...api.operations.values()];
  return [
    ...routes.map(withPages(api)),
    ...trpcRoutes({
      handle: trpcHandler(router, admit, operations),
      maxBody: (name) => {
        const operation = api.operations.get(name);
        return operation === undefined ? maxBody : bodyLimit(operation);
      },
      anyBody: maxBody,
      isSimulated: (name) => api.operations.get(name)?.meta.scope === 'sandbox',
      control: known.filter(({ meta }) => meta.credential === 'admin').map(({ name }) => name),
    }),
    ...pageRoutes({
      alive,
      ready,
      api,
      router: wholeRouter,
      store: kindOf(settings.store),
      metrics,
      access: services.access,
    }),
  ];
}
