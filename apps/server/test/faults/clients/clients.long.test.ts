/** Every fault as unmodified clients report it, compared with the tables of docs/faults.md. */
import { patient } from '@understudy/tooling/patience';
import { spawnServer } from '@understudy/tooling/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Case, lostAnswers, reads, refusedWrites } from './cases.js';
import { clientNames, openClients } from './clients.js';
import { expectTable, type Row } from '../faults-page.js';
import type { Client } from './seen.js';
import { showAll, showRead, showWrite } from './show.js';

describe('what clients report', { timeout: patient(60_000) }, () => {
  let clients: ReadonlyMap<string, Client>;
  let server: Awaited<ReturnType<typeof spawnServer>>;
  beforeAll(async () => {
    [clients, server] = await Promise.all([openClients(), spawnServer()]);
  }, patient(60_000));
  afterAll(async () => {
    await Promise.all([...clients.values()].map((client) => client.close()));
    await server.stop('SIGKILL');
  });

  /** A row of each case; a client that is not here leaves its cells out. */
  async function rowsOf(cases: readonly Case[], show: typeof showRead): Promise<Row[]> {
    const columns = await Promise.all(
      clientNames.map(async (name) => {
        const client = clients.get(name);
        if (client === undefined) return cases.map(() => undefined);
        const atOnce = show === showWrite ? client.writesAtOnce : undefined;
        return showAll(client, server, { cases, show, ...(atOnce && { atOnce }) });
      }),
    );
    return cases.map(({ fault, note }, index) => ({
      name: `\`${fault}\`${note === undefined ? '' : ` ${note}`}`,
      cells: columns.map((cells) => cells[index]),
    }));
  }

  test.each([
    ['reads', reads, showRead],
    ['lost answers', lostAnswers, showWrite],
  ] as const)('of %s', async (table, cases, show) => {
    expectTable(table, ['Fault', ...clientNames], await rowsOf(cases, show));
  });

  test('and nothing is written where a fault strikes before', async () => {
    const rows = await rowsOf(refusedWrites, showWrite);
    const cells = rows.flatMap((row) => row.cells.filter((cell) => cell !== undefined));
    expect(cells.filter((cell) => !cell.endsWith('; not written'))).toEqual([]);
  });
});
