/** The journal's file beside a SQLite database: what becomes of the server where it cannot be had. */
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { runServer, spawnServer } from '@understudy/tooling/server';
import { journalOf } from './sandbox.mjs';

const COURSES = '/api/education/courses?per_page=1';

/** Starts a server on a database; gives its end where it does not start. */
async function tryToServe(path) {
  try {
    return { server: await spawnServer(['--store', `sqlite:${path}`]) };
  } catch ({ message }) {
    return { refusal: message };
  }
}

/** What it answers, and what its journal has. */
async function use({ server }, name = 'files') {
  const { status } = await server.fetch(`/sandboxes/${name}${COURSES}`);
  try {
    const { data } = await journalOf(server.origin, name).waitFor(1, { wait: 1 });
    return { status, entries: data.length };
  } catch ({ message }) {
    return { status, entries: message };
  }
}

const cases = {
  'a file of something else': {
    prepare: (path) => writeFileSync(`${path}.requests`, 'notes of mine, not a database\n'.repeat(400)),
    isRefused: true,
  },
  'a folder of that name': { prepare: (path) => mkdirSync(`${path}.requests`), isRefused: true },
  'an empty file': { prepare: (path) => writeFileSync(`${path}.requests`, ''), isRefused: false },
};

/** Writes nonsense behind the head of a file. */
function overwriteMiddle(file) {
  const descriptor = openSync(file, 'r+');
  writeSync(descriptor, Buffer.alloc(20_000, 7), 0, 20_000, 4096);
  closeSync(descriptor);
}

/** @param {{ folder: string }} attack */
export async function files({ folder }) {
  const faults = [];
  const lines = [];
  for (const [title, { prepare, isRefused }] of Object.entries(cases)) {
    const path = join(folder, `${title.replaceAll(' ', '-')}.db`);
    prepare(path);
    const tried = await tryToServe(path);
    if ((tried.server === undefined) !== isRefused) faults.push(`${title}: ${tried.refusal ?? 'it serves'}`);
    lines.push(`${title}: ${tried.refusal?.split('\n')[0].slice(0, 200) ?? JSON.stringify(await use(tried))}`);
    await tried.server?.stop();
  }

  const path = join(folder, 'own.db');
  let tried = await tryToServe(path);
  const whole = await use(tried);
  if (whole.entries !== 1) faults.push(`a journal of one request has ${whole.entries}`);
  await tried.server.stop('SIGKILL');
  const own = readdirSync(folder).filter((file) => file.startsWith('own.db'));
  lines.push(`files: ${own.join(', ')}`);
  for (const [title, damage] of Object.entries({
    'cut in its middle': (file) => truncateSync(file, 6000),
    'overwritten in its middle': overwriteMiddle,
  })) {
    if (!existsSync(`${path}.requests`)) break;
    damage(`${path}.requests`);
    tried = await tryToServe(path);
    if (tried.server === undefined) faults.push(`${title}: ${tried.refusal}`);
    else {
      const { status, entries } = await use(tried, `after-${title.replaceAll(' ', '-')}`);
      lines.push(`${title}: ${status}, ${entries} entries, said ${tried.server.complaints().trim().slice(0, 300)}`);
      if (status !== 200 || entries !== 1) faults.push(`${title}: ${status}, ${entries} entries`);
      await tried.server.stop();
    }
  }

  // Removed while it is in use, as somebody does who tidies up.
  tried = await tryToServe(path);
  await use(tried);
  for (const file of readdirSync(folder).filter((one) => one.startsWith('own.db.requests'))) rmSync(join(folder, file));
  const after = await use(tried, 'tidied');
  lines.push(`removed while in use: ${JSON.stringify(after)}`);
  if (after.status !== 200) faults.push(`removed while in use: requests get ${after.status}`);
  await tried.server.stop();

  const locked = join(folder, 'locked');
  mkdirSync(locked);
  const first = await tryToServe(join(locked, 'state.db'));
  await first.server.stop();
  chmodSync(locked, 0o555);
  const ended = await runServer(['serve', '--port', '0', '--store', `sqlite:${join(locked, 'state.db')}`], {
    asAnyone: true,
    limitMs: 5000,
  });
  chmodSync(locked, 0o755);
  lines.push(`a read-only folder: ended with ${ended.code}: ${(ended.stderr || ended.stdout).trim().slice(0, 300)}`);
  return { said: lines.join('\n  '), faults };
}
