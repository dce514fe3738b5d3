/** A domain of one's own that has changed since a durable store was written to. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { collection, crud, crudHandlers, defineDomain, implement, z } from '../../src/domain.js';
import { createUnderstudy, OptionError } from '../../src/index.js';
import { ending, useFolder } from '../use.js';

const folder = useFolder();

const text = z
  .string()
  .min(1)
  .meta({ description: 'What it says.', examples: ['Buy chalk'] });
const words = { one: 'memo', many: 'memos' } as const;

/** The domain as it was at first. */
function first() {
  const schema = z.object({ id: z.string(), text }).meta({ id: 'Memo', description: 'A memo.' });
  const operations = { ...crud({ ...words, path: '/api/memos', schema }) };
  const memos = collection({
    name: 'memos',
    prefix: 'memo',
    size: 3,
    schema,
    seed: ({ sentence }) => ({ text: sentence() }),
  });
  return implement(defineDomain({ name: 'memos', description: 'Memos.', operations }), {
    collections: [memos],
    handlers: { ...crudHandlers(memos, words) },
  });
}

/** As it is now: each memo has a priority. */
function second(migrates: boolean) {
  const priority = z.int().meta({ description: 'How urgent it is.', examples: [1] });
  const schema = z.object({ id: z.string(), text, priority }).meta({ id: 'Memo', description: 'A memo.' });
  const operations = { ...crud({ ...words, path: '/api/memos', schema }) };
  const memos = collection({
    name: 'memos',
    prefix: 'memo',
    size: 3,
    schema,
    seed: ({ sentence, int }) => ({ text: sentence(), priority: int(1, 3) }),
  });
  return implement(defineDomain({ name: 'memos', description: 'Memos.', operations }), {
    collections: [memos],
    handlers: { ...crudHandlers(memos, words) },
    ...(migrates ? { migrate: { memos: (record: unknown) => ({ ...(record as object), priority: 2 }) } } : {}),
  });
}

it('is refused with the record and its member, until it migrates them', async () => {
  const store = `sqlite:${join(folder, 'memos.db')}`;
  const before = createUnderstudy({ domains: [first()], store });
  const body = JSON.stringify({ text: 'Buy chalk' });
  const headers = { 'content-type': 'application/json' };
  const created = await before.fetch('/sandboxes/mine/api/memos', { method: 'POST', headers, body });
  const { data } = (await created.json()) as { readonly data: readonly { readonly id: string }[] };
  await before.close();

  const changed = createUnderstudy({ domains: [second(false)], store });
  await expect(changed.ready()).rejects.toThrow(OptionError);
  await expect(changed.ready()).rejects.toThrow(
    `the record "${data[0]?.id}" of memos that it holds in the sandbox "mine" does not fit any more: #/priority is required`,
  );
  await changed.close();

  const migrated = ending(createUnderstudy({ domains: [second(true)], store }));
  const found = await migrated.fetch(`/sandboxes/mine/api/memos/${data[0]?.id}`);
  expect(await found.json()).toMatchObject({ data: { text: 'Buy chalk', priority: 2 } });
});
