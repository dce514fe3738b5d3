/** Runs a script with the code that V8 compiled of it in an earlier process, and keeps that code where there is none. */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout } from 'node:timers';
import { cachedDataVersionTag } from 'node:v8';
import vm from 'node:vm';
import { threadId } from 'node:worker_threads';

/** Code is kept when a process has lived this long: what has served by then is compiled, and is kept as well. */
const SETTLED_MS = 2000;

/** For so many versions of Node, each with its flags, code is kept at once. */
const MAX_KEPT = 6;

/** @returns {Buffer | undefined} */
function readKept(file) {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}

/** Removes what was kept of other builds, and some of this one where there are too many. */
function removeOthers(folder, name) {
  const kept = readdirSync(folder).filter((file) => file.endsWith('.code'));
  const ofThis = kept.filter((file) => file.startsWith(`${name}.`));
  const others = kept.filter((file) => !ofThis.includes(file));
  for (const file of [...others, ...ofThis.slice(MAX_KEPT - 1)]) rmSync(join(folder, file), { force: true });
}

/** Removes a file, if it is there and can be. */
function remove(file) {
  try {
    rmSync(file, { force: true });
  } catch {
    // The folder takes no changes, which is not for us to say.
  }
}

/** Keeps the code; where nothing can be written, the next process compiles again. */
function keep(script, target) {
  const draft = `${target}.${process.pid}-${threadId}`;
  try {
    const folder = dirname(target);
    mkdirSync(folder, { recursive: true });
    removeOthers(folder, basename(target).split('.', 1)[0]);
    writeFileSync(draft, script.createCachedData());
    // Whole or not at all: others may read it at this moment.
    renameSync(draft, target);
  } catch {
    remove(draft);
  }
}

/** Whether kept code may run here: in Node, in the realm of the caller, and not where somebody measures coverage. */
function isPossible({ versions, env }) {
  if (versions.bun !== undefined || versions.deno !== undefined) return false;
  if (env.NODE_V8_COVERAGE !== undefined || env.NODE_DISABLE_COMPILE_CACHE !== undefined) return false;
  // A test runner may give each file globals of its own; what runs in another realm would not see them.
  return new vm.Script('globalThis').runInThisContext() === globalThis;
}

/**
 * Runs a script of CommonJS that neither requires nor imports anything.
 *
 * @param {string} file the script, of ASCII alone
 * @param {string} folder where its code is kept
 * @param {{ process?: Pick<NodeJS.Process, 'versions' | 'env'>, settledMs?: number }} [options] what runs it, and how
 *   long that must have lived
 * @returns {unknown} what it exports, or undefined where it has to be loaded in the usual way
 */
export function runKept(file, folder, { process: host = process, settledMs = SETTLED_MS } = {}) {
  if (!isPossible(host)) return undefined;
  let source;
  try {
    source = readFileSync(file, 'latin1');
  } catch {
    // In the bundle of somebody there is no such file.
    return undefined;
  }
  const target = join(folder, `${basename(file, '.cjs')}.${cachedDataVersionTag().toString(16)}.code`);
  const cachedData = readKept(target);
  const script = new vm.Script(`(function(module,__filename){${source}\n})`, { filename: file, cachedData });
  const module = { exports: undefined };
  script.runInThisContext()(module, file);
  if (cachedData === undefined || script.cachedDataRejected === true)
    setTimeout(() => keep(script, target), settledMs).unref();
  return module.exports;
}
