/** Faults that leave an answer whole and change what it says: on a domain of ours, on an OpenAPI document, on JSON of one's own. */
import { pagingFaults } from '@understudy/contract/sandboxes';
import { isExhaustive } from '@understudy/tooling/sample';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createUnderstudy, type Understudy, type UnderstudyOptions } from '../../src/index.js';
import { petShop } from '../openapi/pet-shop.fixture.js';
import { jsonRequest } from '../support.js';
import { ending } from '../use.js';

const ORIGIN = 'http://127.0.0.1:4010';

const posts = Array.from({ length: 11 }, (_, index) => ({
  id: index + 1,
  title: `Post ${index + 1}`,
  status: index % 2 === 0 ? 'live' : 'draft',
  view_count: index,
  created_at: '2026-01-01T00:00:00.000Z',
}));

const job = {
  type: 'object',
  required: ['id', 'kind', 'opened_at', 'salary'],
  properties: {
    id: { type: 'integer' },
    kind: { enum: ['full_time', 'part_time'] },
    opened_at: { type: 'string', format: 'date-time' },
    salary: { type: 'integer', minimum: 1, maximum: 9 },
    remark: { type: ['string', 'null'] },
  },
};
const jobPage = {
  type: 'object',
  required: ['jobs', 'total_count', 'next_cursor'],
  properties: {
    jobs: { type: 'array', items: job },
    total_count: { type: 'integer' },
    next_cursor: { type: ['string', 'null'] },
  },
};
const jsonOf = (schema: object) => ({ content: { 'application/json': { schema } } });
const answers = {
  200: { description: 'A page.', headers: { Link: { schema: { type: 'string' } } }, ...jsonOf(jobPage) },
};
const limit = { type: 'integer', default: 3 };
const cursor = { type: 'string' };

/** Lists of a document that are paged by a cursor: in the query, with a header too, and in the body of a search. */
const jobBoard = {
  openapi: '3.2.0',
  info: { title: 'Jobs', version: '1' },
  paths: {
    '/jobs': {
      get: {
        operationId: 'listJobs',
        parameters: Object.entries({ limit, cursor }).map(([name, schema]) => ({ name, in: 'query', schema })),
        responses: answers,
      },
    },
    '/jobs/search': {
      post: {
        requestBody: jsonOf({ type: 'object', properties: { limit, cursor, kind: job.properties.kind } }),
        responses: answers,
      },
    },
    '/jobs/feed': {
      get: {
        responses: {
          200: {
            description: 'Jobs as they come.',
            content: Object.fromEntries(
              ['application/x-ndjson', 'application/json-seq', 'text/event-stream'].map((type) => [
                type,
                { itemSchema: job },
              ]),
            ),
          },
        },
      },
    },
    '/jobs/{id}': {
      get: {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        responses: { 200: { description: 'One.', ...jsonOf({ type: 'object' }) } },
      },
    },
  },
};

// Whatever JSON says.
type Said = ReturnType<JSON['parse']>;

interface Page {
  readonly status: number;
  readonly text: string;
  readonly json: Said;
  readonly headers: Headers;
}

/** A list to read: where (behind a `#` the body of a POST), its records in a page, and the path of the next page. */
interface List {
  readonly options: UnderstudyOptions;
  readonly first: string;
  readonly items: (json: Said) => readonly Record<string, Said>[];
  readonly next: (page: Page, from: string) => string | null | undefined;
  readonly total?: (page: Page) => number;
}

const linked = ({ headers }: Page) => /<([^>]*)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
const after = (from: string, given: string | null): string | undefined =>
  given === null ? undefined : `${from.replace(/&cursor=.*/, '')}&cursor=${given}`;

const lists: Readonly<Record<string, List>> = {
  'ours by cursor': {
    options: {},
    first: '/api/education/courses?category=Mathematics&per_page=3&pagination_style=cursor',
    items: ({ data }) => data,
    next: ({ json }, from) => after(from, json.pagination.nextCursor),
    total: ({ json }) => json.pagination.total,
  },
  'a document by number': {
    options: { openapi: petShop },
    first: '/pets?limit=3&page=1',
    items: ({ items }) => items,
    next: ({ json }) => json.next,
    total: ({ json }) => json.total,
  },
  'a document by cursor': {
    options: { openapi: jobBoard },
    first: '/jobs?limit=3',
    items: ({ jobs }) => jobs,
    next: ({ json }, from) => after(from, json.next_cursor),
    total: ({ json }) => json.total_count,
  },
  'a document by a cursor in the body': {
    options: { openapi: jobBoard },
    first: '/jobs/search#{"limit":3}',
    items: ({ jobs }) => jobs,
    next: ({ json }) =>
      json.next_cursor && `/jobs/search#${JSON.stringify({ limit: 3, cursor: json.next_cursor as string })}`,
    total: ({ json }) => json.total_count,
  },
  'own JSON by Link': {
    options: { data: { posts }, bare: true },
    first: '/api/posts?_page=1&_limit=3',
    items: (json) => json,
    next: linked,
    total: ({ headers }) => Number(headers.get('x-total-count')),
  },
};

const open = new Map<string, Understudy>();
afterAll(() => Promise.all(Array.from(open.values(), (one) => one.close())));

function serverOf(name: string): Understudy {
  const cached = open.get(name);
  if (cached !== undefined) return cached;
  const { options } = lists[name] ?? { options: {} };
  const made = createUnderstudy({ ...options, seed: 'seed-1', clock: '2026-03-01T12:00:00Z', log: 'off' });
  open.set(name, made);
  return made;
}

/** Asks the server of a list, with a fault. */
async function asked(name: string, path: string, fault = ''): Promise<Page> {
  const url = new URL(path, ORIGIN);
  const headers = { 'understudy-fault': fault, 'content-type': 'application/json' };
  const body = url.hash === '' ? {} : { method: 'POST', body: decodeURIComponent(url.hash.slice(1)) };
  const request = new Request(ORIGIN + url.pathname + url.search, { headers, ...body });
  const answer = await serverOf(name).handler.fetch(request);
  const text = await answer.text();
  return { status: answer.status, text, json: JSON.parse(text), headers: answer.headers };
}

/** Follows a list by what its pages say, up to so many. */
async function walk(name: string, fault: string, most = 20): Promise<Page[]> {
  const { first, next } = lists[name] as List;
  const pages: Page[] = [];
  for (let path: string | null | undefined = first; path && pages.length < most;) {
    const page = await asked(name, path, fault);
    pages.push(page);
    path = page.status === 200 ? next(page, path) : undefined;
  }
  return pages;
}

/** What is found in both at a place that differs, by the paths of members. */
function differences(one: Said, other: Said, path = ''): string[] {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) {
    return JSON.stringify(one) === JSON.stringify(other) ? [] : [`${path}: ${JSON.stringify(other)}`];
  }
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].flatMap((name) => differences(one[name], other[name], `${path}/${name.replace(/^\d+$/, '*')}`));
}

/** What each fault of the data does, as the difference to the true answer. */
const dataRows: readonly (readonly [fault: string, difference: RegExp, text?: RegExp])[] = [
  ['extra_member', /unexpected: "nobody expects this"$/],
  ['missing_member', /: undefined$/],
  ['null_member', /: null$/],
  ['unknown_value', /(?:difficulty|status|kind): "unlisted"$/],
  ['other_type', /: (?:\d+|"[^"]*"|\{.*|undefined)$/],
  ['big_integer;as=unsafe', /: 9007199254740992$/, /:9007199254740993\b/],
  ['big_integer;as=huge', /: null$/, /:1e400\b/],
  ['odd_text;as=empty', /: ""$/],
  ['odd_text;as=long', /: "x{10000}"$/],
  ['odd_text;as=rtl', /: "\u202e/],
  ['odd_text;as=combining', /: "Z\u0351/],
  ['odd_text;as=emoji', /👩‍👩‍👧‍👦/u],
  ['odd_text;as=html', /: "<script>/],
  ['odd_text;as=surrogate', /: "half \\ud83d"$/, /half \\ud83d/],
  ['odd_time;as=leap', /_at: "2016-12-31T23:59:60Z"$/],
  ['odd_time;as=offset', /_at: ".*\+05:45"$/],
  ['odd_time;as=far', /_at: "9999-12-31/],
  ['odd_time;as=zone', /_at: ".*\+01:00\[Africa\/Lagos\]"$/],
  ['odd_list;as=empty', /: undefined$|: \[\]$/],
  ['odd_list;as=huge', /: (?:\{|\[|"|\d)/],
  ['renamed_member', /[a-z][A-Z]\w+: "?\w|_\w+: undefined$/],
  ['duplicate_member', /: null$/, /"(\w+)":[^{}]*"\1":null/],
  ['drift;p=0.5', /./],
];

/** Data differs by who describes it, and not by how its list is paged. */
const described = ['ours by cursor', 'a document by number', 'own JSON by Link'];

describe.each(Object.keys(lists).filter((name) => isExhaustive || described.includes(name)))(
  'the data of %s',
  (name) => {
    const { first, items } = lists[name] as List;
    let truth: Page;
    beforeAll(async () => {
      truth = await asked(name, first);
    });

    it.each(dataRows.map(([fault, difference, inText]) => [fault, difference, inText] as const))(
      '%s',
      async (fault, difference, inText) => {
        const [lied, again] = [await asked(name, first, fault), await asked(name, first, fault)];
        expect(lied.text).toBe(again.text);
        expect(lied.status).toBe(200);
        expect(lied.headers.get('cache-control')).toBe('no-store');
        expect(lied.headers.get('etag')).toBeNull();
        const found = differences(items(truth.json), items(lied.json));
        expect(found.length).toBeGreaterThan(0);
        expect(found.some((one) => difference.test(one))).toBe(true);
        if (inText !== undefined) expect(lied.text).toMatch(inText);
      },
    );

    it('follows from the seed', async () => {
      const server = serverOf(name);
      const texts = async (named: string) => {
        const nulls = Array.from({ length: 20 }, async (_, index) => {
          const sandbox = `/sandboxes/${named}-${index}`;
          await server.fetch(sandbox, jsonRequest('PUT', { seed: `seed-${index}` }));
          return (await asked(name, sandbox + first, 'null_member')).text.replaceAll(sandbox, '');
        });
        return Promise.all(nulls);
      };
      const once = await texts('once');
      expect(new Set(once).size).toBeGreaterThan(5);
      expect(await texts('again')).toEqual(once);
    });

    it('is spoiled at the places of a pointer, and stays true where it leads nowhere', async () => {
      const root = Object.entries<Said>(truth.json).find(([, value]) => value === items(truth.json))?.[0];
      const at = root === undefined ? '/*/id' : `/${root}/*/id`;
      const { json } = await asked(name, first, `big_integer;at="${at}"`);
      expect(items(json).map(({ id }) => id)).toEqual(items(truth.json).map(() => 9_007_199_254_740_992));
      const nowhere = await asked(name, first, 'null_member;at="/nowhere/*"');
      expect(nowhere.text).toBe(truth.text);
    });
  },
);

/** Sequences of values: their server, path and media type. */
const sequences: readonly (readonly [name: string, path: string, type: string])[] = [
  ['ours by cursor', '/api/saas/organizations/ORG/contacts/export?format=ndjson', 'application/x-ndjson'],
  ['ours by cursor', '/api/food/orders/fod_0150/tracking?follow=false', 'text/event-stream'],
  ['a document by cursor', '/jobs/feed', 'application/x-ndjson'],
  ['a document by cursor', '/jobs/feed', 'application/json-seq'],
  ['a document by cursor', '/jobs/feed', 'text/event-stream'],
];

/** The headers of somebody who may see the records of an organization, and its id. */
async function memberOf({ fetch }: Understudy) {
  const send = async (path: string, init?: RequestInit): Promise<Said> => (await fetch(path, init)).json();
  const { email } = (await send('/api/auth/users')).data[0];
  const body = JSON.stringify({ email, password: 'Passw0rd!' });
  const login = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
  const headers = { authorization: `Bearer ${(await send('/api/auth/login', login)).data[0].access_token}` };
  return { headers, organization: (await send('/api/saas/organizations', { headers })).data[0].id as string };
}

/** The values of a sequence, each by the text that it stands in. */
const valuesIn = (text: string): Said[] =>
  text.split('\n').flatMap((line) => {
    const [json] = /\{.*\}$/.exec(line) ?? [];
    return json === undefined ? [] : [JSON.parse(json)];
  });

describe.each(sequences)('the values of %s at %s as %s', (name, path, type) => {
  it.each<[fault: string, changed: ((value: Said) => readonly string[]) | undefined]>([
    ['extra_member', () => ['unexpected']],
    ['null_member;at="/*"', (value) => Object.keys(value).filter((one) => value[one] !== null)],
    ['drift;p=0.3', undefined],
  ])('%s', async (fault, changed) => {
    const server = serverOf(name);
    const member = path.includes('ORG') ? await memberOf(server) : undefined;
    const read = async (own: string): Promise<string> => {
      const headers = { accept: type, 'understudy-fault': own, ...member?.headers };
      const answer = await server.fetch(path.replace('ORG', member?.organization ?? ''), { headers });
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type]);
      return answer.text();
    };
    const [truth, lied, again] = [await read(''), await read(fault), await read(fault)];
    expect(lied).toBe(again);
    expect(lied).not.toBe(truth);
    const [own, others] = [valuesIn(truth), valuesIn(lied)];
    expect(others.length).toBeGreaterThan(1);
    expect(others).toHaveLength(own.length);
    if (changed === undefined) return;
    const names = (value: Said, index: number) =>
      new Set(differences(value, others[index]).map((one) => /^\/([^/:]+)/.exec(one)?.[1]));
    for (const [index, value] of own.entries())
      expect([...names(value, index)]).toEqual(expect.arrayContaining([...changed(value)]));
  });
});

const idsOf = (name: string, pages: readonly Page[]): Said[] =>
  pages.flatMap(({ status, json }) => (status === 200 ? (lists[name] as List).items(json).map(({ id }) => id) : []));

it.each(pagingFaults.map(({ shape }) => shape.fault.value))(
  '%s answers pages that are far behind the last one',
  async (fault) => {
    const understudy = ending(createUnderstudy({ log: 'off' }));
    const addresses = ['/api/education/courses?', '/api/social/timeline?arrivals=5&'];
    const faults = ['', fault, `${fault}, wrong_total`, `${fault}, endless`].map((one) =>
      one === '' ? {} : { fault: one },
    );
    for (const page of ['100000000', '999999999999', '9007199254740991']) {
      for (const list of addresses) {
        for (const own of faults) {
          const answer = await understudy.fetch(`${list}${new URLSearchParams({ page, per_page: '50', ...own })}`);
          expect([200, 400], await answer.text()).toContain(answer.status);
        }
      }
    }
  },
);

/** What each fault of pages does to a walk, beside the true one. */
const pagingRows: Readonly<Record<string, (lied: Walk, truth: Walk) => void>> = {
  'expired_cursor;after=2': ({ pages }) => expect(pages.map(({ status }) => status)).toEqual([200, 200, 400]),
  'expired_cursor;as=gone': ({ pages }) => expect(pages.map(({ status }) => status)).toEqual([200, 410]),
  repeated_cursor: ({ pages, ids }, truth) => {
    expect(pages).toHaveLength(20);
    expect(ids.slice(0, 9)).toEqual([...truth.ids.slice(0, 6), ...truth.ids.slice(3, 6)]);
  },
  empty_page: ({ pages, ids, sizes }, truth) => {
    expect(ids).toEqual(truth.ids);
    expect(sizes[1]).toBe(0);
    expect(pages.length).toBe(2 * truth.pages.length - 1);
  },
  endless: ({ pages, ids }, truth) => {
    expect(pages).toHaveLength(20);
    expect(ids.slice(0, truth.ids.length)).toEqual(truth.ids);
    expect(ids.at(-1)).toEqual(truth.ids.at(-1));
  },
  wrong_total: ({ totals, ids }, truth) => {
    expect(ids).toEqual(truth.ids);
    expect(new Set(totals).size).toBeGreaterThan(1);
    expect(totals).not.toContain(truth.totals[0]);
  },
  short_pages: ({ ids, sizes }, truth) => {
    expect(ids).toEqual(truth.ids);
    expect(Math.max(...sizes)).toBe(2);
  },
  doubled_record: ({ ids }, { ids: own }) => expect(ids.slice(0, 4)).toEqual([own[0], own[1], own[2], own[2]]),
  dropped_record: ({ ids }, { ids: own }) => expect(ids.slice(0, 4)).toEqual([own[0], own[1], own[2], own[4]]),
  shuffled: ({ ids }, truth) => {
    expect(ids).not.toEqual(truth.ids);
    expect(ids.toSorted()).toEqual(truth.ids.toSorted());
  },
  'moving;records=1': ({ ids, totals }, truth) => {
    expect(totals[1]).not.toBe(truth.totals[1]);
    if (truth.isByNumber) expect(ids[3]).not.toEqual(truth.ids[3]);
    else expect(ids).toEqual(truth.ids);
  },
};

interface Walk {
  readonly pages: readonly Page[];
  readonly ids: readonly Said[];
  readonly sizes: readonly number[];
  readonly totals: readonly (number | undefined)[];
  readonly isByNumber: boolean;
}

async function walked(name: string, fault: string): Promise<Walk> {
  const pages = await walk(name, fault);
  const { items, total, first } = lists[name] as List;
  const right = pages.filter(({ status }) => status === 200);
  return {
    pages,
    ids: idsOf(name, pages),
    sizes: right.map(({ json }) => items(json).length),
    totals: right.map((page) => total?.(page)),
    isByNumber: first.includes('page=1'),
  };
}

describe.each(Object.keys(lists))('the pages of %s', (name) => {
  let truth: Walk;
  beforeAll(async () => {
    truth = await walked(name, '');
  });

  it.each(Object.keys(pagingRows))('%s', async (fault) => {
    const [lied, again] = [await walked(name, fault), await walked(name, fault)];
    expect(lied.pages.map(({ text }) => text)).toEqual(again.pages.map(({ text }) => text));
    expect(truth.pages.length).toBeGreaterThan(2);
    pagingRows[fault]?.(lied, truth);
  });
});

it.each(Object.keys(lists))('a walk in a circle through %s is a verdict', async (name) => {
  await walk(name, 'repeated_cursor');
  const { json } = await asked(name, '/sandboxes/default/conduct?rule=kept_paging');
  expect(json.data[0]).toMatchObject({ severity: 'warning', detail: expect.stringContaining('leads to itself') });
});

it('a search by POST is asked by its body, read as one list of those with other bodies, and may be repeated', async () => {
  const name = 'a document by a cursor in the body';
  const { handler } = serverOf(name);
  const search = async (body: object, fault = '') => {
    const headers = { 'content-type': 'application/json', 'understudy-fault': fault, 'user-agent': 'tests' };
    const url = `${ORIGIN}/sandboxes/searches/jobs/search`;
    return (await handler.fetch(new Request(url, { method: 'POST', headers, body: JSON.stringify(body) }))).json();
  };
  const all = await Promise.all(['full_time', 'part_time'].map((kind) => search({ kind, limit: 50 })));
  expect(all.map(({ jobs }: Said) => new Set(jobs.map(({ kind }: Said) => kind)))).toEqual([
    new Set(['full_time']),
    new Set(['part_time']),
  ]);
  for (const kind of ['full_time', 'part_time']) {
    for (let next: string | null | undefined; next !== null;) {
      next = ((await search({ kind, limit: 2, ...(next && { cursor: next }) })) as Said).next_cursor;
    }
  }
  await search({ limit: 1 }, 'server_error');
  await search({ limit: 1 });
  const { json } = await asked(name, '/sandboxes/searches/conduct');
  expect(json.data.map(({ rule }: Said) => rule)).toEqual([]);
});

it.each([
  ['ours by cursor', 'foreign_next', /<http:\/\/localhost:4010\/api\//],
  ['ours by cursor', 'relative_next', /<\/api\//],
  ['own JSON by Link', 'foreign_next', /<http:\/\/localhost:4010\/api\//],
  ['a document by cursor', 'relative_next', /<\/jobs\?/],
  ['a document by number', 'foreign_next', /"next":"http:\/\/localhost:4010\//],
  ['a document by number', 'relative_next', /"next":"\/pets/],
])('the links of %s lead elsewhere under %s', async (name, fault, expected) => {
  const { text, headers } = await asked(name, (lists[name] as List).first, fault);
  expect(`${headers.get('link')} ${text}`).toMatch(expected);
});

describe('late truth', () => {
  async function opened(name: string, fault: string) {
    const server = serverOf('own JSON by Link');
    const send = async (method: string, path: string, body?: object, agent = 'one') => {
      const headers = { 'content-type': 'application/json', 'user-agent': agent };
      const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
      const answer = await server.handler.fetch(new Request(ORIGIN + path, init));
      return { status: answer.status, json: (await answer.json()) as Said };
    };
    const control = `/sandboxes/${name}`;
    await send('POST', `${control}/clock`, { action: 'freeze' });
    await send('PUT', `${control}/faults`, { rules: [{ fault }] });
    return {
      create: async () => (await send('POST', `${control}/api/posts`, { title: 'Knots' })).json.id as number,
      read: async (id: number, agent?: string) =>
        (await send('GET', `${control}/api/posts/${id}`, undefined, agent)).status,
      titles: async () => (await send('GET', `${control}/api/posts?title=Knots`)).json.length as number,
      advance: (seconds: number) => send('POST', `${control}/clock`, { action: 'advance', seconds }),
      struck: async () =>
        (await send('GET', `${control}/requests`)).json.data.map(({ fault: one }: Said) => one?.fault),
      change: async (id: number) => (await send('PATCH', `${control}/api/posts/${id}`, { title: 'Bends' })).status,
    };
  }

  it('is seen some time later, a change and a list as well', async () => {
    const { create, read, titles, advance, change, struck } = await opened('stale', 'stale;seconds=30');
    const id = await create();
    expect([await read(id), await titles()]).toEqual([404, 0]);
    await advance(29);
    expect(await read(id)).toBe(404);
    await advance(2);
    expect([await read(id), await titles()]).toEqual([200, 1]);
    expect(await change(id)).toBe(200);
    expect(await titles()).toBe(1);
    await advance(31);
    expect(await titles()).toBe(0);
    expect(new Set(await struck())).toEqual(new Set(['stale;seconds=30', undefined]));
  });

  it('is seen at once by who has written it', async () => {
    const { create, read } = await opened('own', 'stale;seconds=30;per=client');
    const id = await create();
    expect([await read(id), await read(id, 'two')]).toEqual([200, 404]);
  });

  it('is answered and lost', async () => {
    const { create, read, struck } = await opened('lost', 'lost_update');
    expect(await read(await create())).toBe(404);
    expect(await struck()).toContain('lost_update');
  });
});

it('reaches the procedures of tRPC, each by its own rule', async () => {
  const server = serverOf('ours by cursor');
  const input = encodeURIComponent(JSON.stringify({ 0: { per_page: 1 }, 1: { course_id: 'crs_0001' } }));
  const path = `/trpc/education.listCourses,education.getCourse?batch=1&input=${input}`;
  const fault = 'big_integer;at="/data/*/lesson_count", null_member;at="/data/title"';
  const answer = await server.handler.fetch(
    new Request(`${ORIGIN}${path}`, { headers: { 'understudy-fault': fault } }),
  );
  const text = await answer.text();
  expect(text).toContain('"lesson_count":9007199254740993');
  expect(JSON.parse(text)).toMatchObject([
    { result: { data: { data: [{}] } } },
    { result: { data: { data: { title: null } } } },
  ]);
});
