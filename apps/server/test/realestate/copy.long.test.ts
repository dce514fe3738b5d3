/** A client that keeps a copy of the list by its feed of changes is in step with it, whatever is written meanwhile. */
import type { Listing } from '@understudy/contract';
import { expect, it } from 'vitest';
import { Random } from '../../src/kit/random.js';
import { send } from '../sandboxes/client.js';
import { inProcess, type TestServer } from '../support.js';
import { allListings, change, create, dataOf, REALESTATE } from './calls.js';

/** Goes on from the last instant that was seen, and drops what it has already. */
class Copy {
  readonly listings = new Map<string, Listing>();
  /** What was taken over at the last instant. */
  #last = '0000-01-01T00:00:00.000Z';
  readonly #server: TestServer;

  constructor(server: TestServer) {
    this.#server = server;
  }

  /** Walks the feed to its end; `between` is called after each page, as others write meanwhile. */
  async follow(between: () => Promise<void>): Promise<void> {
    let query = `since=${this.#last}&pagination_style=cursor`;
    for (;;) {
      const answer = await send(this.#server, 'GET', `${REALESTATE}/changes?per_page=17&${query}`);
      for (const { listing_id, listing, changed_at } of dataOf<{
        listing_id: string;
        listing: Listing | null;
        changed_at: string;
      }>(answer)) {
        if (listing === null) this.listings.delete(listing_id);
        else this.listings.set(listing_id, listing);
        this.#last = changed_at;
      }
      await between();
      const { nextCursor } = (answer.json as { pagination: { nextCursor: string | null } }).pagination;
      if (nextCursor === null) return;
      query = `since=${query.slice(6).split('&')[0]}&cursor=${nextCursor}`;
    }
  }
}

it.each([1, 2, 3])('stays in step, history %i', async (seed) => {
  await using server = await inProcess();
  const random = new Random(seed, 3);
  const copy = new Copy(server);
  const write = async () => {
    const id = `lst_${String(random.int(1, 240)).padStart(4, '0')}`;
    const kind = random.fraction();
    if (kind < 0.3) await create(server, { publish_at: '2026-03-02T00:00:00Z' });
    else if (kind < 0.6) await change(server, id, { title: `Title ${random.int(1, 99)}` });
    else if (kind < 0.8) await change(server, id, { status: 'withdrawn' });
    else await send(server, 'POST', '/sandboxes/default/clock', { action: 'advance', seconds: random.int(0, 7200) });
  };
  for (let round = 0; round < 4; round++) await copy.follow(write);
  await copy.follow(async () => undefined);
  const source = (await allListings(server)).filter(({ status }) => status !== 'withdrawn');
  expect(copy.listings).toEqual(new Map(source.map((one) => [one.id, one])));
});
