/** Calls of the events domain, for the tests. */
import type { Attendee, Event, EventRegistration } from '@understudy/contract';
import { type JsonAnswer, send } from '../sandboxes/client.js';
import type { Target } from '../replicas/cluster.js';
import type { TestServer } from '../support.js';

/** One event. */
export async function eventOf(server: Target, id: string): Promise<Event> {
  return ((await send(server, 'GET', `/api/events/${id}`)).json as { data: Event }).data;
}

/** All items of a list, page after page. */
export async function listed<Item>(server: TestServer, path: string): Promise<Item[]> {
  const items: Item[] = [];
  for (let page = 1; ; page++) {
    const query = `${path.includes('?') ? '&' : '?'}per_page=50&page=${page}`;
    const { json } = await send(server, 'GET', path + query);
    const { data } = json as { data: Item[] };
    items.push(...data);
    if (data.length < 50) return items;
  }
}

/** The attendees of an event. */
export function attendeesOf(server: TestServer, id: string): Promise<Attendee[]> {
  return listed<Attendee>(server, `/api/events/${id}/attendees`);
}

/** Registers someone. */
export function registerFor(server: Target, id: string, body: object): Promise<JsonAnswer> {
  return send(server, 'POST', `/api/events/${id}/registrations`, body);
}

/** The registration in an answer. */
export function registrationIn({ json, status }: JsonAnswer): EventRegistration {
  const { data } = json as { data?: EventRegistration[] };
  const [first] = data ?? [];
  if (first === undefined) throw new Error(`a ${status} without a registration: ${JSON.stringify(json)}`);
  return first;
}

/** The n-th of many people. */
export function person(n: number, more: object = {}): object {
  return { name: `Guest ${n}`, email: `guest-${n}@example.com`, ...more };
}
