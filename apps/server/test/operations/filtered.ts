/** Servers whose lists have something to filter, the pages they answer, and conditions in plain JavaScript. */
import type { Comparison, Money } from '@understudy/contract';
import { sampleNeeds } from '@understudy/contract/samples';
import { operations } from '@understudy/tooling/operations';
import { expect } from 'vitest';
import { z } from 'zod';
import { type Api, apiOf } from '../../src/call/api.js';
import { ourDomains } from '../our-domains.js';
import { memberAt } from '../../src/listing/order.js';
import { STATUSES } from '../realestate/calls.js';
import type { Given, TestServer } from '../support.js';
import { lodge } from './crud-domain.js';
import { homesWith } from './filtered-domain.js';
import { preparedOn } from './prepared.js';
import { type Entry, type Page, startSorted } from './sorted.js';
import { type CallOptions, type TransportAnswer, transports } from './transport.js';

const homes = homesWith();

/** The API of our domains, the one that has every condition, and the one that `crud` declares. */
export const apiWithHomes: Api = apiOf([...ourDomains, homes, lodge]);

/** Every operation of them that lists what has been declared: the control API lists what there is of a server. */
export const allOperations = [
  ...operations.filter(({ meta }) => meta.scope === 'sandbox'),
  ...Object.values(homes.contract.operations),
  ...Object.values(lodge.contract.operations),
];

type Operation = (typeof allOperations)[number];

/** Adds two homes to those there are, and takes some of them away. */
export async function writeHomes(server: Pick<TestServer, 'fetch'>): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  for (const [i, title] of ['Home of the new', 'Home of the gone'].entries()) {
    const body = JSON.stringify({ title, city: i === 0 ? 'lisbon' : 'Lisbon' });
    const answer = await server.fetch('/api/homes', { method: 'POST', headers, body });
    expect(answer.status).toBe(200);
    const { data } = (await answer.json()) as Page;
    if (i === 1) await server.fetch(`/api/homes/${String(data[0]?.['id'])}`, { method: 'DELETE' });
  }
  for (const id of ['home_0002', 'home_0005']) await server.fetch(`/api/homes/${id}`, { method: 'DELETE' });
}

/** Enough to tell conditions apart, and few enough to walk through all lists many times. */
const SIZES = { courses: 30, students: 60, users: 40, events: 40, homes: 60, cabins: 40, keepers: 30 };

/** Adds a cabin and a keeper, changes some, and takes some away. */
async function writeLodge({ fetch }: Pick<TestServer, 'fetch'>): Promise<void> {
  const headers = { 'content-type': 'application/json', 'if-match': '*' };
  const send = async (method: string, path: string, body?: object): Promise<void> => {
    const { ok } = await fetch(`/api/${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    expect(ok, `${method} ${path}`).toBe(true);
  };
  const equipment = { screen: null, board: false };
  await send('POST', 'cabins', { name: 'Eagle', building: 'tower', seats: 3, note: null, tags: ['quiet'], equipment });
  await send('POST', 'keepers', { name: 'Eve', shift: 'night', age: 22, is_head: true, cabin_id: null });
  await send('PATCH', 'cabins/cabin_0004', { seats: 400 });
  await send('PATCH', 'keepers/keeper_0004', { age: 60 });
  await send('DELETE', 'cabins/cabin_0005');
  await send('DELETE', 'keepers/keeper_0005');
}

/** A server that has records of every list, some of them created, changed and removed. */
export async function startFiltered(given: Given = {}): Promise<TestServer> {
  const own = await startSorted({ serves: apiWithHomes, size: SIZES, ...given });
  await writeHomes(own);
  await writeLodge(own);
  return own;
}

/** How a call of a list is made. */
export interface ListCallOptions extends CallOptions {
  readonly over?: (typeof transports)[number];
}

/** Calls an operation with more input than it needs. */
export async function callWith(
  server: TestServer,
  operation: Operation,
  more: Entry,
  { over = transports[0], query = '' }: ListCallOptions = {},
): Promise<TransportAnswer> {
  const { input, headers } = await preparedOn(server, operation);
  const given = { ...input, ...more };
  return over.call(server, operation, { ...given, ...sampleNeeds(operation, given) }, { query, headers });
}

/** The page in an answer. */
export function pageOf(answer: TransportAnswer): Page {
  expect(answer.status, answer.text.slice(0, 500)).toBe(200);
  return answer.value as Page;
}

/** How a list is walked through. */
export interface Walk {
  readonly style?: string;
  /** Pages to read at most. */
  readonly pages?: number;
}

/** The records of a list, page by page. */
export async function walk(
  server: TestServer,
  operation: Operation,
  more: Entry,
  { style = 'page', pages = Infinity }: Walk = {},
): Promise<readonly Entry[]> {
  const found: Entry[] = [];
  let cursor: string | null | undefined;
  for (let page = 1; page <= pages; page++) {
    const position = typeof cursor === 'string' ? { cursor } : { page };
    const input = { per_page: 50, pagination_style: style, ...position, ...more };
    const { data, pagination } = pageOf(await callWith(server, operation, input));
    found.push(...data);
    cursor = pagination.nextCursor;
    const isLast = style === 'cursor' ? cursor === null : data.length === 0 || found.length >= pagination.total;
    if (!isLast) continue;
    expect(found).toHaveLength(pagination.total);
    break;
  }
  return found;
}

type Scalar = string | number | boolean;

type Compute = (record: Entry, given: Entry) => unknown;

/** What lists compute of a record, said a second time: by the name of the number. */
const computed: Readonly<Record<string, Compute>> = {
  cost: ({ price }, { currency = 'EUR' }) => (typeof price !== 'number' || currency === 'EUR' ? price : 1000 - price),
  price: ({ price_from, price }, { currency = 'EUR' }) => {
    const { amount, currency: own } = (price_from ?? price) as Money;
    return price_from !== undefined || own === currency ? amount : null;
  },
  total: ({ total }, { currency = 'EUR' }) => ((total as Money).currency === currency ? (total as Money).amount : null),
};

/** What a condition looks at in a record, where a call has some input. */
export function valueOf({ meta }: Operation, member: string, record: Entry, given: Entry): unknown {
  return Object.hasOwn(meta.computes, member) ? computed[member]?.(record, given) : memberAt(record, member);
}

/** What finds every record of a list whose conditions have defaults. */
export const everything: Readonly<Record<string, Entry>> = { 'realestate.listListings': { status: STATUSES } };

/** An input as its operation takes it: with the defaults of conditions, and what is needed for what it asks. */
export function wholeInput(operation: Operation, given: Entry): Entry {
  const defaults = Object.entries(operation.meta.filters).flatMap(([name, { schema }]) =>
    schema instanceof z.ZodDefault ? [[name, schema.def.defaultValue] as const] : [],
  );
  return { ...Object.fromEntries(defaults), ...given, ...sampleNeeds(operation, given) };
}

/** Records without what only some calls show of them. */
export const asKept = (records: readonly Entry[]): readonly Entry[] =>
  records.map((record) => Object.fromEntries(Object.entries(record).filter(([name]) => name !== 'distance_m')));

const lower = (value: unknown) => (typeof value === 'string' ? value.toLowerCase() : value);
const items = (value: unknown): unknown[] => (Array.isArray(value) ? (value as unknown[]) : [value]);

interface Position {
  readonly latitude: number;
  readonly longitude: number;
}

/** Metres between two positions: by the angle between two vectors, in the trigonometry of the engine. */
export function metresApart(one: Position, other: Position): number {
  const [a, b] = [one, other].map(({ latitude, longitude }) => {
    const [north, east] = [(latitude * Math.PI) / 180, (longitude * Math.PI) / 180];
    return [Math.cos(north) * Math.cos(east), Math.cos(north) * Math.sin(east), Math.sin(north)] as const;
  }) as [Vector, Vector];
  const across = [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
  return 6_371_008.8 * Math.atan2(Math.hypot(...across), a[0] * b[0] + a[1] * b[1] + a[2] * b[2]);
}

type Vector = readonly [number, number, number];

/** Whether a record passes, said a second time and in other words; `radius_m` is what a circle has beside its centre. */
export function passes(is: Comparison, value: unknown, given: Scalar, radius: unknown = 5000): boolean {
  const list = String(given).split(',');
  const texts = items(value).map(String);
  if (is === 'none_of') return value === null || !list.some((one) => texts.includes(one));
  if (value === null || value === undefined) return false;
  if (is === 'equal') return items(value).some((one) => one === given);
  if (is === 'any_case') return items(value).some((one) => lower(one) === lower(given));
  if (is === 'one_of') return list.some((one) => texts.includes(one));
  if (is === 'all_of') return list.every((one) => texts.includes(one));
  if (is === 'least') return !((value as number) < (given as number));
  if (is === 'most') return !((value as number) > (given as number));
  if (is === 'after') return !(new Date(value as string) < new Date(given as string));
  if (is === 'before') return !(new Date(value as string) > new Date(given as string));
  const [west = 0, south = 0, east = 0, north = 0] = list.map(Number);
  const { latitude, longitude } = value as Position;
  if (is === 'circle') return metresApart({ longitude: west, latitude: south }, value as Position) <= Number(radius);
  const width = west <= east ? east - west : east - west + 360;
  return latitude >= south && latitude <= north && (longitude - west + 720) % 360 <= width;
}
