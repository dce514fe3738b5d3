/** Servers that answer by a document: ours in this process or in one of its own, and those of others. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { request as ask, Agent } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { plainEnvironment, freePort } from '../../tooling/src/server/index.mjs';
import { cache } from './corpus.mjs';

/** How long an answer may take, in ms; a stream is read for as long. */
const ANSWER_MS = 10_000;
/** How long a server may take to start, in ms. */
const START_MS = 90_000;

/** Where our server was built; another build of it can be tried. */
const dist = process.env.UNDERSTUDY_DIST ?? fileURLToPath(new URL('../../apps/server/dist', import.meta.url));
const peer = (path) => join(cache, 'peers', 'node_modules', path);

/**
 * @typedef {{ method: string, path: string, headers?: Record<string, string>, body?: string }} Sent
 * @typedef {{ status: number, headers: Headers, body: Buffer }} Answer
 * @typedef {{ fetch: (request: Sent) => Promise<Answer>, close: () => Promise<void>, startMs: number, memory: () => number }} Server
 */

/** How each server is started: the words of its command. */
const COMMANDS = {
  understudy: (file, port) => [
    process.execPath,
    join(dist, 'main.js'),
    'serve',
    '--openapi',
    file,
    '--port',
    String(port),
    '--log',
    'off',
  ],
  prism: (file, port) => [
    process.execPath,
    peer('@stoplight/prism-cli/dist/index.js'),
    'mock',
    '--host',
    '127.0.0.1',
    '--port',
    String(port),
    '--verboseLevel',
    'silent',
    '--multiprocess',
    'false',
    file,
  ],
  // The program itself: its command only looks for it, and starts it.
  steady: (file, port) => [
    peer(`@stdy/cli-${process.platform}-${process.arch}/bin/steady`),
    '--host',
    '127.0.0.1',
    '--port',
    String(port),
    '--log=false',
    file,
  ],
};

/** Resident memory of a process in bytes, where the system tells. */
function residentMemory(pid) {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;
  } catch {
    return 0;
  }
}

function askOver(agent, port, { method, path, headers = {}, body }) {
  return new Promise((resolve, reject) => {
    const bytes = body === undefined ? undefined : Buffer.from(body);
    // Answers name the host that was asked: the same in every process.
    const host = '127.0.0.1:4010';
    const length = bytes === undefined ? {} : { 'content-length': bytes.length };
    const sent = ask(
      { host: '127.0.0.1', port, method, path, agent, headers: { host, ...headers, ...length } },
      (answer) => {
        const chunks = [];
        const end = () => {
          clearTimeout(late);
          const pairs = Object.entries(answer.headersDistinct).flatMap(([name, all]) => all.map((one) => [name, one]));
          resolve({ status: answer.statusCode, headers: new Headers(pairs), body: Buffer.concat(chunks) });
        };
        answer
          .on('data', (chunk) => chunks.push(chunk))
          .on('end', end)
          .on('error', end);
      },
    );
    const late = setTimeout(() => sent.destroy(new Error(`no answer within ${ANSWER_MS / 1000} s`)), ANSWER_MS);
    sent.on('error', (error) => {
      clearTimeout(late);
      reject(error);
    });
    sent.end(bytes);
  });
}

const running = new Set();
process.on('exit', () => running.forEach((child) => child.kill('SIGKILL')));

/**
 * Starts a server as a process.
 *
 * @param {'understudy' | 'prism' | 'steady'} name
 * @param {string} file the document
 * @param {{ flags?: readonly string[], probe?: string }} [options] more words of the command
 * @returns {Promise<Server & { port: number }>}
 * @throws Error with the first line that it complained with, where it ends before it listens
 */
export async function spawned(name, file, { flags = [] } = {}) {
  const port = await freePort();
  const [program, ...words] = [...COMMANDS[name](file, port), ...flags];
  const since = performance.now();
  const env = { ...plainEnvironment(), DO_NOT_TRACK: '1', SCARF_ANALYTICS: 'false', NO_COLOR: '1' };
  const child = spawn(program, words, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  running.add(child);
  let said = '';
  let isGone = false;
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => (said = (said + text).slice(-8000)));
  child.once('error', (error) => ([isGone, said] = [true, error.message]));
  child.once('close', () => ((isGone = true), running.delete(child)));
  const agent = new Agent({ keepAlive: true });
  const fetch = (request) => askOver(agent, port, request);
  const close = () =>
    new Promise((resolve) => {
      agent.destroy();
      if (isGone) return resolve();
      child.once('close', () => resolve());
      child.kill('SIGKILL');
    });
  for (;;) {
    if (isGone) throw new Error(said.trim().split('\n').slice(-3).join(' ').slice(0, 500) || 'it ended');
    if (performance.now() - since > START_MS) {
      await close();
      throw new Error(`it did not listen within ${START_MS / 1000} s`);
    }
    try {
      await fetch({ method: 'GET', path: '/' });
      break;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }
  return {
    port,
    fetch,
    close,
    startMs: performance.now() - since,
    memory: () => residentMemory(child.pid),
    said: () => said,
  };
}

let ours;

/**
 * Ours in this process.
 *
 * @param {string} file
 * @param {object} [options] of `createUnderstudy`
 * @returns {Promise<Server>}
 */
export async function inProcess(file, options = {}) {
  ours ??= await import(pathToFileURL(join(dist, 'index.js')).href);
  const since = performance.now();
  const understudy = ours.createUnderstudy({ openapi: file, ...options });
  const within =
    (ms) =>
    async ({ path, ...init }) => {
      const answer = await Promise.race([
        understudy.fetch(new Request(`http://127.0.0.1${path}`, init)),
        new Promise((_, reject) => {
          setTimeout(() => reject(new Error(`no answer within ${ms / 1000} s`)), ms).unref();
        }),
      ]);
      return { status: answer.status, headers: answer.headers, body: Buffer.from(await answer.arrayBuffer()) };
    };
  // No operation of a document is asked: the journal counts those.
  await within(START_MS)({ method: 'GET', path: '/healthz' });
  const startMs = performance.now() - since;
  return {
    fetch: within(ANSWER_MS),
    close: () => understudy.close(),
    startMs,
    memory: () => process.memoryUsage().rss,
  };
}
