/** A server that listens until a signal comes. */
import type { App } from '../../server/app.js';
import { openApp } from '../../server/open-app.js';
import { type Answering, type Listening, type Patience, serve } from '../../transport/node.js';
import type { Sink } from '../../http/log.js';
import type { ServerParts } from '../../server/parts.js';
import { DEFAULT_SANDBOX } from '../../kit/sandbox-address.js';
import type { Sandbox } from '../../store/registry/sandbox.js';
import { listensAt } from '../address-of.js';
import { listenFailure } from '../listen-failure.js';
import type { Plan } from './plan.js';

/** How long a running request may still take; none waits for a delay or another fault any more. */
export const GRACE_MS = 12_000;

/** For whom a server that stops stays, in ms. */
export type Leaving = Required<Pick<Patience, 'drainMs' | 'lingerMs'>>;

/** A server that listens. */
export interface RunningServer {
  readonly port: number;
  readonly url: string;
  /** Has its health checks fail from now on, so that nobody is sent here any more. */
  readonly leave: () => void;
  /** Stops it. */
  readonly close: (leaving: Leaving) => Promise<void>;
}

/** Stops listening, and has the health checks say so before. */
export async function leave(app: App, listening: Listening, leaving: Leaving): Promise<void> {
  app.leave();
  await listening.close({ ...leaving, graceMs: GRACE_MS });
  await app.close();
}

/** Opens what a plan serves, on the state that another server has left, where there is one. */
export async function openPlan(
  plan: Plan,
  sink: Sink,
  state: Pick<ServerParts, 'store' | 'journal'> = {},
): Promise<App> {
  const { settings, api, rules, claims, given, site, written } = plan;
  const parts = { sink, named: given.named, rules, claims, site, ...state };
  if (written === undefined) return openApp(settings, api, parts);
  const { file, whole } = written;
  const changed = ({ name, view }: Sandbox): void => {
    if (name === DEFAULT_SANDBOX) file.changed(() => whole(view));
  };
  const app = await openApp(settings, api, { ...parts, changed });
  const ended = (end: () => Promise<void>) => () => end().finally(() => file.close());
  return { ...app, handOver: ended(app.handOver), close: ended(app.close) };
}

/**
 * Listens where a plan says.
 *
 * @throws {@link Failure} where that cannot be
 */
export async function listenFor(
  { settings, given, identity }: Plan,
  pipeline: Answering,
  dropped: App['dropped'],
): Promise<Listening> {
  const { maxConnections } = settings;
  try {
    return await serve(pipeline, settings, { maxConnections, dropped, certified: identity?.certified });
  } catch (error) {
    throw (await listenFailure(error, settings, given.named)) ?? error;
  }
}

/** The address that a server listens at. */
export const urlOf = ({ settings: { host }, identity }: Plan, port: number): string =>
  listensAt({ host, port, tls: identity === undefined ? 'off' : 'self-signed', tlsCert: undefined });

/**
 * Starts a server.
 *
 * @throws {@link OptionError} where its store cannot be used, or a {@link Failure} where it cannot listen
 */
export async function startServer(plan: Plan, sink: Sink): Promise<RunningServer> {
  const app = await openPlan(plan, sink);
  let listening: Listening;
  try {
    listening = await listenFor(plan, app.pipeline, app.dropped);
  } catch (error) {
    await app.close();
    throw error;
  }
  return {
    port: listening.port,
    url: urlOf(plan, listening.port),
    leave: app.leave,
    close: (leaving) => leave(app, listening, leaving),
  };
}

/** Settles with the first signal; a second one ends the process. */
export function untilSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let isStopping = false;
    const onSignal = (signal: NodeJS.Signals): void => {
      // A second signal means not to wait for running requests.
      if (isStopping) process.exit(130);
      isStopping = true;
      resolve(signal);
    };
    process.on('SIGINT', onSignal);
    process.on('SIGTERM', onSignal);
  });
}
