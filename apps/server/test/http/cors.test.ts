/** Cross-origin headers without a browser: exactly what each mode lets a page of each origin see. */
import { describe, expect, it } from 'vitest';
import { inProcess, useServer } from '../support.js';

const COURSES = '/api/education/courses';
const EXAMPLE = 'https://allowed.example';
const CONFIGURED = 'https://configured.example';
const OTHER = 'https://other.example';

const server = useServer(inProcess, { corsAllow: [CONFIGURED] });

/** The headers that the CORS protocol reads, without the prefix of their names, and the parts of Vary that are about it. */
async function seen(query: string, init: RequestInit = {}, path = COURSES) {
  const { status, headers } = await server.fetch(path + query, init);
  const prefix = 'access-control-';
  const own = [...headers].filter(([name]) => name.startsWith(prefix));
  const vary = (headers.get('vary') ?? '').split(', ').filter((name) => /^(Origin|Access-Control-.*)$/.test(name));
  return { status, vary, ...Object.fromEntries(own.map(([name, value]) => [name.slice(prefix.length), value])) };
}

const from = (origin: string | undefined, more: Record<string, string> = {}): RequestInit => ({
  headers: origin === undefined ? more : { origin, ...more },
});

/** What scripts of other origins may read of an answer (Fetch §3.3.3). */
const exposed = [
  'Accept-Patch, Accept-Ranges, Allow, Content-Disposition, Content-Range, DPoP-Nonce, Date, ETag, Link, Location, RateLimit, RateLimit-Policy, Retry-After, Server-Timing',
  'WWW-Authenticate, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-Request-Id, X-Total-Count',
  'Idempotency-Replayed',
].join(', ');

const open = { status: 200, 'allow-origin': '*', 'expose-headers': exposed };

describe('with --cors-credentials', () => {
  const lenient = useServer(inProcess, { corsAllow: [CONFIGURED], corsCredentials: true });

  const corsOf = async (init: RequestInit, path = COURSES) => {
    const { headers } = await lenient.fetch(path, init);
    return [headers.get('access-control-allow-origin'), headers.get('access-control-allow-credentials')];
  };

  it('answers allowed origins by name and others as before, also when its answers are kept', async () => {
    for (let round = 0; round < 4; round += 1) {
      expect(await corsOf(from(CONFIGURED))).toEqual([CONFIGURED, 'true']);
      for (const origin of [OTHER, EXAMPLE, 'null', undefined]) expect(await corsOf(from(origin))).toEqual(['*', null]);
    }
    for (const origin of [CONFIGURED, OTHER, undefined]) {
      expect((await lenient.fetch(COURSES, from(origin))).headers.get('vary')).toContain('Origin');
    }
  });

  it('lets allowed origins ask for leave to send them', async () => {
    const asking = { method: 'OPTIONS', ...from(CONFIGURED, { 'access-control-request-method': 'PUT' }) };
    expect(await corsOf(asking)).toEqual([CONFIGURED, 'true']);
    const { headers } = await lenient.fetch(COURSES, asking);
    expect(headers.get('access-control-allow-methods')).not.toContain('*');
  });

  it('leaves the control API as it is', async () => {
    expect(await corsOf(from(CONFIGURED), '/sandboxes/a')).toEqual([CONFIGURED, null]);
    expect(await corsOf(from(OTHER), '/sandboxes/a')).toEqual([null, null]);
  });
});

describe('an answer', () => {
  it.each(['', '?cors=preflight'])('is open to everybody with "%s"', async (query) => {
    for (const origin of [undefined, EXAMPLE, OTHER]) {
      expect(await seen(query, from(origin))).toEqual({ ...open, vary: [] });
    }
  });

  it.each([EXAMPLE, CONFIGURED])('is open with cookies to %s where cors=restrict', async (origin) => {
    expect(await seen('?cors=restrict', from(origin))).toEqual({
      ...open,
      'allow-origin': origin,
      'allow-credentials': 'true',
      vary: ['Origin'],
    });
  });

  it.each([OTHER, 'null', `${EXAMPLE}:8443`, 'http://allowed.example', `${EXAMPLE}.other.example`])(
    'is closed to %s where cors=restrict',
    async (origin) => {
      expect(await seen('?cors=restrict', from(origin))).toEqual({ status: 200, vary: ['Origin'] });
    },
  );

  it('is open to who sends no origin, and says that it depends on it, where cors=restrict', async () => {
    expect(await seen('?cors=restrict')).toEqual({ ...open, vary: ['Origin'] });
  });
});

const asking = (origin: string | undefined, more: Record<string, string> = {}): RequestInit => ({
  method: 'OPTIONS',
  ...from(origin, { 'access-control-request-method': 'POST', ...more }),
});

const vary = ['Origin', 'Access-Control-Request-Method', 'Access-Control-Request-Headers'];
const methods = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS';
const allowed = { ...open, status: 204, 'allow-methods': methods, 'max-age': '600', vary };

describe('a preflight', () => {
  const ask = (query: string, origin: string | undefined, more: Record<string, string> = {}) =>
    seen(query, asking(origin, more));

  it('lets everybody send every method, for ten minutes', async () => {
    for (const origin of [undefined, EXAMPLE, OTHER]) expect(await ask('', origin)).toEqual(allowed);
  });

  it('lets everybody send the headers that it names, Authorization too', async () => {
    const names = 'authorization, x-trace';
    expect(await ask('', OTHER, { 'access-control-request-headers': names })).toEqual({
      ...allowed,
      'allow-headers': names,
    });
  });

  it('lets in with cookies who is named, and nobody else, where cors=restrict', async () => {
    const named = { ...allowed, 'allow-credentials': 'true' };
    expect(await ask('?cors=restrict', EXAMPLE)).toEqual({ ...named, 'allow-origin': EXAMPLE });
    expect(await ask('?cors=restrict', CONFIGURED)).toEqual({ ...named, 'allow-origin': CONFIGURED });
    expect(await ask('?cors=restrict', OTHER)).toEqual({ status: 403, vary });
    expect(await ask('?cors=restrict', undefined)).toEqual(allowed);
  });

  it('allows nothing that needs one where cors=preflight, whoever asks', async () => {
    for (const origin of [EXAMPLE, OTHER]) {
      const more = { 'access-control-request-headers': 'x-trace' };
      const refused = { ...open, status: 204, 'allow-methods': 'GET', vary };
      expect(await ask('?cors=preflight', origin, more)).toEqual(refused);
    }
    expect(await ask('?cors=preflight', undefined)).toEqual(allowed);
  });
});

describe('the control API', () => {
  const CONTROL = '/sandboxes/default/snapshot';
  const modes = ['', '?cors=restrict', '?cors=preflight'];

  it('is open to a page that is let in, and to nobody else, whatever the mode', async () => {
    for (const mode of modes) {
      const own = { ...open, 'allow-origin': CONFIGURED, vary: ['Origin'] };
      expect(await seen(mode, from(CONFIGURED), CONTROL)).toEqual(own);
      expect(await seen(mode, from(EXAMPLE), CONTROL)).toEqual({ status: 403, vary: ['Origin'] });
      expect(await seen(mode, {}, CONTROL)).toEqual({ status: 200, vary: ['Origin'] });
    }
  });

  it('lets only such a page ask leave', async () => {
    for (const mode of modes) {
      const names = { 'access-control-request-headers': 'x-trace' };
      expect(await seen(mode, asking(CONFIGURED, names), CONTROL)).toEqual({
        ...allowed,
        'allow-origin': CONFIGURED,
        'allow-headers': 'x-trace',
      });
      expect(await seen(mode, asking(EXAMPLE, names), CONTROL)).toEqual({ status: 403, vary });
    }
  });
});
