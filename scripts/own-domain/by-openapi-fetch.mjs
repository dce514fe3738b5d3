/** Calls the notes with openapi-fetch, by types that openapi-typescript makes of the document. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { run } from '../run.mjs';

const PACKAGES = 'openapi-fetch@0.17.0 openapi-typescript@7.13.0 typescript@5.9.3';

/** What a user writes; a wrong input or answer does not compile. */
const CLIENT = `import createClient from 'openapi-fetch';
import type { paths } from './schema.js';

export async function walk(baseUrl: string): Promise<string[]> {
  const api = createClient<paths>({ baseUrl });
  const created = await api.POST('/api/notes', { body: { title: 'Order chalk' } });
  const note = created.data?.data[0];
  if (note === undefined) throw new Error('no note was created');
  const found = await api.GET('/api/notes', { params: { query: { q: 'chalk', status: 'open', sort: '-created_at' } } });
  const params = { path: { note_id: note.id } };
  const changed = await api.PATCH('/api/notes/{note_id}', { params, body: { title: 'Order more chalk' } });
  await api.POST('/api/notes/{note_id}/archive', { params });
  const refused = await api.POST('/api/notes/{note_id}/finish', { params });
  const removed = await api.DELETE('/api/notes/{note_id}', { params });
  // @ts-expect-error there is no such status
  const wrong = await api.GET('/api/notes', { params: { query: { status: 'lost' } } });
  return [
    String(created.response.status),
    String(found.data?.data.some(({ id }) => id === note.id)),
    changed.data?.data[0]?.title ?? '',
    refused.error?.kind ?? '',
    String(removed.response.status),
    String(wrong.response.status),
  ];
}
`;

const EXPECTED = '201, true, Order more chalk, already_archived, 204, 400';

/**
 * @param {string} origin of a server with the notes
 * @param {string} folder an empty one to work in
 * @returns {Promise<string | undefined>} what is wrong
 */
export async function faultByOpenApiFetch(origin, folder) {
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  writeFileSync(join(folder, 'client.ts'), CLIENT);
  const compile = 'tsc --strict --noUncheckedIndexedAccess --target es2022 --module nodenext --skipLibCheck client.ts';
  for (const command of [
    `npm install --prefer-offline --no-audit --no-fund --loglevel=error ${PACKAGES}`,
    `npm exec -- openapi-typescript ${origin}/openapi.json -o schema.d.ts`,
    `npm exec -- ${compile}`,
  ]) {
    const { ok, output } = await run(command, { cwd: folder });
    if (!ok) return `${command}\n${output}`;
  }
  const { walk } = await import(pathToFileURL(join(folder, 'client.js')).href);
  const seen = (await walk(origin)).join(', ');
  return seen === EXPECTED ? undefined : `expected ${EXPECTED}, but there came ${seen}`;
}
