/** An organization with the client: contacts changed by two at once, imported in every form, exported row by row. */
import { expect, expectTypeOf, test } from 'vitest';
import { type Client, type Contact, createClient, type ImportJob, isApiError, type Lines } from '../src/index.js';
import { baseUrl, failureOf, realServer } from './server.js';

const name = 'default';
const organization_id = 'org_0003';

/** A client with the key of an organization on plan team; its pauses move the clock of the sandbox, which stands still. */
async function office(token = 'usk_seed_0003') {
  const { fetch, sent } = realServer({ size: { organizations: 6, contacts: 120 } });
  const plain = createClient({ baseUrl, fetch, sleep: async () => undefined });
  await plain.sandboxes.setClock({ name, action: 'freeze', at: '2026-01-01T00:00:00Z' });
  const waits: number[] = [];
  const sleep = async (ms: number) => {
    waits.push(ms);
    await plain.sandboxes.setClock({ name, action: 'advance', seconds: ms / 1000 });
  };
  return { api: createClient({ baseUrl, fetch, sleep, token }), sent, waits };
}

const ada = { email: 'ada@example.com', name: 'Ada Moreno', tags: ['customer'], properties: { seats: 5 } };
const created = ({ saas }: Client) => saas.createContact({ organization_id, ...ada });

test('a contact is created, read, replaced, changed and deleted', async () => {
  const { api } = await office();
  const { id: contact_id } = await created(api);
  const which = { organization_id, contact_id };
  const { data, etag } = await api.saas.getContact(which).withResponse();
  expect(data).toMatchObject({ ...ada, version: 1, company: null });
  const replacement = { ...which, email: ada.email, name: 'Ada Byron', company: 'Engines, Ltd.' };
  const replaced = await api.saas.replaceContact(replacement, { ifMatch: etag }).withResponse();
  expect(replaced.data).toMatchObject({ name: 'Ada Byron', tags: [], properties: {}, version: 2 });
  const change = { ...which, company: null, properties: { seats: 7 } };
  const changed = await api.saas.updateContact(change, { ifMatch: replaced.etag }).withResponse();
  expect(changed.data).toMatchObject({ name: 'Ada Byron', company: null, properties: { seats: 7 }, version: 3 });
  expect(await failureOf(api.saas.deleteContact(which, { ifMatch: etag }))).toMatchObject({
    kind: 'precondition_failed',
  });
  expect(await api.saas.deleteContact(which, { ifMatch: changed.etag })).toBeUndefined();
  expect(await api.saas.deleteContact(which)).toBeUndefined();
  expect(await failureOf(api.saas.getContact(which))).toMatchObject({ kind: 'gone', status: 410 });
});

/** Adds a tag to those that a contact has now, again where somebody else was faster; how often that was. */
async function addTag({ saas }: Client, contact_id: string, tag: string): Promise<number> {
  const which = { organization_id, contact_id };
  for (let conflicts = 0; ; conflicts += 1) {
    const { data, etag } = await saas.getContact(which).withResponse();
    try {
      await saas.updateContact({ ...which, tags: [...(data.tags ?? []), tag] }, { ifMatch: etag });
      return conflicts;
    } catch (error) {
      if (!isApiError(error, 'precondition_failed')) throw error;
    }
  }
}

test('of changes made at once none is lost where each is made again after 412', async () => {
  const { api } = await office();
  const { id } = await created(api);
  const words = ['a', 'b', 'c', 'd', 'e'];
  const conflicts = await Promise.all(words.map((tag) => addTag(api, id, tag)));
  const now = await api.saas.getContact({ organization_id, contact_id: id });
  expect(now.tags?.toSorted()).toEqual(['customer', ...words].toSorted());
  expect(now.version).toBe(1 + words.length);
  expect(Math.max(...conflicts)).toBeGreaterThan(0);
});

test('an address that is taken comes with the contact that has it', async () => {
  const { api } = await office();
  const { id } = await created(api);
  const error = await failureOf(api.saas.createContact({ organization_id, ...ada, email: 'ADA@example.com' }));
  if (!isApiError(error, 'conflict')) throw error;
  expect(error.current).toMatchObject({ id, email: 'ada@example.com' });
});

const csv = [
  'email,name,company,tags,properties',
  'a@example.com,"Moreno, Ada",Zażółć,new|lead,"{""seats"":5}"',
  'none,B,,,',
];
const lines = [
  '{"email":"a@example.com","name":"Moreno, Ada","company":"Zażółć","tags":["new","lead"]}',
  '{"name":"B"}',
];
const asCsv = csv.join('\r\n');
const asLines = lines.join('\n');

async function* rowByRow() {
  yield { email: 'a@example.com', name: 'Moreno, Ada', company: 'Zażółć', tags: ['new', 'lead'] };
  yield { email: 'none', name: 'B' };
}

test.each([
  ['a CSV', 'text/csv', new Blob([asCsv], { type: 'text/csv' }), 'invalid_email'],
  ['an NDJSON', 'application/x-ndjson', new Blob([asLines], { type: 'application/x-ndjson' }), 'required'],
  ['a stream of a CSV', 'text/csv', new Blob([asCsv]).stream(), 'invalid_email'],
  ['a stream of an NDJSON', 'application/x-ndjson', new Blob([asLines]).stream(), 'required'],
  ['rows one by one', 'application/x-ndjson', rowByRow(), 'invalid_email'],
])('%s is imported, and a row that fails is reported', async (_, type, rows, code) => {
  const { api, sent } = await office();
  const job = await api.saas.startImport({ organization_id, rows });
  expect(sent.at(-1)?.headers['content-type']).toBe(type);
  expect(job.record).toMatchObject({ status: 'queued', total: 2, processed: 0 });
  const done = await job.wait();
  expectTypeOf(done).toEqualTypeOf<ImportJob>();
  expect(done).toMatchObject({ id: job.record.id, status: 'completed_with_errors', created: 1, failed: 1 });
  expect(done.errors).toMatchObject([{ row: 2, pointer: '#/email', code }]);
  const [found] = (await api.saas.listContacts({ organization_id, q: 'zażółć', sort: '-created_at' })).data;
  expect(found).toMatchObject({ email: 'a@example.com', name: 'Moreno, Ada', tags: ['new', 'lead'] });
});

test('an import is waited for as Retry-After says, while the clock stands still otherwise', async () => {
  const { api, waits } = await office();
  const rows = Array.from({ length: 35 }, (_, n) => ({ email: `ada.${n}@example.com`, name: `Ada ${n}` }));
  const job = await api.saas.startImport({ organization_id, rows, mode: 'abort' });
  expect(job.location).toBe(`${baseUrl}/api/saas/organizations/${organization_id}/imports/${job.record.id}`);
  expect(waits).toEqual([]);
  const done = await job.wait();
  expect(done).toMatchObject({ status: 'completed', created: 35, failed: 0, errors: [] });
  // A second in the queue, then ten rows a second: done after 4.5 seconds, which are waited for in whole ones.
  expect(waits).toEqual([5000]);
  expect([done.started_at, done.finished_at]).toEqual(['2026-01-01T00:00:00.000Z', '2026-01-01T00:00:04.500Z']);
});

test('an export is rows, as many as there are contacts, and as few as one reads', async () => {
  const { api } = await office();
  const rows = api.saas.exportContacts({ organization_id });
  expectTypeOf(rows).toEqualTypeOf<Lines<Contact>>();
  const { usage } = await api.saas.getOrganization({ organization_id });
  const read: Contact[] = [];
  for await (const one of rows) read.push(one);
  expect(read).toHaveLength(usage.contacts);
  expect(read.slice(0, 5)).toEqual((await api.saas.listContacts({ organization_id, per_page: 5 })).data);
  expect(await rows.toArray({ limit: 3 })).toEqual(read.slice(0, 3));
  for await (const one of rows) {
    expect(one).toEqual(read[0]);
    break;
  }
  const cut = await failureOf(
    api.saas.exportContacts({ organization_id }, { simulateError: 'malformed' }).toArray({ limit: 1000 }),
  );
  expect(isApiError(cut, 'malformed')).toBe(true);
});

test('what a plan does not have, what a key may not do, and what it may not know of are kinds of their own', async () => {
  const { saas } = (await office('usk_seed_0002')).api;
  const own = { organization_id: 'org_0002' };
  expect(isApiError(await failureOf(saas.exportContacts(own).toArray({ limit: 1 })), 'plan_feature')).toBe(true);
  const forbidden = await failureOf(saas.createContact({ ...own, ...ada }));
  expect(forbidden).toMatchObject({ kind: 'forbidden', faults: [{ code: 'insufficient_scope' }] });
  expect(isApiError(await failureOf(saas.getOrganization({ organization_id })), 'not_found')).toBe(true);
});
