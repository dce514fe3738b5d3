/** The routes of a server: every operation over REST and tRPC, and the pages. */
import { pageRoutes, withPages } from '#pages';
import type { AnyTRPCRouter } from '@trpc/server';
import type { Operation } from '@understudy/contract';
import { admission } from './call/admission.js';
import type { Api } from './call/api.js';
import { finishDomain } from './call/domain.js';
import { failureContext } from './call/perform.js';
import type { Services } from './call/services.js';
import type { EventStreams } from './http/event-streams.js';
import { operationRoutes } from './http/operation-route.js';
import { type FinishedProcedure, restHandler } from './http/rest.js';
import type { Route } from './http/router.js';
import { trpcHandler } from './http/trpc.js';
import { trpcRoot } from './http/trpc-root.js';
import { trpcRoutes } from './http/trpc-route.js';
import type { Settings } from './options/options.js';

function bodyLimit({ maxBody, maxSnapshot }: Settings, operation: Operation | undefined): number {
  return operation?.meta.bodyLimit === 'snapshot' ? maxSnapshot : maxBody;
}

/** What the routes of a server work with. */
interface RouteParts {
  readonly api: Api;
  readonly services: Services;
  readonly streams: EventStreams;
  /** Settles where the server can answer. */
  readonly ready: () => Promise<void>;
}

/** Makes the routes of a server. */
export function createRoutes(settings: Settings, { api, services, streams, ready }: RouteParts): Route[] {
  const admit = admission(services);
  const { operations, kinds } = api;
  const root = trpcRoot(api);
  const finished = api.domains.map((domain) => ({ domain, own: finishDomain(domain, services) }));
  const routers = finished.map(({ domain, own }) => {
    const procedures = Object.fromEntries(own.map(({ name, procedure }) => [name, procedure]));
    return [domain.contract.name, procedures] as const;
  });
  const router: AnyTRPCRouter = root.router(Object.fromEntries(routers));
  const procedures: Readonly<Record<string, FinishedProcedure>> = router._def.procedures;
  const served = finished.flatMap(({ own }) => own);
  const rest: Route[] = served.flatMap(({ operation, redirectError }) => {
    const procedure = procedures[operation.name];
    if (procedure === undefined) throw new TypeError(`no handler for ${operation.name}`);
    return operationRoutes({
      operation,
      admit,
      perform: restHandler(procedure),
      maxBody: bodyLimit(settings, operation),
      kinds,
      streams,
      redirectError: (problem, call, input) => redirectError?.(problem, failureContext(call, input)),
    });
  });
  return [
    ...rest.map(withPages(api)),
    ...trpcRoutes({
      handle: trpcHandler(router, admit, operations),
      maxBody: (name) => bodyLimit(settings, operations.get(name)),
      anyBody: settings.maxBody,
      isSimulated: (name) => operations.get(name)?.meta.scope === 'sandbox',
      control: [...operations.values()].filter(({ meta }) => meta.credential === 'admin').map(({ name }) => name),
    }),
    ...pageRoutes({
      ready,
      api,
      router,
    }),
  ];
}
