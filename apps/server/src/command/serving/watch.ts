/** Starts a server anew where one of its files changes: `--watch`. */
import { relative, resolve } from 'node:path';
import { apiOptionsFor } from '../../options/data.js';
import { OptionError } from '../../options/option.js';
import { optionsFor } from '../../options/options.js';
import { tlsOptions } from '../../options/tls.js';
import { forgetModules, loadedFiles } from '../../server/load-domains.js';
import { type CommandLine, commands, Failure, type Invocation } from '../commands.js';
import { CONFIG_ENDINGS } from '../config-file.js';
import { readCommandLine } from '../read-command-line.js';
import type { Sink } from '../../http/log.js';
import { type Plan, planOf } from './plan.js';
import type { RunningServer } from './server.js';
import { say } from '../terminal.js';
import { ReplaceableServer } from './replaceable-server.js';
import { stateOf } from '../../data/data-file.js';

/**
 * How often files are looked at, in ms. A notice of the system is about one file or folder, and says nothing of what takes
 * its place, nor of a folder further up that a link leads through; shared folders have none at all.
 */
const LOOK_MS = 100;

/** Files that are watched. */
export interface WatchedFiles {
  /** Watches others instead. */
  readonly replace: (paths: readonly string[]) => void;
  readonly close: () => void;
}

/**
 * Watches files, of which some may not be there yet. From then on no change is missed.
 *
 * @param onChange called with the paths of those that were written, made or removed, once they stay as they are
 */
export function watchFiles(paths: readonly string[], onChange: (changed: readonly string[]) => void): WatchedFiles {
  const states = new Map<string, string>();
  const changed = new Set<string>();

  const look = (): void => {
    let isMoving = false;
    for (const [path, before] of states) {
      const now = stateOf(path);
      if (now === before) continue;
      states.set(path, now);
      changed.add(path);
      isMoving = true;
    }
    if (isMoving || changed.size === 0) return;
    const all = [...changed];
    changed.clear();
    onChange(all);
  };
  const watchAll = (added: readonly string[]): void => {
    for (const path of added) states.set(path, stateOf(path));
  };

  watchAll(paths);
  const timer = setInterval(look, LOOK_MS);
  return {
    replace: (others) => {
      const wanted = new Set(others);
      for (const path of states.keys()) if (!wanted.has(path)) states.delete(path);
      watchAll([...wanted].filter((path) => !states.has(path)));
    },
    close: () => clearInterval(timer),
  };
}

/** The fields whose values are paths of files. */
const fileFields = Object.entries({ ...apiOptionsFor([]), ...optionsFor({}), ...tlsOptions }).flatMap(
  ([field, { rebase }]) => (rebase === undefined || ['store', 'tlsDir', 'static'].includes(field) ? [] : [field]),
);

/** The file of a document that has a name before it. */
const withoutName = (path: string): string => path.replace(/^[a-z][a-z0-9-]*=/, '');

/** The files that a plan is made from, and those that would be another configuration. */
function filesOf(given: CommandLine, folder: string, documentFiles: readonly string[]): string[] {
  const named = fileFields.flatMap((field) => {
    const value = given.values[field];
    const paths: readonly unknown[] = typeof value === 'string' ? value.split(',') : Array.isArray(value) ? value : [];
    return paths.flatMap((path) => (typeof path === 'string' && path !== '' ? [withoutName(path.trim())] : []));
  });
  const config =
    given.configFile === undefined ? CONFIG_ENDINGS.map((ending) => `understudy.config.${ending}`) : [given.configFile];
  return [...new Set([...named, ...config, ...loadedFiles(), ...documentFiles].map((path) => resolve(folder, path)))];
}

/** The command line as it is now: the configuration file may say something else than before. */
async function readAnew(invocation: Invocation): Promise<CommandLine> {
  const asked = await readCommandLine(invocation, commands);
  if (asked.name !== 'run') throw new Error('the command line does not change');
  return asked.given;
}

const shownPaths = (paths: readonly string[], folder: string): string =>
  paths.map((path) => relative(folder, path)).join(', ');

/** Why there is no server for what the files say now; of a fault that is ours, where it is. */
function whyNot(error: unknown): string {
  if (error instanceof OptionError || error instanceof Failure) return error.message;
  const [said = String(error), ...frames] = (error instanceof Error ? error.stack : undefined)?.split('\n') ?? [];
  return `${said} (a fault in Understudy itself${frames[0] === undefined ? '' : `, ${frames[0].trim()}`})`;
}

/**
 * Starts a server, and starts it anew where one of its files changes. What is wrong in them is said, and the server goes
 * on as it was.
 */
export async function startWatched(plan: Plan, sink: Sink, invocation: Invocation): Promise<RunningServer> {
  const { folder } = invocation;
  const server = await ReplaceableServer.start(plan, sink);
  let { given, documentFiles, written } = plan;
  const restart = async (all: readonly string[]): Promise<void> => {
    // What the server itself has written is what it serves.
    const changed = all.filter((path) => written?.file.isOwn(path) !== true);
    if (changed.length === 0) return;
    const since = performance.now();
    forgetModules();
    try {
      given = await readAnew(invocation);
      const next = await planOf(given, invocation);
      ({ documentFiles } = next);
      await server.replace(next);
      ({ written } = next);
      const ms = Math.round(performance.now() - since);
      say(`${shownPaths(changed, folder)} changed; serving anew at ${server.url} after ${ms} ms`);
    } catch (error) {
      for (const line of whyNot(error).split('\n')) say(`${line}; serving as before`);
    } finally {
      // Also where it failed: what is wrong may be in a file that was not among them yet.
      files.replace(filesOf(given, folder, documentFiles));
    }
  };
  let queue = Promise.resolve();
  const files: WatchedFiles = watchFiles(filesOf(given, folder, documentFiles), (changed) => {
    // One after the other: the next one finds the files as they are then.
    queue = queue.then(() => restart(changed));
  });
  return {
    get port() {
      return server.port;
    },
    get url() {
      return server.url;
    },
    leave: () => server.leave(),
    close: async (leaving) => {
      files.close();
      await queue;
      await server.close(leaving);
    },
  };
}
