/** Starts the built server on a free port, for the blocks of one page. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { root } from '../run.mjs';

const MAIN = join(root, 'apps', 'server', 'dist', 'main.js');

/** The address of the server in the pages. */
export const DOCUMENTED_ORIGIN = 'http://127.0.0.1:4010';

/** The environment without variables that would change the server or the ports of the examples. */
export const plainEnvironment = Object.fromEntries(
  Object.entries({ ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined }).filter(
    ([name]) => !/^(UNDERSTUDY_(?!REQUIRE)\w+|PORT|HOST|PUBLIC_URL|TRUST_PROXY|BASE_URL|NODE_OPTIONS)$/.test(name),
  ),
);

/** @returns {Promise<{ origin: string, stop: () => Promise<void> }>} a server that listens */
export async function startServer() {
  const child = spawn(process.execPath, [MAIN, 'serve', '--port', '0', '--log', 'off'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: plainEnvironment,
  });
  const kill = () => child.kill();
  process.once('exit', kill);
  const ended = once(child, 'exit');
  let said = '';
  const origin = await new Promise((resolve, reject) => {
    const hear = (text) => {
      said += text;
      const [, found] = /listening on (http:\S+)\n/.exec(said) ?? [];
      if (found) resolve(found);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.on('exit', () => reject(new Error(`the server did not start: ${said}`)));
  });
  return {
    origin,
    stop: async () => {
      process.off('exit', kill);
      kill();
      await ended;
    },
  };
}

/** @returns {Promise<string>} what `understudy --help` prints */
export async function helpText() {
  const child = spawn(process.execPath, [MAIN, '--help'], { stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  child.stdout.on('data', (chunk) => (text += chunk));
  await once(child, 'close');
  return text;
}
