/** Every kind of failure that the real server can be brought to, by its real cause and through the client alone. */
import { type ProblemKind, problemKinds } from '@understudy/contract';
import { type SpawnedServer, spawnServer } from '@understudy/tooling/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, createClient, type Event, isApiError, type Order, type Quote } from '../src/index.js';
import { byRequest, baseUrl as here, failureOf, noWaiting, realServer, type WholeFetch } from './server.js';

const course = { title: 'T', category: 'C', difficulty: 'expert', instructor: 'I', duration_hours: 3 } as const;
const ada = { email: 'ada@example.com', password: 'correct horse', name: 'Ada Moreno' };
const marcelo = { email: 'marcelo.abbott.1@example.com', password: 'Passw0rd!' };
const web = { client_id: 'understudy-web', client_secret: 'understudy-secret' };

/** A client like this one whose requests are changed on their way, as a proxy might. */
type Through = (change: (request: Request) => RequestInit) => Client;

/** Logs the first user of a status in. */
async function loggedIn(api: Client, status: 'pending' | 'suspended' | 'deactivated'): Promise<unknown> {
  const { data } = await api.auth.listUsers({ status });
  return api.auth.login({ email: data[0]?.email ?? '', password: 'Passw0rd!' });
}

/** What brings the server to a kind; those that only `simulate_error` brings about are left to another test. */
const causes: Partial<Record<ProblemKind, (api: Client, through: Through) => PromiseLike<unknown>>> = {
  not_found: (api) => api.education.getCourse({ course_id: 'crs_none' }),
  unauthorized: (api) => api.auth.getProfile(),
  forbidden: async (api) => {
    // No user is behind the token of a client on its own.
    const { access_token } = await api.oauth.exchangeToken({ grant_type: 'client_credentials', ...web });
    return api.withToken(access_token).saas.listOrganizations();
  },
  user_pending: (api) => loggedIn(api, 'pending'),
  user_suspended: (api) => loggedIn(api, 'suspended'),
  user_deactivated: (api) => loggedIn(api, 'deactivated'),
  bad_request: (api) => api.education.listCourses({ per_page: 51 }),
  conflict: async (api) => {
    await api.auth.register(ada);
    return api.auth.register({ ...ada, password: 'another horse' });
  },
  invalid_cursor: (api) => api.education.listCourses({ cursor: 'made-up' }),
  method_not_allowed: (_, through) => through(() => ({ method: 'DELETE' })).education.listCourses(),
  payload_too_large: (api) => api.education.createCourse({ ...course, title: 'T'.repeat(200_000) }),
  unsupported_media_type: (_, through) =>
    through(() => ({ headers: { 'content-type': 'text/csv' } })).education.createCourse(course),
  uri_too_long: (api) => api.education.listCourses({ q: 'q'.repeat(9000) }),
  idempotency_key_in_use: (api) => {
    const create = () => api.education.createCourse(course, { idempotencyKey: 'once', delay: 1 });
    return Promise.all([create(), create()]);
  },
  idempotency_key_reused: async (api) => {
    await api.education.createCourse(course, { idempotencyKey: 'once' });
    return api.education.createCourse({ ...course, title: 'U' }, { idempotencyKey: 'once' });
  },
  sandbox_full: async (api) => {
    const names = Array.from({ length: 50 }, (_, index) => `one-more-${index}`);
    try {
      for (const name of names) await api.sandboxes.putSandbox({ name });
    } finally {
      // The tests after this one need some too.
      for (const name of names) await api.sandboxes.deleteSandbox({ name });
    }
  },
  invalid_client: (api) =>
    api.oauth.exchangeToken({ grant_type: 'client_credentials', ...web, client_secret: 'a guess' }),
  invalid_grant: (api) => api.oauth.exchangeToken({ grant_type: 'authorization_code', ...web, code: 'a guess' }),
  unauthorized_client: (api) =>
    api.oauth.exchangeToken({ grant_type: 'client_credentials', client_id: 'understudy-spa' }),
  unsupported_grant_type: (api) => api.oauth.exchangeToken({ grant_type: 'password', ...web }),
  invalid_scope: async (api) => {
    const redirect_uri = 'http://127.0.0.1:3000/callback';
    const { data } = await api.oauth.authorize({ client_id: web.client_id, redirect_uri, scope: 'openid' });
    const code = { grant_type: 'authorization_code', code: data[0]?.code, redirect_uri };
    const { refresh_token } = await api.oauth.exchangeToken({ ...web, ...code });
    return api.oauth.exchangeToken({ ...web, grant_type: 'refresh_token', refresh_token, scope: 'openid email' });
  },
  gone: (api) => api.social.getPost({ post_id: 'pst_0002' }),
  range_not_satisfiable: (_, through) =>
    through(() => ({ headers: { range: 'bytes=999999-' } })).realestate.getPhoto({ photo_id: 'pho_0001' }),
  sold_out: (api) => registered(api, ({ sold_out, status }) => sold_out && status === 'scheduled'),
  payment_declined: async (api) => {
    const { id: order_id } = await ordered(api);
    return api.commerce.payOrder({ order_id, card: card('4000000000000002') });
  },
  cart_incomplete: async (api) => {
    const { id: cart_id } = await api.commerce.createCart({ currency: 'EUR' });
    return api.commerce.checkOut({ cart_id }, { ifMatch: '*' });
  },
  cart_closed: async (api) => {
    const { cart_id } = await ordered(api);
    return api.commerce.checkOut({ cart_id: cart_id ?? '' }, { ifMatch: '*' });
  },
  out_of_stock: (api) => ordered(api, 'var_0004'),
  not_for_sale: (api) => ordered(api, 'var_0008'),
  order_closed: (api) => api.commerce.payOrder({ order_id: 'ord_0004', card: card('4242424242424242') }),
  already_paid: (api) => api.commerce.payOrder({ order_id: 'ord_0001', card: card('4242424242424242') }),
  refund_exceeds_paid: (api) => api.commerce.refundOrder({ order_id: 'ord_0001', amount: 1e9 }),
  precondition_failed: async (api) => {
    const { id: cart_id } = await api.commerce.createCart({ currency: 'EUR' });
    return api.commerce.updateCart({ cart_id, email: ada.email }, { ifMatch: '"0-00000000"' });
  },
  precondition_required: async (api) => {
    const { id: cart_id } = await api.commerce.createCart({ currency: 'EUR' });
    return api.commerce.updateCart({ cart_id, email: ada.email });
  },
  slot_taken: async (api) => {
    const [taken] = (await api.realestate.listSlots({ listing_id: 'lst_0001', status: 'taken' })).data;
    return viewed(api, 'lst_0001', taken?.starts_at);
  },
  listing_closed: async (api) => {
    const [free] = (await api.realestate.listSlots({ listing_id: 'lst_0003', status: 'free' })).data;
    return viewed(api, 'lst_0003', free?.starts_at);
  },
  too_late: (api) => api.realestate.cancelViewing({ viewing_id: 'vwg_0004' }),
  plan_feature: (api) =>
    api.withToken('usk_seed_0002').saas.exportContacts({ organization_id: 'org_0002' }).toArray({ limit: 1 }),
  plan_limit: async (api) => {
    const mine = api.withSession(await api.auth.login(marcelo));
    return mine.saas.putMember({ organization_id: 'org_0002', user_id: 'usr_0040', role: 'member' });
  },
  subscription_required: async (api) => {
    const mine = api.withSession(await api.auth.login(marcelo));
    return mine.saas.createContact({ organization_id: 'org_0006', email: ada.email, name: ada.name });
  },
  price_changed: (api) => api.food.placeOrder({ quote_id: 'qte_0001', total: 1 }),
  quote_expired: async (api) => {
    const { id, total } = await quoted(api);
    await api.sandboxes.setClock({ name: 'quote-expired', action: 'advance', seconds: 300 });
    return api.food.placeOrder({ quote_id: id, total: total.amount });
  },
  restaurant_closed: async (api) => {
    const { id, total } = await quoted(api, { restaurant_id: 'rst_0002', quantity: 2 });
    return api.food.placeOrder({ quote_id: id, total: total.amount });
  },
  item_unavailable: (api) => quoted(api, { menu_item_id: 'mni_0002' }),
  out_of_range: (api) => quoted(api, { location: { latitude: 52.5, longitude: 13.4 } }),
  below_minimum: (api) => quoted(api, { quantity: 1 }),
  event_closed: (api) => registered(api, ({ status }) => status === 'cancelled'),
};

const card = (number: string) => ({ number, exp_month: 12, exp_year: 2030, cvc: '123' });

/** Fills a cart with a variant, and checks it out. */
async function ordered(api: Client, variant_id = 'var_0001'): Promise<Order> {
  const { id: cart_id } = await api.commerce.createCart({ currency: 'EUR' });
  await api.commerce.setCartLine({ cart_id, variant_id, quantity: 1 }, { ifMatch: '*' });
  const shipping_address = {
    name: ada.name,
    line1: 'Lange Reihe 12',
    city: 'Hamburg',
    postal_code: '20099',
    country: 'DE',
  };
  await api.commerce.updateCart({ cart_id, email: ada.email, shipping_address }, { ifMatch: '*' });
  return api.commerce.checkOut({ cart_id }, { ifMatch: '*' });
}

/** Books a viewing. */
const viewed = (api: Client, listing_id: string, starts_at = '') =>
  api.realestate.bookViewing({ listing_id, starts_at, name: ada.name, email: ada.email });

/** Asks what some of a dish costs: the first of the restaurant, where none is named. */
async function quoted(
  api: Client,
  {
    restaurant_id = 'rst_0001',
    menu_item_id,
    quantity = 2,
    location = { latitude: 38.74512, longitude: -9.14873 },
  }: { restaurant_id?: string; menu_item_id?: string; quantity?: number; location?: Quote['dropoff']['location'] } = {},
): Promise<Quote> {
  const [first] = (await api.food.listMenuItems({ restaurant_id })).data;
  const items = [{ menu_item_id: menu_item_id ?? first?.id ?? '', quantity }];
  const dropoff = { line1: 'Rua do Norte 7', city: 'Lisbon', location };
  return api.food.createQuote({ restaurant_id, items, dropoff });
}

/** Registers for the first event that is so. */
async function registered(api: Client, isSo: (event: Event) => boolean): Promise<unknown> {
  for await (const event of api.events.listEvents()) {
    if (isSo(event)) return api.events.registerForEvent({ event_id: event.id, name: ada.name, email: ada.email });
  }
  throw new Error('there is no such event');
}

/** No request brings these about. */
const onlyForced: readonly ProblemKind[] = [
  'rate_limit',
  'server_error',
  'service_unavailable',
  'timeout',
  'malformed',
  'status',
];
const faultOfOurOwn: readonly ProblemKind[] = ['internal'];
/** A client that is given an address of the server names no other host. */
const ofOtherHosts: readonly ProblemKind[] = ['misdirected_request'];
/** Only a server that is told to keeps its clients in bounds. */
const ofBusyClients: readonly ProblemKind[] = ['too_many_requests'];
const kinds = Object.entries(problemKinds).filter(
  ([kind]) =>
    !([...onlyForced, ...faultOfOurOwn, ...ofOtherHosts, ...ofBusyClients] as readonly string[]).includes(kind),
) as [ProblemKind, { readonly status: number }][];

let server: SpawnedServer;
beforeAll(async () => {
  server = await spawnServer(['--max-sandboxes', '50', '--idempotency-in-use', 'conflict']);
});
afterAll(() => server.stop());

const inProcess = realServer({ maxSandboxes: 50, idempotencyInUse: 'conflict' }).fetch;
const transports = {
  'in process': () => ({ baseUrl: here, fetch: inProcess }),
  'over a socket': () => ({ baseUrl: server.origin, fetch: byRequest(fetch) }),
};

describe.each(Object.keys(transports) as (keyof typeof transports)[])('%s', (transport) => {
  for (const [kind, { status }] of kinds) {
    const cause = causes[kind];
    if (cause === undefined) {
      test(`${kind} has a cause here`, () => {
        throw new Error(`say what brings ${kind} about`);
      });
      continue;
    }
    test(`${kind} is reported as such`, async () => {
      const { baseUrl, fetch } = transports[transport]();
      const client = (through: WholeFetch) =>
        createClient({ baseUrl, sandbox: kind.replaceAll('_', '-'), fetch: through, retry: 0, ...noWaiting() });
      const error = await failureOf(
        cause(client(fetch), (change) => client(byRequest((request) => fetch(new Request(request, change(request)))))),
      );
      if (!isApiError(error, kind)) throw error;
      expect(error).toMatchObject({ status, problem: { kind, status, simulated: false } });
      expect(error.message).toContain(error.problem?.detail);
    });
  }
});
