/** Databases that releases made, one on each engine: this release opens them, and says of them what they said. */
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { version } from '../../src/server/version.js';
import { administer, emptySchema } from '../postgres/schemas.js';
import type { Target } from '../replicas/cluster.js';
import { inThisProcess } from '../replicas/in-process.js';

const KEPT = fileURLToPath(new URL('kept/', import.meta.url));
const releases = readdirSync(KEPT);

/** What a release answered of its own database, when it was started again. */
interface Answers {
  readonly admin: string;
  readonly token: string;
  readonly reads: readonly { readonly path: string; readonly body: object }[];
  readonly repeated: {
    readonly path: string;
    readonly body: object;
    readonly headers: Record<string, string>;
    readonly answer: object;
  };
}

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'understudy-kept-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** How a kept database is brought where it can be opened, by engine. */
const engines = {
  sqlite: async (at: string) => {
    for (const end of ['', '.requests']) copyFileSync(join(at, `state.db${end}`), join(folder, `state.db${end}`));
    return `sqlite:${join(folder, 'state.db')}`;
  },
  postgres: async (at: string) => {
    const address = await emptySchema();
    await administer(readFileSync(join(at, 'postgres.sql'), 'utf8'), address);
    return address;
  },
};

/** Members that follow the clock of the machine, or how a release stores what there is. */
const MOVING = new Set(['bytes', 'last_used_at', 'revision']);

/** What an answer must still say: a later release may say more. */
function said(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(said);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([name]) => !MOVING.has(name));
  return Object.fromEntries(members.map(([name, member]) => [name, said(member)]));
}

async function ask(server: Target, path: string, options: { token: string; body?: object; headers?: object }) {
  const headers = { authorization: `Bearer ${options.token}`, 'content-type': 'application/json', ...options.headers };
  const sent = options.body === undefined ? {} : { method: 'POST', body: JSON.stringify(options.body) };
  const response = await server.fetch(path, { headers, ...sent });
  return { status: response.status, headers: response.headers, json: (await response.json()) as object };
}

it('has one of this release', () => {
  expect(releases, 'npm run release:keep').toContain(version);
});

describe.each(releases)('of %s', (release) => {
  const at = join(KEPT, release);
  const answers = JSON.parse(readFileSync(join(at, 'answers.json'), 'utf8')) as Record<string, Answers>;

  it.each(Object.entries(engines))('%s', async (engine, restore) => {
    const kept = answers[engine];
    if (kept === undefined) throw new Error(`${release} has no answers of ${engine}`);
    const { admin, token, reads, repeated } = kept;
    const server = await inThisProcess(await restore(at), { adminToken: admin, webhookDelivery: 'off' });
    try {
      // Records, settings, the clock, counted faults, webhooks, the journal and tokens.
      for (const { path, body } of reads) {
        const { status, json } = await ask(server, path, { token: admin });
        expect({ path, status, json }).toMatchObject({ path, status: 200, json: said(body) });
      }
      // The answer that is kept for a key is given again.
      const { path, body, headers, answer } = repeated;
      const again = await ask(server, path, { token: admin, body, headers });
      expect(again.headers.get('idempotency-replayed')).toBe('true');
      expect(again.json).toMatchObject(said(answer) as object);
      // A token opens what it is for, and nothing else.
      expect((await ask(server, '/sandboxes/alpha', { token })).status).toBe(200);
      expect((await ask(server, '/sandboxes/seeded', { token })).status).toBe(403);
      // A sandbox whose idle life is over is gone; one that lives on is there.
      const { json } = await ask(server, '/sandboxes', { token: admin });
      const names = (json as { data: { name: string }[] }).data.map(({ name }) => name);
      expect(names.toSorted()).toEqual(['alpha', 'default', 'lasting', 'seeded']);
    } finally {
      await server.close();
    }
  });

  it('has both engines', () => {
    expect(['state.db', 'postgres.sql'].filter((file) => !existsSync(join(at, file)))).toEqual([]);
  });
});
