/** Where secrets must not be: everything that shows or keeps requests. */
import { existsSync, readFileSync } from 'node:fs';
import pg from 'pg';

const PER_PAGE = 50;

async function textOf(origin, path) {
  const response = await fetch(origin + path);
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${text.slice(0, 300)}`);
  return text;
}

/** The journal as it is listed, page by page. */
async function listed(origin, name) {
  const texts = [];
  for (let since = 0; ;) {
    const text = await textOf(origin, `/sandboxes/${name}/requests?per_page=${PER_PAGE}&since=${since}`);
    const { data } = JSON.parse(text);
    texts.push(text);
    if (data.length < PER_PAGE) return texts;
    since = data.at(-1).sequence;
  }
}

/** The journal as a stream, up to its last entry. */
async function streamed(origin, name, last) {
  if (last === undefined) return '';
  const leave = new AbortController();
  const response = await fetch(`${origin}/sandboxes/${name}/requests/stream`, { signal: leave.signal });
  let text = '';
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    if (text.includes(`\nid: ${last}\n`) || text.includes(`"sequence":${last},`)) break;
  }
  leave.abort();
  return text;
}

/** The journal as a HAR, which has no pages. */
const archived = (origin, name) => textOf(origin, `/sandboxes/${name}/requests?format=har`);

async function rows(address) {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  const { rows: tables } = await client.query(
    "select c.oid::regclass::text as name from pg_class c where c.relkind = 'r' and c.relpersistence = 'u'",
  );
  const texts = [];
  for (const { name } of tables) {
    const { rows: all } = await client.query(`select t::text as text, t.* from ${name} t`);
    texts.push(JSON.stringify(all), ...all.flatMap((row) => Object.values(row).filter(Buffer.isBuffer).map(String)));
  }
  await client.end();
  return texts.join('\n');
}

/** Everything that there is of some sandboxes, by its name. */
export async function sinksOf({ origin, store, names }) {
  const sinks = { listing: [], 'curl lines': [], stream: [], HAR: [] };
  let entries = 0;
  for (const name of names) {
    const pages = await listed(origin, name);
    const all = pages.flatMap((text) => JSON.parse(text).data);
    entries += all.length;
    sinks.listing.push(...pages);
    sinks['curl lines'].push(...all.map(({ curl }) => curl));
    sinks.stream.push(await streamed(origin, name, all.at(-1)?.sequence));
    sinks.HAR.push(await archived(origin, name));
  }
  if (store.startsWith('sqlite:')) {
    const path = store.slice('sqlite:'.length);
    const files = ['', '-wal', '-shm', '-journal'].map((end) => `${path}.requests${end}`).filter(existsSync);
    if (files.length === 0) throw new Error(`there is no ${path}.requests`);
    sinks['the file'] = files.map((file) => readFileSync(file, 'latin1'));
  }
  if (store.startsWith('postgres')) sinks['the table'] = [await rows(store)];
  return { entries, sinks };
}
