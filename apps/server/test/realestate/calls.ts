/** Calls of the real estate domain, for the tests. */
import type { Listing, ListingChange, Viewing, ViewingSlot } from '@understudy/contract';
import type { Target } from '../replicas/cluster.js';
import { type JsonAnswer, send } from '../sandboxes/client.js';

/** Path of the domain. */
export const REALESTATE = '/api/realestate';

/** The records of an answer. */
export function dataOf<Item>({ json, status }: JsonAnswer): Item[] {
  const { data } = json as { data?: Item | Item[] };
  if (data === undefined) throw new Error(`a ${status} without data: ${JSON.stringify(json)}`);
  return Array.isArray(data) ? data : [data];
}

/** The first record of an answer. */
export function oneOf<Item>(answer: JsonAnswer): Item {
  const [first] = dataOf<Item>(answer);
  if (first === undefined) throw new Error(`a ${answer.status} without a record`);
  return first;
}

/** All items of a list, page after page by cursors. */
export async function walked<Item>(server: Target, path: string, perPage = 50): Promise<Item[]> {
  const items: Item[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const more = cursor === '' ? 'pagination_style=cursor' : `cursor=${cursor}`;
    const answer = await send(server, 'GET', `${path}${path.includes('?') ? '&' : '?'}per_page=${perPage}&${more}`);
    items.push(...dataOf<Item>(answer));
    cursor = (answer.json as { pagination: { nextCursor: string | null } }).pagination.nextCursor;
  }
  return items;
}

/** Every status that a listing can have. */
export const STATUSES = 'coming_soon,active,under_offer,closed,withdrawn,expired';

/** Listings of every status. */
export function allListings(server: Target, base = ''): Promise<Listing[]> {
  return walked<Listing>(server, `${base}${REALESTATE}/listings?status=${STATUSES}`);
}

/** The whole feed, or what is in it from an instant on. */
export function changes(server: Target, base = '', since?: string, perPage = 50): Promise<ListingChange[]> {
  return walked(server, `${base}${REALESTATE}/changes${since === undefined ? '' : `?since=${since}`}`, perPage);
}

/** Slots of a listing. */
export function slots(server: Target, id: string, query: string, base = ''): Promise<ViewingSlot[]> {
  return walked(server, `${base}${REALESTATE}/listings/${id}/slots?${query}`);
}

/** Books a slot. */
export function book(server: Target, id: string, start: string, email: string, base = ''): Promise<JsonAnswer> {
  const body = { starts_at: start, name: 'Ada Lovelace', email };
  return send(server, 'POST', `${base}${REALESTATE}/listings/${id}/viewings`, body);
}

/** All viewings that are booked. */
export function booked(server: Target, base = ''): Promise<Viewing[]> {
  return walked(server, `${base}${REALESTATE}/viewings?status=booked`);
}

/** Changes a listing. */
export function change(server: Target, id: string, body: object, base = ''): Promise<JsonAnswer> {
  return send(server, 'PATCH', `${base}${REALESTATE}/listings/${id}`, body);
}

/** A listing to create. */
export function home(more: object = {}): object {
  return {
    title: 'House by the canal',
    kind: 'house',
    offer: 'sale',
    price: { amount: 40_000_000, currency: 'EUR' },
    address: { line1: 'Gartenstraße 4', city: 'Berlin', region: null, postal_code: '10115', country: 'DE' },
    location: { latitude: 52.53, longitude: 13.39 },
    timezone: 'Europe/Berlin',
    ...more,
  };
}

/** Creates a listing. */
export async function create(server: Target, more: object = {}, base = ''): Promise<Listing> {
  return oneOf<Listing>(await send(server, 'POST', `${base}${REALESTATE}/listings`, home(more)));
}
