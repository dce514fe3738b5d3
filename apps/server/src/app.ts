/** Puts a server together from its options: domains, state, adapters, edge. */
import { setTimeout as sleepFor } from 'node:timers/promises';
import { contract, type Operation } from '@understudy/contract';
import { openApiDocument } from './adapters/openapi.js';
import { type FinishedProcedure, restHandler } from './adapters/rest.js';
import { trpcHandler, trpcRoot } from './adapters/trpc.js';
import { pipeline } from './call/pipeline.js';
import type { Services } from './call/services.js';
import { domains } from './domains/index.js';
import { Edge } from './edge/edge.js';
import { Log, type Sink } from './edge/log.js';
import { operationRoute } from './edge/operation-route.js';
import type { Route } from './edge/router.js';
import { trpcRoutes } from './edge/trpc-route.js';
import { Scanner } from './listing/scan.js';
import type { Settings } from './options/options.js';
import { pageRoutes } from './pages/index.js';
import { Sandboxes } from './state/sandboxes.js';
import { MemoryStore } from './state/stores/memory.js';

/** The parts of a server that come from outside its options. */
export interface Surroundings {
  /** Takes the lines of the log. */
  readonly sink: Sink;
  /** Waits for artificial latency; tests may pass one that does not. */
  readonly sleep?: Services['sleep'] | undefined;
}

/** A server without a host: it answers requests, and can be closed. */
export interface App {
  readonly edge: Edge;
  readonly sandboxes: Sandboxes;
  readonly close: () => Promise<void>;
}

async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  await sleepFor(ms, undefined, { signal });
}

function allOperations(): Map<string, Operation> {
  const all = Object.values(contract).flatMap((domain) => Object.values<Operation>(domain));
  return new Map(all.map((operation) => [operation.name, operation]));
}

/** Builds a server. */
export function createApp(settings: Settings, surroundings: Surroundings): App {
  const store = new MemoryStore();
  const { seed, size: sizes, clock } = settings;
  const sandboxes = new Sandboxes({ seed, sizes, clock }, store);
  const services: Services = {
    scanner: new Scanner(),
    maxRecords: settings.maxRecords,
    sleep: surroundings.sleep ?? sleep,
  };
  const around = pipeline(services);
  const operations = allOperations();
  const root = trpcRoot(operations);
  const router = root.router(
    Object.fromEntries(Object.entries(domains).map(([name, domain]) => [name, domain.finish(services)])),
  );
  const procedures = router._def.procedures as unknown as Readonly<Record<string, FinishedProcedure>>;
  const rest: Route[] = [...operations.values()].map((operation) => {
    const procedure = procedures[operation.name];
    if (procedure === undefined) throw new TypeError(`no handler for ${operation.name}`);
    return operationRoute(operation, restHandler(operation, procedure, around), settings.maxBody);
  });
  const log = new Log(settings.log ?? 'off', surroundings.sink);
  const routes: Route[] = [
    ...rest,
    ...trpcRoutes(trpcHandler(router, around), settings.maxBody),
    ...pageRoutes({
      settings,
      operations: [...operations.values()],
      openApi: (baseUrl) => openApiDocument(router, operations, baseUrl),
    }),
  ];
  return {
    sandboxes,
    edge: new Edge({ sandboxes, settings, routes, log }),
    close: async () => {
      log.flush();
      await store.close();
    },
  };
}
