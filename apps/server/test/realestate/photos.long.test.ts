/** Photos of listings: their records, their images, and that the two agree. */
import type { Listing, Photo } from '@understudy/contract';
import { expect, it, vi } from 'vitest';
import { Dataset } from '../../src/kit/dataset.js';
import { inProcess, useServer } from '../support.js';

const server = useServer(inProcess);

async function json<Body>(path: string, of = server): Promise<Body> {
  return (await (await of.fetch(path)).json()) as Body;
}

const id = (prefix: string, number: number): string => `${prefix}_${String(number).padStart(4, '0')}`;

const photosOf = (listing: string, base = '', of = server) =>
  json<{ data: Photo[]; pagination: { total: number } }>(`${base}/api/realestate/listings/${listing}/photos`, of);

/** The path of an address of the server. */
const pathOf = (url: string): string => url.slice(server.origin.length);

it('are as many as the listing says, in their order, each of one listing', async () => {
  const all: string[] = [];
  for (let number = 1; number <= 240; number += 1) {
    const listing = id('lst', number);
    const { data } = await json<{ data: Listing }>(`/api/realestate/listings/${listing}`);
    expect(data.photo_count).toBeGreaterThanOrEqual(3);
    expect(data.photo_count).toBeLessThanOrEqual(8);
    // Each of them is drawn: of the others the first page alone is looked at.
    if (number > 6) continue;
    const { data: photos, pagination } = await photosOf(listing);
    expect([photos.length, pagination.total]).toEqual([data.photo_count, data.photo_count]);
    expect(photos.map(({ position }) => position)).toEqual(photos.map((_, index) => index + 1));
    expect(photos.every(({ listing_id }) => listing_id === listing)).toBe(true);
    all.push(...photos.map((photo) => photo.id));
  }
  expect(all).toEqual(all.map((_, index) => id('pho', index + 1)));
  expect(all.length).toBe(33);
});

it('show what the listing is', async () => {
  const first = { house: 'The house', apartment: 'The building', studio: 'The building', land: 'The plot' };
  const seen = new Set<string>();
  for (let number = 1; number <= 40; number += 1) {
    const listing = id('lst', number);
    const { kind } = (await json<{ data: Listing }>(`/api/realestate/listings/${listing}`)).data;
    seen.add(kind);
    const { data } = await json<{ data: Photo[] }>(`/api/realestate/listings/${listing}/photos?per_page=1`);
    expect(data.map(({ caption }) => caption)).toEqual([first[kind]]);
  }
  expect(seen.size).toBe(4);
});

it.each(['', '/sandboxes/alice'])('say of their image what it is, at an address of "%s"', async (base) => {
  const { data } = await photosOf('lst_0002', base);
  for (const photo of data) {
    expect(photo.url).toBe(`${server.origin}${base}/api/realestate/photos/${photo.id}`);
    const image = await server.fetch(pathOf(photo.url));
    const bytes = Buffer.from(await image.arrayBuffer());
    expect([image.headers.get('content-type'), image.headers.get('etag')]).toEqual([photo.media_type, photo.etag]);
    expect([bytes.length, photo.bytes]).toEqual([154_218, 154_218]);
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([photo.width, photo.height]);
    const thumb = Buffer.from(await (await server.fetch(pathOf(photo.thumb_url))).arrayBuffer());
    expect([thumb.length, thumb.readUInt32BE(16), thumb.readUInt32BE(20)]).toEqual([9848, 160, 120]);
    const drawing = await (await server.fetch(`${pathOf(photo.url)}?format=svg`)).text();
    expect(drawing).toContain(`<title>${photo.caption}</title>`);
  }
});

it('are none for a listing that a client has added, and 404 for one that is not there', async () => {
  const sample = await json<{ data: Listing }>('/api/realestate/listings/lst_0001');
  const { title, kind, offer, price, address, location, timezone } = sample.data;
  const body = JSON.stringify({ title, kind, offer, price, address, location, timezone });
  const headers = { 'content-type': 'application/json' };
  const made = await server.fetch('/sandboxes/adds/api/realestate/listings', { method: 'POST', headers, body });
  const { data } = (await made.json()) as { data: Listing[] };
  expect(data[0]?.photo_count).toBe(0);
  expect((await photosOf(data[0]?.id ?? '', '/sandboxes/adds')).data).toEqual([]);
  for (const path of ['/listings/lst_0999/photos', '/photos/pho_9999', '/photos/none']) {
    expect((await server.fetch(`/api/realestate${path}`)).status).toBe(404);
  }
  expect((await server.fetch('/api/realestate/photos/pho_0001?size=huge')).status).toBe(400);
});

it('are others with another seed, and as soon there among a million listings', async () => {
  await using other = await inProcess({ seed: 'other', size: 'listings=1000000' });
  const last = await photosOf('lst_1000000', '', other);
  expect(last.data.length).toBeGreaterThanOrEqual(3);
  const [here, there] = await Promise.all([server, other].map((of) => of.fetch('/api/realestate/photos/pho_0001')));
  expect(here?.headers.get('etag')).not.toBe(there?.headers.get('etag'));
});

it('are drawn once for all who ask for them', async () => {
  await using own = await inProcess({ seed: 'drawn once' });
  // Each begins with its own stream of chance.
  const chance = vi.spyOn(Dataset.prototype, 'random');
  const drawn = () => chance.mock.calls.filter(([name]) => name === 'photos/picture').length;
  const paths = Array.from(
    { length: 256 },
    (_, i) => `${i % 2 === 0 ? '' : '/sandboxes/b'}/api/realestate/photos/pho_0001`,
  );
  const tags = await Promise.all(paths.map(async (path) => (await own.fetch(path)).headers.get('etag')));
  expect([new Set(tags).size, drawn()]).toEqual([1, 1]);
  const { data } = await photosOf('lst_0001', '', own);
  expect(data[0]?.etag).toBe(tags[0]);
  expect(drawn()).toBe(data.length);
});

it('give way to other requests while hundreds of others are drawn', async () => {
  await using own = await inProcess({ seed: 'many drawn' });
  let rounds = 0;
  let isOver = false;
  const count = (): void => {
    rounds += 1;
    if (!isOver) setImmediate(count);
  };
  const ask = (number: number) => own.fetch(`/api/realestate/photos/${id('pho', number)}`);
  await ask(1);
  count();
  const answers = await Promise.all(Array.from({ length: 100 }, (_, i) => ask(i + 2)));
  isOver = true;
  expect(answers.every(({ status }) => status === 200)).toBe(true);
  expect(rounds).toBeGreaterThan(5);
});
