/** Requests with a secret in them, one for each position that a secret can have: what shows requests must show none of them. */

/** A request with a secret in it. */
export interface PlantedSecret {
  /** Where the secret is. */
  readonly position: string;
  readonly method: 'GET' | 'POST';
  /** Path below the base URL, and query. */
  readonly target: string;
  /** Headers by name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** Whether the body is the start of a longer one. */
  readonly isTruncated?: boolean;
  /** Texts that must not be seen: the secret as it was sent, and decoded. */
  readonly hidden: readonly string[];
}

const PATH = '/api/education/courses';
const JSON_TYPE = { 'content-type': 'application/json' };
const FORM_TYPE = { 'content-type': 'application/x-www-form-urlencoded' };

let count = 0;

/** A secret that no other position has. */
function next(): string {
  count += 1;
  return `hunter${count}Zq8Zk2v`;
}

const base64 = (text: string) => Buffer.from(text).toString('base64');
const base64url = (text: string) => Buffer.from(text).toString('base64url');
const jwtOf = (secret: string) =>
  `${base64url('{"alg":"HS256"}')}.${base64url(JSON.stringify({ sub: secret }))}.${base64url(secret.repeat(3))}`;

type Made = Partial<Omit<PlantedSecret, 'position' | 'hidden'>> & { readonly also?: readonly string[] };

function planted(position: string, make: (secret: string) => Made): PlantedSecret {
  const secret = next();
  const { also = [], ...made } = make(secret);
  const method = made.body === undefined ? 'GET' : 'POST';
  return { position, method, target: PATH, headers: {}, ...made, hidden: [secret, ...also] };
}

const inHeader = (
  name: string,
  write: (secret: string) => string = (secret) => secret,
  also: (secret: string) => string[] = () => [],
) =>
  planted(`header ${name}: ${write('SECRET')}`, (secret) => ({
    headers: { [name]: write(secret) },
    also: also(secret),
  }));

const inQuery = (write: (secret: string) => string) =>
  planted(`query ${write('SECRET')}`, (secret) => ({ target: `${PATH}?page=1&${write(secret)}&q=sql` }));

const inPath = (write: (secret: string) => string) =>
  planted(`path ${write('SECRET')}`, (secret) => ({ target: `${PATH}/${write(secret)}` }));

const inJson = (position: string, write: (secret: string) => string, isTruncated = false) =>
  planted(`JSON ${position}`, (secret) => ({ headers: JSON_TYPE, body: write(secret), isTruncated }));

const inForm = (write: (secret: string) => string) =>
  planted(`form ${write('SECRET')}`, (secret) => ({ headers: FORM_TYPE, body: `title=a&${write(secret)}&last=1` }));

const nested = (value: unknown, depth: number): unknown => {
  let outer = value;
  for (let i = 0; i < depth; i++) outer = i % 2 === 0 ? { a: 1, inner: outer } : ['x', outer];
  return outer;
};

const stringsOf = (value: unknown, depth: number): string => {
  let text = JSON.stringify(value);
  for (let i = 0; i < depth; i++) text = JSON.stringify({ text });
  return text;
};

const part = (head: string, body: string) => `--frontier\r\nContent-Disposition: form-data; ${head}\r\n\r\n${body}\r\n`;

const inMultipart = (head: string, write = (secret: string) => secret) =>
  planted(`multipart ${head}`, (secret) => ({
    headers: { 'content-type': 'multipart/form-data; boundary=frontier' },
    body: `${part('name="title"', 'a')}${part(head, write(secret))}${part('name="f"; filename="p.png"', '\u0089PNG')}--frontier--\r\n`,
  }));

const inText = (type: string, write: (secret: string) => string, isTruncated = false) =>
  planted(`${type} ${write('SECRET').slice(0, 60)}`, (secret) => ({
    headers: { 'content-type': type },
    body: write(secret),
    isTruncated,
  }));

const trpc = (write: (secret: string) => unknown, batch: string) =>
  planted(`tRPC input${batch}`, (secret) => ({
    target: `/trpc/auth.login?${batch}input=${encodeURIComponent(JSON.stringify(write(secret)))}`,
  }));

/** Tokens of services, put together here so that no scanner takes this file for a leak. */
const tokens = (secret: string) => {
  const long = `${secret}${'aB3dE5gH'.repeat(6)}`;
  return [
    ['sk', 'live', long].join('_'),
    ['rk', 'test', long].join('_'),
    ['whsec', long].join('_'),
    ['ghp', long].join('_'),
    ['github', 'pat', long].join('_'),
    ['glpat', long].join('-'),
    ['xoxb', '123456789012', long].join('-'),
    ['npm', long].join('_'),
    ['sk', 'proj', long].join('-'),
    ['AIza', long].join(''),
    ['rt', long].join('_'),
    ['uat', 'usr', long, 'ff', long].join('_'),
    jwtOf(secret),
    `${base64url(JSON.stringify({ sub: secret }))}.${base64url(secret.repeat(2))}`,
  ];
};

/** The requests. */
export const plantedSecrets: readonly PlantedSecret[] = [
  inHeader('authorization', (secret) => `Bearer ${secret}`),
  inHeader(
    'authorization',
    (secret) => `Basic ${base64(`me:${secret}`)}`,
    (secret) => [base64(`me:${secret}`)],
  ),
  inHeader('authorization'),
  inHeader('authorization', (secret) => `Digest username="me", response="${secret}"`),
  inHeader(
    'proxy-authorization',
    (secret) => `Basic ${base64(`me:${secret}`)}`,
    (secret) => [base64(`me:${secret}`)],
  ),
  inHeader('x-original-authorization', (secret) => `Bearer ${secret}`),
  inHeader('cookie', (secret) => `theme=dark; understudy_session=${secret}; last=1`),
  inHeader('cookie'),
  inHeader('x-api-key'),
  inHeader('x-auth-token'),
  inHeader('x-csrf-token'),
  inHeader('ocp-apim-subscription-key'),
  inHeader('dpop', jwtOf, (secret) => [jwtOf(secret)]),
  inHeader('x-anything', (secret) => `Bearer ${secret}`),
  inHeader('x-anything', jwtOf, (secret) => [jwtOf(secret)]),
  inHeader('x-anything', (secret) => JSON.stringify({ user: { password: secret } })),
  inHeader('x-next', (secret) => encodeURIComponent(`https://me:${secret}@host.example/`)),
  inHeader('referer', (secret) => `https://app.example/callback?code=${secret}&state=1`),
  inHeader('referer', (secret) => `https://me:${secret}@app.example/`),
  inHeader(
    'referer',
    (secret) => `https://app.example/?next=${encodeURIComponent(`https://b.example/?token=${secret}&a=1`)}`,
  ),
  inHeader(
    'link',
    (secret) => `<https://a.example/?page=2>; rel=next, <https://a.example/?access_token=${secret}>; rel=last`,
  ),
  inHeader('forwarded', (secret) => `for=192.0.2.1;token=${secret};proto=http`),
  inHeader('baggage', (secret) => `user=1,session_token=${secret}`),
  inQuery((secret) => `access_token=${secret}`),
  inQuery((secret) => `code=${secret}`),
  inQuery((secret) => `X-Amz-Signature=${secret}`),
  inQuery((secret) => `user[password]=${secret}`),
  inQuery((secret) => `user%5Bapi_key%5D%5B0%5D=${secret}`),
  inQuery((secret) => `pass%77ord=${secret}`),
  inQuery((secret) => `PassWord=${encodeURIComponent(`${secret} & more ${secret}`)}`),
  inQuery((secret) => `redirect_uri=${encodeURIComponent(`https://app.example/cb?code=${secret}&state=1`)}`),
  inQuery((secret) => `a=${encodeURIComponent(encodeURIComponent(`https://me:${secret}@app.example/`))}`),
  inQuery((secret) => `filter=${encodeURIComponent(JSON.stringify({ a: [{ client_secret: secret }] }))}`),
  inQuery((secret) => `filter={"a":{"client_secret":"${secret}"}}`),
  inQuery((secret) => jwtOf(secret)),
  trpc((secret) => ({ email: 'a@b.example', password: secret }), ''),
  trpc((secret) => ({ 0: { q: 1 }, 1: { password: { old: secret } } }), 'batch=1&'),
  inPath((secret) => `x;jsessionid=${secret}/items`),
  inPath((secret) => jwtOf(secret)),
  inPath((secret) => encodeURIComponent(`https://me:${secret}@host.example/`)),
  ...[1, 2, 3, 8, 16, 32, 64].map((depth) =>
    inJson(`at depth ${depth}`, (secret) => JSON.stringify(nested({ password: secret }, depth))),
  ),
  ...[1, 2, 3, 4].map((depth) =>
    inJson(`in ${depth} strings of JSON`, (secret) => stringsOf({ a: { token: secret } }, depth)),
  ),
  inJson('under an escaped name', (secret) => `{"a":1,"pass\\u0077ord":"${secret}"}`),
  inJson('under a name given twice', (secret) => `{"password":"x","password":"${secret}"}`),
  inJson('in a value with escapes', (secret) => JSON.stringify({ password: `"\\${secret}\n` })),
  inJson('as an object', (secret) => JSON.stringify({ secret: { a: [secret, '}'] }, b: 1 })),
  inJson('as an array', (secret) => JSON.stringify({ tokens: 3, passwords: [']', { b: secret }] })),
  inJson('in credentials', (secret) => JSON.stringify({ credentials: { any: [secret, { more: secret }] }, a: 1 })),
  inJson('as credentials', (secret) => JSON.stringify({ dbCredentials: secret })),
  inJson('in an entry', (secret) =>
    JSON.stringify(
      {
        form: [
          ['title', 'a'],
          ['api_key', secret],
        ],
      },
      null,
      2,
    ),
  ),
  inJson('in the first entry', (secret) => JSON.stringify([['password', secret]])),
  inJson('in a private key of RFC 7517', (secret) => JSON.stringify({ kty: 'EC', crv: 'P-256', x: 'a', d: secret })),
  inJson('in a symmetric key of RFC 7517', (secret) => JSON.stringify({ keys: [{ kty: 'oct', k: secret, kid: '1' }] })),
  inJson('with white space', (secret) => `{\n  "password" :\n\t"${secret}"\n}`),
  inJson('in a list of fields', (secret) =>
    JSON.stringify([
      { name: 'password', value: secret },
      { value: secret, key: 'apiKey' },
    ]),
  ),
  inJson('in a URL', (secret) => JSON.stringify({ url: `https://me:${secret}@host.example/` })),
  inJson('in the query of a URL', (secret) => JSON.stringify({ url: `https://host.example/?a=1&code=${secret}#b` })),
  inJson('in GraphQL', (secret) => JSON.stringify({ query: `mutation { login(password: "${secret}") { id } }` })),
  inJson('with single quotes', (secret) => `{'password': '${secret}'}`),
  inJson('with bare names', (secret) => `{password: "${secret}", a: 1}`),
  inJson('after a line break in a string', (secret) => `{"note":"a\nb","password":"${secret}"}`),
  inJson('after a line that ends in a string', (secret) => `{"note":"a\n{"password":"${secret}"}\n`),
  inJson('in a name', (secret) => JSON.stringify({ [jwtOf(secret)]: 1 })),
  inJson('in a private key', (secret) =>
    JSON.stringify({ pem: `-----BEGIN PRIVATE KEY-----\n${secret}\n-----END PRIVATE KEY-----` }),
  ),
  inJson('cut in a string', (secret) => `{"a":1,"password":"${secret}`, true),
  inJson('cut in an object', (secret) => `{"a":1,"secret":{"b":["${secret}`, true),
  inJson('cut in a string of JSON', (secret) => `{"a":"{\\"password\\":\\"${secret}`, true),
  inJson('cut in a URL', (secret) => `{"a":"https://me:${secret}`, true),
  inText('application/x-ndjson', (secret) => `{"a":1}\n{"password":"${secret}"}\n{"b":1}\n`),
  inForm((secret) => `password=${secret}`),
  inForm((secret) => `user%5Bpassword%5D=${secret}+${secret}`),
  inForm((secret) => `client%5Fsecret=${secret}`),
  inForm((secret) => `payload=${encodeURIComponent(JSON.stringify({ token: secret }))}`),
  inForm((secret) => `redirect_uri=${encodeURIComponent(`https://me:${secret}@a.example/`)}`),
  planted('form cut in a value', (secret) => ({
    headers: FORM_TYPE,
    body: `a=1&password=${secret}`,
    isTruncated: true,
  })),
  planted('form called JSON', (secret) => ({ headers: JSON_TYPE, body: `a=1&code=${secret}` })),
  planted('JSON called a form', (secret) => ({ headers: FORM_TYPE, body: `{"a":"b&c=d","password":"x&${secret}"}` })),
  planted('JSON without a type', (secret) => ({ body: `{"password":"${secret}"}` })),
  inMultipart('name="password"'),
  inMultipart('name=api_key'),
  inMultipart('name="user[client_secret]"; filename="s.txt"'),
  inMultipart(String.raw`filename="a\"b"; name="password"`),
  inMultipart('name="settings"', (secret) => JSON.stringify({ a: { password: secret } })),
  inMultipart('name="link"', (secret) => `https://me:${secret}@host.example/`),
  ...['image/png', 'application/json', 'multipart/form-data'].map((type) =>
    planted(`multipart as ${type}`, (secret) => ({
      headers: { 'content-type': type },
      body: `${part('name="password"', secret)}--frontier--\r\n`,
    })),
  ),
  planted('multipart cut in a part', (secret) => ({
    headers: { 'content-type': 'multipart/form-data; boundary="frontier"' },
    body: `${part('name="title"', 'a')}${part('name="password"', secret).trimEnd()}`,
    isTruncated: true,
  })),
  inText('application/xml', (secret) => `<a><u:password type="text">${secret}</u:password><b/></a>`),
  inText('application/xml', (secret) => `<login user="me" password="${secret}"/>`),
  inText('text/html', (secret) => `<form><input type="hidden" name="api_key" value="a>${secret}"></form>`),
  inText('text/plain', (secret) => `level=info password=${secret} user=me`),
  inText('text/plain', (secret) => String.raw`log: "login(name=\"me\", password=\"${secret}\")"`),
  inText('text/plain', (secret) => `Authorization: Bearer ${secret}`),
  inText('text/plain', (secret) => `password: ${secret}\nuser: me`),
  inText('text/plain', (secret) => `curl -u x https://me:${secret}@host.example/ and more`),
  inText('text/plain', (secret) => `-----BEGIN RSA PRIVATE KEY-----\n${secret}`, true),
  inText('text/event-stream', (secret) => `data: {"token":"${secret}"}\n\n`),
  ...tokens('SECRET').map((_, i) =>
    planted(`token ${i} in JSON`, (secret) => ({
      headers: JSON_TYPE,
      body: JSON.stringify({ note: `see ${tokens(secret)[i] ?? ''}, please` }),
      also: [tokens(secret)[i] ?? ''],
    })),
  ),
  ...tokens('SECRET').map((_, i) =>
    planted(`token ${i} in a header`, (secret) => ({
      headers: { 'x-anything': tokens(secret)[i] ?? '' },
      also: [tokens(secret)[i] ?? ''],
    })),
  ),
];
