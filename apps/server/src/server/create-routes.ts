/** The routes of a server: every operation over REST and tRPC, and the pages. */
import { CallPipeline } from '../call/pipeline.js';
import type { Api } from '../call/api.js';
import {
  isDeferred,
  type OperationOutline,
  loaded,
  ofEach,
  type ServedDomain,
  type AnyImplementation,
  plansOf,
} from '../call/domain.js';
import type { Services } from '../call/services.js';
import type { EventStreams } from '../http/event-streams.js';
import { deferredRoutes, type Route, type Site } from '../http/router.js';
import { trpcHandler } from '../http/trpc.js';
import { trpcRoutes } from '../http/trpc-route.js';
import { type Answer, JSON_TYPE } from '../http/answer.js';
import { version } from './version.js';
import type { Pages } from './parts.js';
import type { Settings } from '../options/options.js';
import { type AnyTRPCProcedure, type AnyTRPCRouter, lazy } from '@trpc/server';
import { apiVersion, type Operation } from '@understudy/contract/kit';
import { operationRoutes, routeHeads, type ServedOperation } from '../http/rest.js';
import { trpcRoot } from '../http/trpc-root.js';
import { loadedLater } from '../kit/made-once.js';
import { INBOX_PATH } from '../kit/sandbox-address.js';

/** What the domains of a server are finished with. */
interface DomainParts extends Pick<ServedOperation, 'streams'> {
  readonly api: Api;
  readonly services: Services;
  readonly pipeline: CallPipeline;
  /** Largest body that an operation takes. */
  readonly bodyLimit: (operation: OperationOutline) => number;
}

/** A domain, finished for a server. */
interface Finished {
  readonly routes: readonly Route[];
  readonly procedures: Readonly<Record<string, AnyTRPCProcedure>>;
}

/** The domains of a server. */
interface ServedDomains {
  readonly routes: readonly Route[];
  /** Their procedures; tRPC loads what it is asked for. */
  readonly router: AnyTRPCRouter;
  /** The same with all of them loaded. */
  readonly wholeRouter: () => Promise<AnyTRPCRouter>;
  /** The operations by name, as far as they are loaded. */
  readonly operations: ReadonlyMap<string, Operation>;
}

/** Makes what the domains of a server answer with. */
function createDomains({ api, services, pipeline, bodyLimit, streams }: DomainParts): ServedDomains {
  const { kinds } = api;
  const operations = new Map<string, Operation>();
  const root = trpcRoot({ kinds, operations });
  const finished = new Map<ServedDomain, Finished>();

  function finish(domain: AnyImplementation): Finished {
    const plans = [...plansOf(domain, services)];
    const routes = plans.flatMap(([, plan]) => {
      operations.set(plan.operation.name, plan.operation);
      return operationRoutes({ plan, pipeline, maxBody: bodyLimit(plan.operation), kinds, streams });
    });
    const procedures = Object.fromEntries(plans.map(([name, plan]) => [name, plan.procedure()]));
    return { routes, procedures };
  }

  async function finishedOf(domain: ServedDomain): Promise<Finished> {
    const implementation = await loaded(domain);
    // Another call may have finished it in the meantime.
    const there = finished.get(domain) ?? finish(implementation);
    finished.set(domain, there);
    return there;
  }

  const served = api.domains.map((domain) => {
    const { name, operations: known } = domain.contract;
    if (!isDeferred(domain)) {
      const there = finish(domain);
      finished.set(domain, there);
      return { name, routes: there.routes, router: there.procedures };
    }
    const heads = Object.values<OperationOutline>(known).flatMap(routeHeads);
    return {
      name,
      routes: deferredRoutes(heads, async () => (await finishedOf(domain)).routes),
      router: lazy(async () => root.router((await finishedOf(domain)).procedures)),
    };
  });

  return {
    operations,
    routes: served.flatMap(({ routes }) => routes),
    router: root.router(Object.fromEntries(served.map(({ name, router }) => [name, router]))),
    wholeRouter: async () => {
      const all = await ofEach(api.domains, async (domain) => {
        const { procedures } = await finishedOf(domain);
        return [domain.contract.name, procedures] as const;
      });
      return root.router(Object.fromEntries(all));
    },
  };
}

const inboxes = loadedLater(() => import('../http/inbox.js'));

const inboxHead = { method: 'POST', path: INBOX_PATH, rawHeaders: [] };

/** What probes ask about. */
interface Probed {
  /** Fails where nobody is to be sent here any more. */
  readonly alive: () => void;
  /** Fails while requests cannot be served. */
  readonly ready: () => Promise<void>;
  /** The kind of store that the server has: memory, sqlite or postgres. */
  readonly store: string;
}

function json(body: unknown): Answer {
  return { status: 200, type: JSON_TYPE, body: JSON.stringify(body), caching: 'none' };
}

/** The routes that probes ask: whether a server is there, and whether it can answer. */
function probeRoutes({ alive, ready, store }: Probed): Route[] {
  return [
    {
      method: 'GET',
      path: '/healthz',
      answer: () => {
        alive();
        return json({ status: 'ok', server: 'understudy', version, api_version: apiVersion });
      },
    },
    { method: 'GET', path: '/readyz', answer: () => ready().then(() => json({ status: 'ready', store })) },
  ];
}

/** What the routes of a server work with. */
interface RouteParts {
  readonly api: Api;
  readonly services: Services;
  readonly streams: EventStreams;
  /** Fails where nobody is to be sent here any more. */
  readonly alive: () => void;
  /** Settles where the server can answer. */
  readonly ready: () => Promise<void>;
  /** What shows the metrics, where they are counted. */
  readonly metrics: Route | undefined;
  readonly site: Site | undefined;
  /** What people are shown, where a platform can show them something. */
  readonly pages: Pages | undefined;
}

/** What a store is, without its path or its address. */
const kindOf = (store: string): string => (/^\w+/.exec(store)?.[0] ?? store).replace('postgresql', 'postgres');

/** What a server answers with. */
interface Routes {
  readonly routes: readonly Route[];
  /** The procedures of all of its domains. */
  readonly router: () => Promise<AnyTRPCRouter>;
}

/** Makes the routes of a server. */
export function createRoutes(settings: Settings, parts: RouteParts): Routes {
  const { api, services, streams, alive, ready, metrics, pages, site } = parts;
  const { maxBody, maxSnapshot } = settings;
  const bodyLimit = ({ meta }: OperationOutline): number => (meta.bodyLimit === 'snapshot' ? maxSnapshot : maxBody);
  const pipeline = new CallPipeline(services);
  const {
    routes: ofDomains,
    router,
    wholeRouter,
    operations,
  } = createDomains({
    api,
    services,
    streams,
    pipeline,
    bodyLimit,
  });
  const known = [...api.operations.values()];
  const hasRoot = known.some(({ method, path }) => method === 'GET' && path === '/');
  // Where a domain that lies anywhere has an address of ours, ours wins, but for the start page.
  const routes = [
    ...(pages?.pageRoutes({ api, router: wholeRouter }) ?? []).filter(({ path }) => path !== '/' || !hasRoot),
    ...(site?.routes ?? []),
    ...probeRoutes({ alive, ready, store: kindOf(settings.store) }),
    ...(metrics === undefined ? [] : [metrics]),
    ...ofDomains,
    ...deferredRoutes([inboxHead], async () => [
      (await inboxes()).inboxRoute(inboxHead, { services, kinds: api.kinds }),
    ]),
    ...trpcRoutes({
      handle: trpcHandler(router, pipeline, operations),
      maxBody: (name) => {
        const operation = api.operations.get(name);
        return operation === undefined ? maxBody : bodyLimit(operation);
      },
      anyBody: maxBody,
      isSimulated: (name) => api.operations.get(name)?.meta.scope === 'sandbox',
      control: known.filter(({ meta }) => meta.credential === 'admin').map(({ name }) => name),
    }),
  ];
  return { routes, router: wholeRouter };
}
