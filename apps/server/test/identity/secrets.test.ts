/** Passwords, hashes and tokens stay where they belong: out of answers, journal, log and (in clear) snapshots. */
import { beforeAll, describe, expect, test } from 'vitest';
import { send } from '../sandboxes/client.js';
import { overSocket, useServer } from '../support.js';
import { Accounts, ADA, SEEDED } from './account.js';
import { CALLBACK, form, PKCE, RelyingParty, tokensOf, VERIFIER } from './relying-party.js';

const BASE = '/sandboxes/secrets';

/** Every password that is sent anywhere below; no other text has them. */
const passwords = [
  'Pa55-registered',
  'Pa55-wrong',
  'Pa55-refused',
  'Pa55-batched',
  'Pa55-broken',
  'Pa55-as-text',
  'Pa55-trpc',
];

interface Published {
  readonly answers: string;
  readonly journal: string;
  readonly log: string;
  readonly snapshot: string;
}

const server = useServer(overSocket, { log: 'json' });
let published: Published;
/** What was issued and must be seen by nobody but who asked for it. */
const issued: string[] = [];

async function text(path: string, init?: RequestInit): Promise<string> {
  const answer = await server.fetch(path, init);
  return `${JSON.stringify([...answer.headers])} ${await answer.text()}`;
}

function json(body: unknown, headers: Record<string, string> = {}): RequestInit {
  return { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json', ...headers } };
}

beforeAll(async () => {
  const [registered, wrong, refused, batched, broken, asText, trpc] = passwords;
  const user = { ...ADA, password: registered };
  const auth = `${BASE}/api/auth`;
  const answers = [
    await text(`${auth}/register`, json(user)),
    await text(`${auth}/register`, json(user, { 'idempotency-key': 'one' })),
    await text(`${auth}/register`, json({ ...user, password: wrong })),
    await text(`${auth}/register`, json({ email: 'nobody', name: '', password: refused })),
    await text(`${auth}/register`, json({ ...user, password: [refused] })),
    await text(`${auth}/login`, json({ email: user.email, password: wrong })),
    await text(`${auth}/login`, json({ email: user.email, password: refused, extra: { password: refused } })),
    await text(`${auth}/login?simulate_error=server_error`, json(user)),
    await text(`${auth}/login?simulate_error=malformed`, json(user)),
    await text(`${auth}/batch`, json({ operations: [{ op: 'login', email: user.email, password: batched }] })),
    await text(`${auth}/batch`, json({ operations: [{ op: 'magic', password: batched }] })),
    await text(`${auth}/login`, { ...json({}), body: `{"password":"${broken}",` }),
    await text(`${auth}/login`, {
      method: 'POST',
      body: `password=${asText}`,
      headers: { 'content-type': 'text/plain' },
    }),
    await text(`${BASE}/trpc/auth.login`, json({ email: user.email, password: trpc })),
    await text(`${BASE}/trpc/auth.register`, json({ ...user, password: trpc })),
    await text(`${auth}/profile`),
    await text(`${auth}/users?per_page=50`),
    await text(`${auth}/users?q=ada`),
    await text(`${auth}/users/usr_0001`),
    await text(`${BASE}/trpc/auth.listUsers?input=${encodeURIComponent('{}')}`),
  ];

  const accounts = new Accounts(server, BASE);
  const session = await accounts.session(user.email, registered);
  const again = await server.fetch(`${auth}/login`, json(user, { 'idempotency-key': 'two' }));
  const { data } = (await again.json()) as { data: { access_token: string; refresh_token: string }[] };
  const rp = new RelyingParty(server, { base: BASE });
  const code = await rp.code({ ...PKCE, login_hint: 'usr_0002' });
  const tokens = tokensOf(await rp.redeem(code, { code_verifier: VERIFIER }));
  const posted = form({
    client_id: 'understudy-web',
    client_secret: 'understudy-secret',
    grant_type: 'client_credentials',
  });
  await rp.post(posted);
  await rp.userinfo('', { method: 'POST', body: form({ access_token: tokens.access_token }), headers: {} });
  await rp.authorize({ id_token_hint: (await rp.logIn({ state: 'hint' })).id_token, state: 'hinted' });
  await accounts.logout(session.access_token, session.refresh_token);
  const grants = await server.fetch(
    `${BASE}/api/oauth/authorize?per_page=1&client_id=x&redirect_uri=${encodeURIComponent(CALLBACK)}`,
  );
  const listed = (await grants.json()) as { data: { access_token: string; code: string }[] };
  issued.push(
    session.access_token,
    session.refresh_token,
    ...data.flatMap((one) => [one.access_token, one.refresh_token]),
  );
  issued.push(code, tokens.access_token, tokens.refresh_token, tokens.id_token);
  issued.push(...listed.data.flatMap((one) => [one.access_token, one.code]));
  const cookie = rp.browser.cookiesFor(new URL(`${rp.issuer}/authorize`)).replace(/^[^=]*=/, '');
  issued.push(cookie);

  const journal = [];
  for (let page = 1; page <= 4; page++) journal.push(await text(`${BASE}/requests?per_page=50&page=${page}`));
  const snapshot = await send(server, 'GET', `${BASE}/snapshot`);
  published = {
    answers: answers.join('\n'),
    journal: journal.join('\n'),
    log: server.lines.join('\n'),
    snapshot: JSON.stringify(snapshot.json),
  };
});

test('there is something to look through', () => {
  expect(published.answers).toContain(ADA.email);
  expect(published.journal).toContain('/api/auth/login');
  expect(published.log).toContain('/api/auth/login');
  expect(published.snapshot).toContain(ADA.email);
  expect(issued.filter((one) => one.length > 20)).toHaveLength(issued.length);
  expect(issued).toHaveLength(11);
});

const outputs = ['answers', 'journal', 'log', 'snapshot'] as const;

describe.each(outputs)('%s', (output) => {
  test.each(passwords)('have %s nowhere', (password) => {
    expect(published[output]).not.toContain(password);
    expect(published[output]).not.toContain(Buffer.from(password).toString('base64url'));
  });
});

describe.each(['answers', 'journal', 'log'] as const)('%s', (output) => {
  test('have no password hash, nor its salt', () => {
    const { records } = JSON.parse(published.snapshot) as { records: unknown };
    const hashes = [...JSON.stringify(records).matchAll(/"(?:hash|salt)":"([^"]+)"/g)].map(([, value]) => value ?? '');
    expect(hashes.length).toBeGreaterThanOrEqual(2);
    for (const hash of hashes) expect(published[output]).not.toContain(hash);
    expect(published[output]).not.toMatch(/scrypt|"salt"|understudy-seeded/);
  });
});

describe.each(['journal', 'log'] as const)('%s', (output) => {
  test('has no token, code or cookie that was issued', () => {
    expect(issued.filter((one) => published[output].includes(one))).toEqual([]);
  });

  test.each(['understudy-secret', VERIFIER])('has %s nowhere', (secret) => {
    expect(published[output]).not.toContain(secret);
  });
});

test('an id_token_hint is masked in the journal', () => {
  expect(published.journal).toContain('state=hinted');
  expect(published.journal).not.toMatch(/id_token_hint=ey/);
});

test('the snapshot holds the hash of who registered, and nobody else’s', () => {
  const { records } = JSON.parse(published.snapshot) as { records: object };
  const found = JSON.stringify(records).match(/"hash":"[\w-]{43}"/g) ?? [];
  expect(found).toHaveLength(1);
});

test('the same password of two users gives two hashes; the seeded one is that of the documentation', async () => {
  const accounts = new Accounts(server, '/sandboxes/hashes');
  await accounts.newUser({ ...ADA, email: 'one@example.com' });
  await accounts.newUser({ ...ADA, email: 'other@example.com' });
  const snapshot = JSON.stringify((await accounts.control('GET', '/snapshot')).json);
  expect(new Set(snapshot.match(/"hash":"[\w-]{43}"/g)).size).toBe(2);
  const { email } = await accounts.seeded('active');
  expect((await accounts.session(email, SEEDED)).user.email).toBe(email);
});
