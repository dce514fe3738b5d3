/** Python's urllib and csv read an export, and send what they read back in as an import. */
import type { Contact, ImportJob } from '@understudy/contract';
import { patient } from '@understudy/tooling/patience';
import { runProgram } from '@understudy/tooling/server';
import { describe, expect, it } from 'vitest';
import { hasProgram } from '../command/has-program.js';
import { all, key, send, wait } from './office.js';
import { inSandbox, useServer } from '../support.js';

/** Reads the export of the first organization, and writes all of it into the second, which has other contacts. */
const SCRIPT = `
import csv, io, json, sys, urllib.request
base = sys.argv[1]
def ask(path, key, data=None, type=None):
    headers = {'Authorization': 'Bearer usk_seed_' + key}
    if type: headers['Content-Type'] = type
    return urllib.request.urlopen(urllib.request.Request(base + path, data=data, headers=headers))
with ask('/org_0001/contacts/export?format=csv', '0001') as answer:
    name = answer.headers.get_filename()
    total = int(answer.headers['X-Total-Count'])
    rows = list(csv.DictReader(io.TextIOWrapper(answer, encoding='utf-8', newline='')))
columns = ['email', 'name', 'company', 'phone', 'tags', 'properties']
out = io.StringIO()
writer = csv.DictWriter(out, columns, extrasaction='ignore')
writer.writeheader()
writer.writerows({**row, 'email': 'py.' + row['email']} for row in rows)
with ask('/org_0003/imports', '0003', out.getvalue().encode(), 'text/csv') as answer:
    job = json.load(answer)['data']
json.dump({'name': name, 'total': total, 'rows': rows, 'job': job}, sys.stdout)
`;

describe.skipIf(!(await hasProgram('python3', 'reading an export')))('Python', { timeout: patient(20_000) }, () => {
  const server = useServer();

  it('reads every contact of an export, and imports it elsewhere', async () => {
    const base = `${server.origin}/sandboxes/python/api/saas/organizations`;
    const { code, stdout, stderr } = await runProgram(['python3', '-I', '-c', SCRIPT, base]);
    expect([code, stderr]).toEqual([0, '']);
    const { name, total, rows, job } = JSON.parse(stdout) as {
      name: string;
      total: number;
      rows: Record<string, string>[];
      job: ImportJob | [ImportJob];
    };
    const within = inSandbox(server, '/sandboxes/python');
    const contacts = (await all(key(within, 1), '/org_0001/contacts')) as Contact[];
    expect(total).toBeGreaterThan(10);
    expect([name, total, rows.length]).toEqual([expect.stringMatching(/\.csv$/), contacts.length, contacts.length]);
    const plain = rows.map(({ id, email, tags, properties }) => ({
      id,
      email,
      tags: tags === '' ? [] : tags?.split('|'),
      properties: JSON.parse(properties || '{}') as unknown,
    }));
    const byId = (one: { id?: string | undefined }, other: { id?: string | undefined }) =>
      String(one.id).localeCompare(String(other.id));
    expect(plain.toSorted(byId)).toEqual(
      contacts.map(({ id, email, tags, properties }) => ({ id, email, tags, properties })).toSorted(byId),
    );

    await wait(within, 3600);
    const [{ id }] = [job].flat() as [ImportJob];
    const { data: done } = await send<ImportJob>(key(within, 3), ['GET', `/org_0003/imports/${id}`]);
    expect(done).toMatchObject({ status: 'completed', created: contacts.length, failed: 0 });
  });
});
