/** A server that listens until a signal comes. */
import type { App } from '../../server/app.js';
import { openApp } from '../../server/open-app.js';
import { type Answering, type Listening, type Patience, serve } from '../../transport/node.js';
import type { Sink } from '../../http/log.js';
import type { ServerParts } from '../../server/parts.js';
import { listensAt } from '../../options/tls.js';
import { DEFAULT_SANDBOX } from '../../kit/sandbox-address.js';
import type { Sandbox } from '../../store/registry/sandbox.js';
import type { Plan } from './plan.js';
import { createServer } from 'node:net';
import { type Named, OptionError, type Settings } from '../../options/options.js';
import { Failure } from '../commands.js';
import { plain } from '../terminal.js';
import { execFile } from 'node:child_process';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { promisify } from 'node:util';

interface PortOwner {
  readonly pid: number;
  /** Its program; empty where that is not known. */
  readonly program: string;
}

const run = promisify(execFile);

/** How long another program may take to tell, in ms. */
const LIMIT_MS = 3000;

/** The state of a socket that listens, in the tables of Linux. */
const LISTENS = '0A';

/** The inodes of the sockets that listen on a port. */
async function listeningInodes(port: number): Promise<ReadonlySet<string>> {
  const tables = await Promise.all(
    ['tcp', 'tcp6'].map((name) => readFile(`/proc/net/${name}`, 'utf8').catch(() => '')),
  );
  const inodes = new Set<string>();
  for (const row of tables.join('\n').split('\n')) {
    const [, local = '', , state, , , , , , inode] = row.trim().split(/\s+/);
    const isHere = Number.parseInt(local.split(':')[1] ?? '', 16) === port;
    if (isHere && state === LISTENS && inode !== undefined) inodes.add(inode);
  }
  return inodes;
}

/** Whether a process has one of some sockets open; those of other users do not show it. */
async function holds(pid: string, inodes: ReadonlySet<string>): Promise<boolean> {
  const folder = `/proc/${pid}/fd`;
  const files = await readdir(folder).catch(() => []);
  const links = await Promise.all(files.map((file) => readlink(`${folder}/${file}`).catch(() => '')));
  return links.some((link) => inodes.has(/^socket:\[(\d+)\]$/.exec(link)?.[1] ?? ''));
}

async function onLinux(port: number): Promise<PortOwner | undefined> {
  const inodes = await listeningInodes(port);
  if (inodes.size === 0) return undefined;
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    if (!(await holds(pid, inodes))) continue;
    const program = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '');
    return { pid: Number(pid), program: program.trim() };
  }
  return undefined;
}

/** On macOS and the BSDs. */
async function byLsof(port: number): Promise<PortOwner | undefined> {
  const { stdout } = await run('lsof', ['-nP', `-iTCP:${port}`, '-sTCP:LISTEN', '-Fpc'], { timeout: LIMIT_MS });
  const [, pid] = /^p(\d+)$/m.exec(stdout) ?? [];
  const [, program = ''] = /^c(.+)$/m.exec(stdout) ?? [];
  return pid === undefined ? undefined : { pid: Number(pid), program };
}

async function onWindows(port: number): Promise<PortOwner | undefined> {
  const { stdout } = await run('netstat', ['-ano', '-p', 'TCP'], { timeout: LIMIT_MS });
  const [, pid] = new RegExp(String.raw`^\s*TCP\s+\S+:${port}\s+\S+:0\s+\S+\s+(\d+)\s*$`, 'm').exec(stdout) ?? [];
  if (pid === undefined) return undefined;
  const named = await run('tasklist', ['/FI', `PID eq ${pid}`, '/FO', 'CSV', '/NH'], { timeout: LIMIT_MS });
  return { pid: Number(pid), program: /^"([^"]+)"/.exec(named.stdout.trim())?.[1] ?? '' };
}

/** The process that listens on a port; undefined where the system does not tell. */
async function portOwner(port: number): Promise<PortOwner | undefined> {
  const ways: Partial<Record<NodeJS.Platform, typeof onLinux>> = { linux: onLinux, win32: onWindows };
  try {
    return await (ways[process.platform] ?? byLsof)(port);
  } catch {
    return undefined;
  }
}

/** Ports that are tried for one that is free. */
const TRIED = 100;

const LAST_PORT = 65_535;

type Address = Pick<Settings, 'host' | 'port'>;

/** Whether a server could listen there now. */
function isFree({ host, port }: Address): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, host, () => server.close(() => resolve(true)));
  });
}

/** The next port that is free; 0, which picks any, where none near is. */
async function nextFree({ host, port }: Address): Promise<number> {
  for (let next = port + 1; next <= Math.min(port + TRIED, LAST_PORT); next += 1) {
    if (await isFree({ host, port: next })) return next;
  }
  return 0;
}

async function portInUse(address: Address, named: Named): Promise<string> {
  const [owner, next] = await Promise.all([portOwner(address.port), nextFree(address)]);
  const program = owner === undefined || owner.program === '' ? 'another program' : plain(owner.program);
  const who = owner === undefined ? program : `${program} (process ${owner.pid})`;
  return `${named('port')} is ${address.port}, but ${who} already listens there; try --port ${next}`;
}

/**
 * Why a server cannot listen; undefined where that is no matter of its address.
 *
 * @param named what the options of the address are called where they are given
 */
export async function listenFailure(error: unknown, address: Address, named: Named): Promise<Error | undefined> {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const fail = (message: string) => new Failure(message, { cause: error });
  if (code === 'EADDRINUSE') return fail(await portInUse(address, named));
  if (code === 'EACCES') {
    // Waiting does not help: whoever starts it again and again is to stop (exit code 2).
    const message = `${named('port')} is ${address.port}, but this user may not listen there; choose one above 1023`;
    return new OptionError(message, { cause: error });
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return fail(`${named('host')} is ${JSON.stringify(address.host)}, but this machine does not have that address`);
  }
  return undefined;
}

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
export async function stopServing(app: App, listening: Listening, leaving: Leaving): Promise<void> {
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
    close: (leaving) => stopServing(app, listening, leaving),
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
