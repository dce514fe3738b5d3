/** What of a rule is refused, and in which words. */
import { describe, expect, it } from 'vitest';
import { send } from '../sandboxes/client.js';
import { inProcess, useServer } from '../support.js';
import { rulesIn, setRules, wrongIn } from './rules.js';

const server = useServer(inProcess, { maxBody: 200_000 });

const KNOWN = 'id, enabled, when, after, times, every, per, probability, from, until, fault, answer';

/** A rule that is wrong, and what is said of it, each below `#/rules/0`. */
const wrong: readonly (readonly [rule: unknown, ...faults: readonly string[]])[] = [
  [7, ' must be an object, but is a number'],
  [{}, ' must have either fault or answer'],
  [{ fault: null }, ' must have either fault or answer'],
  [{ fault: 'reset', answer: {} }, ' must not have both fault and answer'],
  [
    { falt: 'reset' },
    `/falt is not known here; did you mean fault? the members here are ${KNOWN}`,
    ' must have either fault or answer',
  ],
  [{ fault: 'reset', id: '' }, '/id must be 1 to 64 letters, digits, and _ . : - after the first'],
  [{ fault: 'reset', id: 'a b' }, '/id must be 1 to 64 letters, digits, and _ . : - after the first'],
  [{ fault: 'reset', enabled: 'yes' }, '/enabled must be true or false, but is a string'],
  [{ fault: 'reset', after: -1 }, '/after must be at least 0'],
  [{ fault: 'reset', times: 1.5 }, '/times must be an integer, but is a number'],
  [{ fault: 'reset', every: 0 }, '/every must be at least 1'],
  [{ fault: 'reset', per: 'user' }, '/per must be one of sandbox, operation, url, token, client'],
  [{ fault: 'reset', probability: 1.1 }, '/probability must be at most 1'],
  [
    { fault: 'reset', from: '2026-01-01' },
    '/from must be an ISO 8601 instant with a time zone, such as 2026-01-01T00:00:00Z',
  ],
  [{ fault: 'reset', from: '2026-01-02T00:00:00Z', until: '2026-01-01T00:00:00Z' }, '/until must lie after from'],
  [{ fault: 'reset', from: '2026-01-01T01:00:00+01:00', until: '2026-01-01T00:00:00Z' }, '/until must lie after from'],
  [
    { fault: 'reset', when: { route: '/' } },
    '/when/route is not known here; the members here are operation, method, path, query, header',
  ],
  [{ fault: 'reset', when: { path: 7 } }, '/when/path must be a text, or a list of 1 to 50 texts'],
  [{ fault: 'reset', when: { path: '' } }, '/when/path must have at least 1 character'],
  [
    {
      fault: 'reset',
      when: { path: ['/api/**', 'api/education', '/api/education/courses?q=sql', 'http://a.test/api'] },
    },
    ...[1, 2, 3].map(
      (at) => `/when/path/${at} must be a path below the base URL without a query, such as /api/education/**`,
    ),
  ],
  [
    { fault: 'reset', when: { operation: 'listCourses' } },
    '/when/operation must be the name of an operation, such as education.listCourses or auth.*',
  ],
  [
    { fault: 'reset', when: { operation: ['education.*', 'education.listCourse', 'evnts.*', 'a.b', 'sandboxes.*'] } },
    '/when/operation/1 matches no operation of this server that meets faults: "education.listCourse"; did you mean education.listCourses?',
    '/when/operation/2 matches no operation of this server that meets faults: "evnts.*"; did you mean events.*?',
    '/when/operation/3 matches no operation of this server that meets faults: "a.b"',
    '/when/operation/4 matches no operation of this server that meets faults: "sandboxes.*"',
  ],
  [{ fault: 'reset', when: { header: { 'a b': '*' } } }, '/when/header/a%20b must be the name of a header'],
  [{ fault: 'reset', when: { header: { accept: 1 } } }, '/when/header/accept must be a string, but is a number'],
  [
    { fault: 'reset', when: { query: Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`q${i}`, '*'])) } },
    '/when/query must have at most 50 members',
  ],
  [{ fault: 'x'.repeat(2001) }, '/fault must have at most 2000 characters'],
  [{ fault: 'delay;mz=3' }, '/fault gives delay the unknown parameter "mz"; delay takes ms, min, max, p50, p99'],
  [
    { fault: [{ fault: 'reset' }, { fault: 'status', code: 200 }] },
    '/fault/1/code gives status code=200, which must be an integer from 400 to 599',
  ],
  [{ fault: 'redirect;to=downgrade' }, '/fault gives redirect to=downgrade, which needs a public URL with https:'],
  [
    { fault: 'redirect;to=elsewhere' },
    '/fault gives redirect to=elsewhere, which needs a server at a loopback address',
  ],
  [{ fault: 'preset;name=flaky, reset' }, '/fault must have no other fault beside a preset'],
  [
    { fault: 'preset;name=flaky', times: 3, per: 'url' },
    '/times cannot be given with a preset, which takes id, enabled, when, from and until only',
    '/per cannot be given with a preset, which takes id, enabled, when, from and until only',
  ],
  [
    { id: 'x'.repeat(64), fault: 'preset;name=flaky' },
    '/id must be shorter: its preset has rules whose ids begin with it',
  ],
  [{ answer: { status: 199 } }, '/answer/status must be at least 200'],
  [{ answer: { code: 200 } }, '/answer/code is not known here; the members here are status, headers, body'],
  [{ answer: { status: 204, body: 'x' } }, '/answer/body must be left out: an answer with status 204 has no body'],
  [{ answer: { body: 'x'.repeat(100_000) } }, '/answer must have at most 100000 bytes of JSON'],
  [
    { answer: { headers: { 'Content-Length': '3', connection: 'close', 'transfer-encoding': 'chunked' } } },
    ...['Content-Length', 'connection', 'transfer-encoding'].map(
      (name) => `/answer/headers/${name} is a header that the server itself sets, and cannot be given`,
    ),
  ],
  [{ answer: { headers: { 'a b': 'x' } } }, '/answer/headers/a%20b must have a name of letters, digits and hyphens'],
  [
    { answer: { headers: { 'x-a': 'a\r\nb', 'x-b': ' a', 'x-c': '☃' } } },
    ...['x-a', 'x-b', 'x-c'].map(
      (name) => `/answer/headers/${name} must be text of visible characters of ISO 8859-1, without blanks around it`,
    ),
  ],
  [{ answer: { headers: { 'X-A': '1', 'x-a': '2' } } }, '/answer/headers/x-a must be given once only, in any case'],
];

describe.each(wrong)('%j', (rule, ...faults) => {
  it('is refused where rules are set, and where a sandbox is configured', async () => {
    const put = await setRules(server, 'wrong', [rule]);
    expect([put.status, ...wrongIn(put)]).toEqual([400, ...faults.map((fault) => `#/rules/0${fault}`)]);
    const configured = await send(server, 'PUT', '/sandboxes/wrong', { faults: [rule] });
    expect([configured.status, ...wrongIn(configured)]).toEqual([400, ...faults.map((fault) => `#/faults/0${fault}`)]);
    expect(await rulesIn(server, 'wrong')).toEqual([]);
  });
});

describe('rules that are wrong together', () => {
  it.each([
    [
      'an id of two rules',
      [
        { id: 'x', fault: 'reset' },
        { id: 'x', fault: 'hang' },
      ],
      ['#/rules/1/id must be the id of one rule only, but another has x'],
    ],
    [
      'two presets of one name',
      [{ fault: 'preset;name=flaky' }, { fault: 'preset;name=flaky' }],
      ['#/rules/1/id must be given, since another has flaky_1'],
    ],
    [
      'searching too much',
      Array.from({ length: 50 }, () => ({ fault: 'reset', when: { path: Array.from({ length: 11 }, () => '/*/*') } })),
      [
        '#/rules must have at most 150 patterns with more than one wildcard in all rules together, but has 550; a long one counts once for every 32 characters',
      ],
    ],
    ['too many', Array.from({ length: 201 }, () => ({ fault: 'reset' })), ['#/rules must have at most 200 items']],
    [
      'too many of presets',
      Array.from({ length: 70 }, (_, index) => ({ id: `p${index}`, fault: 'preset;name=flaky' })),
      ['#/rules must have at most 200 items, but has 210 with those that presets stand for'],
    ],
    ['a text', 'reset', ['#/rules must be an array, but is a string']],
  ])('%s', async (_name, rules, faults) => {
    const answer = await send(server, 'PUT', '/sandboxes/wrong/faults', { rules });
    expect([answer.status, ...wrongIn(answer)]).toEqual([400, ...faults]);
  });

  it('one that is added names its members', async () => {
    const answer = await send(server, 'POST', '/sandboxes/wrong/faults', { fault: 'server_eror', oder: 1 });
    expect(wrongIn(answer)).toEqual([
      `#/oder is not known here; did you mean order? the members here are ${KNOWN}, order`,
    ]);
    const unknown = await send(server, 'POST', '/sandboxes/wrong/faults', { fault: [{ fault: 'delay', ms: -1 }] });
    expect(wrongIn(unknown)).toEqual(['#/fault/0/ms gives delay ms=-1, which must be a number from 0 to 60000']);
  });

  it('a list without its member', async () => {
    const answer = await send(server, 'PUT', '/sandboxes/wrong/faults', { faults: [] });
    expect(wrongIn(answer)).toEqual(['#/rules is required', '#/faults is not known here; the members here are rules']);
  });
});

it('may lead elsewhere where that is a place', async () => {
  const rules = [{ fault: 'redirect;to=downgrade' }];
  const secure = await inProcess({ publicUrl: 'https://api.example.com' });
  expect((await setRules(secure, 'a', rules)).status).toBe(200);
  await secure.close();
  await using local = await inProcess({ publicUrl: 'http://127.0.0.1:4010' });
  expect((await setRules(local, 'a', [{ fault: 'redirect;to=elsewhere' }])).status).toBe(200);
});
