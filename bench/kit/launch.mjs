/** Starts a server as a process of its own, and waits until it answers. */
import { spawn } from 'node:child_process';
import { freePort } from '@understudy/tooling/server';
import { end, remember } from './children.mjs';
import { onServerCore } from './cores.mjs';
import { firstAnswer } from './first-answer.mjs';

const KEPT_OUTPUT = 2000;

const environment = {
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  NODE_ENV: 'production',
  NO_COLOR: '1',
  // Nothing that is measured here may report to anyone.
  DO_NOT_TRACK: '1',
  SCARF_ANALYTICS: 'false',
};

/** Takes whatever a server prints, and drops it: a process of its own, so that no client is busy with it. */
function startReader() {
  return remember(spawn('cat', [], { stdio: ['pipe', 'ignore', 'ignore'] })).stdin;
}

/**
 * @param {{ arguments: (port: number) => string[], path: string, isRead?: boolean }} server how to run it, what to ask it,
 *   whether somebody reads what it
 *   prints, and the folder that it runs in
 * @returns its port, pid, the time from spawn to the first 200 in ms, and how to stop it
 */
export async function launch(server) {
  const port = await freePort();
  const { command, args } = onServerCore(server.arguments(port));
  const since = performance.now();
  const output = server.isRead === true ? startReader() : 'ignore';
  const child = remember(
    spawn(command, args, { cwd: server.cwd, env: environment, stdio: ['ignore', output, 'pipe'] }),
  );
  // The reader ends with the server, which holds the pipe alone from now on.
  if (output !== 'ignore') output.destroy();
  let isGone = false;
  let said = '';
  child.once('exit', () => (isGone = true));
  child.once('error', (error) => (said += error.message));
  child.stderr.setEncoding('utf8').on('data', (text) => {
    said = (said + text).slice(-KEPT_OUTPUT);
  });
  try {
    await firstAnswer({ port, path: server.path, isGone: () => isGone });
  } catch (error) {
    await end(child);
    const reason = said.split('\n').find((line) => /error/i.test(line)) ?? '';
    throw new Error(`did not start: ${error.message} ${reason}`.trim(), { cause: error });
  }
  return { port, pid: child.pid, startMs: performance.now() - since, stop: () => end(child) };
}
