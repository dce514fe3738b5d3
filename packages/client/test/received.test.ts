/** toHaveReceived: what matches, what is refused, how long it waits, and what it says. */
import { expect as jestExpect } from 'expect';
import { describe, expect, test } from 'vitest';
import { matchers, type ExpectedRequest } from '../src/testing.js';
import { type FakeJournal, fakeJournal, type Given, withBody } from './fake-journal.js';
import { failureOf } from './server.js';

expect.extend(matchers);
jestExpect.extend(matchers);

/** What a failed expectation says. */
async function complaint(expectation: PromiseLike<unknown>): Promise<string> {
  const error = await failureOf(expectation);
  return error instanceof Error ? error.message : String(error);
}

/** An expectation, and its negation. */
const both = (journal: () => FakeJournal, expected: ExpectedRequest): (() => Promise<void>)[] => [
  () => expect(journal()).toHaveReceived(expected),
  () => expect(journal()).not.toHaveReceived(expected),
];

const even = { asymmetricMatch: (value: unknown) => Number(value) % 2 === 0 };
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const course = { title: 'SQL', tags: ['new', 'free'], teacher: { name: 'Ada', age: 36 }, note: null };
const multipart = [
  '--b\r\nContent-Disposition: form-data; name="title"\r\n\r\nSQL\r\n',
  '--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\nContent-Type: text/csv\r\n\r\n1,2\r\n--b--\r\n',
].join('');

/** A request, what it matches, and what it does not. */
const cases: Record<string, { given: Given; right: readonly ExpectedRequest[]; wrong: readonly ExpectedRequest[] }> = {
  method: {
    given: { method: 'POST' },
    right: [{}, { method: 'POST' }, { method: 'post' }, { method: /^P/ }, { method: expect.stringContaining('OS') }],
    wrong: [{ method: 'PUT' }, { method: /^G/ }],
  },
  path: {
    given: { path: '/api/courses/c*' },
    right: [{ path: '/api/courses/c*' }, { path: /courses/g }, { path: expect.stringMatching(/c\*$/) }],
    wrong: [{ path: '/api/courses' }, { path: '/api/*' }, { path: /^courses/ }],
  },
  query: {
    given: { query: 'q=a%20b&tag=x&tag=y&page=2' },
    right: [
      { query: { q: 'a b' } },
      { query: { page: 2 } },
      { query: { tag: ['x', 'y'] } },
      { query: { q: ['a b'] } },
      { query: { q: /^a/, tag: [/x/, even.asymmetricMatch(2) ? 'y' : ''] } },
      { query: { page: even, sort: undefined } },
      { query: { tag: expect.arrayContaining(['y']) } },
      { query: 'page=2&tag=x&tag=y&q=a+b' },
      { query: '?q=a b&tag=x&tag=y&page=2' },
      { query: /tag=y/ },
    ],
    wrong: [
      { query: { q: 'a' } },
      { query: { page: 3 } },
      { query: { tag: 'x' } },
      { query: { tag: ['y', 'x'] } },
      { query: { sort: '' } },
      { query: { q: undefined } },
      { query: 'q=a b' },
      { query: /sort/ },
    ],
  },
  headers: {
    given: { headers: { 'accept-language': 'de', accept: 'a, b' } },
    right: [
      { headers: { 'Accept-Language': 'de' } },
      { headers: { ACCEPT: /a/, 'x-none': undefined } },
      { headers: { accept: expect.stringContaining('b') } },
      { headers: {} },
    ],
    wrong: [{ headers: { accept: 'a' } }, { headers: { 'x-none': /./ } }, { headers: { accept: undefined } }],
  },
  'a JSON body': {
    given: withBody(course),
    right: [
      { body: { title: 'SQL' } },
      { body: { teacher: { name: 'Ada' } } },
      { body: { teacher: { age: even, name: expect.any(String) }, tags: [/new/, 'free'] } },
      { body: { tags: expect.arrayContaining(['free']) } },
      { body: { note: null, price: undefined } },
      { body: expect.objectContaining({ title: 'SQL' }) },
      { body: expect.stringContaining('"title"') },
      { body: /"age":36/ },
      { body: JSON.stringify(course) },
      { body: {} },
    ],
    wrong: [
      { body: { title: 'sql' } },
      { body: { teacher: { name: 'Ada', email: 'a' } } },
      { body: { tags: ['new'] } },
      { body: { tags: ['new', 'free', undefined] } },
      { body: { note: undefined } },
      { body: { price: null } },
      { body: ['SQL'] },
      { body: null },
      { body: 'SQL' },
      { body: expect.objectContaining({ title: 'sql' }) },
      { body: { toString: expect.anything() } },
    ],
  },
  'no body': {
    given: {},
    right: [{ body: null }, { body: undefined }],
    wrong: [{ body: {} }, { body: '' }, { body: expect.anything() }, { body: /.*/ }],
  },
  'a form': {
    given: withBody('title=SQL+1&tag=a&tag=b', { headers: form }),
    right: [{ body: { title: 'SQL 1', tag: ['a', 'b'] } }, { body: /title=SQL/ }],
    wrong: [{ body: { title: 'SQL' } }, { body: { tag: 'a' } }],
  },
  'a form with a file': {
    given: withBody(multipart, { headers: { 'content-type': 'multipart/form-data; boundary=b' } }),
    right: [{ body: { title: 'SQL', file: { filename: 'a.csv', type: 'text/csv', text: '1,2' } } }],
    wrong: [{ body: { title: 'sql' } }],
  },
  'a text': {
    given: withBody('plain text'),
    right: [{ body: 'plain text' }, { body: /^plain/ }, { body: expect.stringContaining('text') }],
    wrong: [{ body: 'plain' }, { body: {} }, { body: null }],
  },
  operation: {
    given: {},
    right: [{ operation: 'education.listCourses' }, { operation: /^education/ }],
    wrong: [{ operation: 'education.listCourse' }, { operation: null }],
  },
  status: {
    given: { status: 422, kind: 'bad_request' },
    right: [{ status: 422 }, { status: even }, { kind: 'bad_request' }, { kind: expect.any(String) }],
    wrong: [{ status: 200 }, { status: null }, { kind: null }],
  },
  'no answer': {
    given: { status: null, ended: 'client_left' },
    right: [{ status: null }, { ended: 'client_left' }],
    wrong: [{ status: 200 }, { ended: 'complete' }],
  },
  fault: {
    given: { fault: { rule: 'r1', fault: 'rate_limit;retry_after=30' } },
    right: [
      { fault: 'rate_limit' },
      { fault: 'rate_limit;retry_after=30' },
      { fault: /^rate/ },
      { fault: { rule: 'r1' } },
      { fault: { fault: /30/, rule: expect.any(String) } },
    ],
    wrong: [{ fault: 'server_error' }, { fault: null }, { fault: { rule: null } }, { fault: 'rate' }],
  },
  'no fault': { given: {}, right: [{ fault: null }], wrong: [{ fault: /./ }, { fault: {} }] },
  response: {
    given: { response: { ...withBody({ data: 1 }), headers: { etag: '"1"' } } as never },
    right: [{ response: { headers: { ETag: '"1"' }, body: { data: 1 } } }],
    wrong: [{ response: { headers: { etag: '"2"' } } }, { response: { body: { data: 2 } } }],
  },
};

describe.each(Object.entries(cases))('%s', (_, { given, right, wrong }) => {
  test.each(right.map((expected) => [expected]))('matches %o', async (expected) => {
    await expect(fakeJournal([given])).toHaveReceived(expected);
    expect(await complaint(expect(fakeJournal([given])).not.toHaveReceived(expected))).toContain(
      'Expected sandbox test-1 not to have received any such request, but it received 1 request of that kind.',
    );
  });
  test.each(wrong.map((expected) => [expected]))('does not match %o', async (expected) => {
    await expect(fakeJournal([given])).not.toHaveReceived(expected);
    expect(await complaint(expect(fakeJournal([given])).toHaveReceived(expected))).toContain(
      'to have received at least 1 request, but it received 0 requests of that kind within 1000 ms',
    );
  });
});

describe('what cannot be meant is refused, whether negated or not', () => {
  test.each<[unknown, string]>([
    [{ bodi: 1 }, 'unknown member "bodi"; did you mean body? Known are method'],
    [{ header: {} }, 'unknown member "header"; did you mean headers?'],
    [{ url: '/x' }, 'unknown member "url"; known are method, path, query, headers, body'],
    [{ times: { least: 1 } }, 'unknown member "least" in times'],
    [{ times: { mim: 1 } }, 'did you mean min?'],
    [{ fault: { id: 'r1' } }, 'unknown member "id" in fault'],
    [{ response: { header: {} } }, 'unknown member "header" in response; did you mean headers?'],
    [{ path: 'api' }, 'path must begin with a slash, but is "api"'],
    [{ path: 'http://localhost/api' }, 'it is the path below the base URL of the sandbox'],
    [
      { path: '/sandboxes/a/api/notes' },
      'path is the path below the base URL of the sandbox, without /sandboxes/a, but',
    ],
    [{ path: '/a?b=1' }, 'path has no query; expect that as query'],
    [{ path: 5 }, 'path must be a string, a RegExp or an asymmetric matcher, but is 5'],
    [{ headers: [['a', 'b']] }, 'headers must be an object of names and values'],
    [{ headers: new Headers() }, 'headers must be an object of names and values'],
    [{ headers: { accept: 5 } }, 'headers.accept must be a string'],
    [{ query: { a: { b: 1 } } }, 'query.a must be a string, a number'],
    [{ query: new URLSearchParams() }, 'query must be a string'],
    [{ body: { at: new Date(0) } }, 'body.at is a Date, which no body can have; compare with its JSON'],
    [{ body: new Map() }, 'body is a Map'],
    [{ body: { of: [() => true] } }, 'body.of[0] is a function'],
    [{ status: '200' }, 'status must be a number'],
    [{ times: -1 }, 'times must be a whole number, but is -1'],
    [{ times: { min: 3, max: 2 } }, 'times has a min of 3 above its max of 2'],
    [{ within: -1 }, 'within must be from 0 to 600000 (ms), but is -1'],
    [undefined, 'what is expected must be an object, but is nothing'],
    ['/api', 'what is expected must be an object'],
  ])('%o', async (expected, reason) => {
    for (const expectation of both(() => fakeJournal([{}]), expected as ExpectedRequest)) {
      expect(await complaint(expectation())).toContain(reason);
    }
  });

  test('and so is what is neither a client nor a sandbox', async () => {
    const wanted =
      "toHaveReceived takes a client, or a sandbox such as createUnderstudy().sandbox('default'), but was given";
    expect(await complaint(expect({}).toHaveReceived({}))).toBe(`${wanted} another object`);
    expect(await complaint(expect('test-1').toHaveReceived({}))).toBe(`${wanted} a string`);
  });
});

describe('waiting', () => {
  const post = (at: number) => ({ method: 'POST', at });

  test('ends with the first request, and is as long as within where there is none', async () => {
    const journal = fakeJournal([{ at: 100 }, post(400)]);
    await expect(journal).toHaveReceived({ method: 'POST' });
    expect(journal.now()).toBe(400);
    const late = fakeJournal([post(1500)]);
    expect(await complaint(expect(late).toHaveReceived({ method: 'POST' }))).toContain('within 1000 ms');
    await expect(fakeJournal([post(1500)])).toHaveReceived({ method: 'POST', within: 2000 });
    expect(await complaint(expect(fakeJournal([post(1)])).toHaveReceived({ within: 0 }))).toContain('within 0 ms');
  });

  test('is left to the server, which is asked for other requests only where it cannot sort them out', async () => {
    const journal = fakeJournal([{ at: 100 }, post(400)]);
    await expect(journal).toHaveReceived({ method: 'POST', path: '/api/education/courses', status: 200 });
    const filters = 'method=POST&path=%2Fapi%2Feducation%2Fcourses&status=200';
    expect(journal.asked).toEqual([`${filters}&since=0&per_page=50`, `${filters}&since=0&per_page=50&wait=1&min=1`]);
    const patterns = fakeJournal([{ at: 100 }, post(400)]);
    await expect(patterns).toHaveReceived({ method: /POST/, path: /courses/ });
    expect(patterns.asked).toEqual([
      'since=0&per_page=50',
      'since=0&per_page=50&wait=1&min=1',
      'since=1&per_page=50&wait=0.9&min=1',
    ]);
  });

  test('times: passes once there are so many and no further one has come for a moment', async () => {
    const journal = fakeJournal([post(0), post(300), { at: 400 }]);
    await expect(journal).toHaveReceived({ method: 'POST', times: 2 });
    expect(journal.now()).toBe(550);
    const doubled = fakeJournal([post(0), post(200)]);
    expect(await complaint(expect(doubled).toHaveReceived({ times: 1 }))).toContain('but it received 2 requests');
    expect(doubled.now()).toBe(200);
    await expect(fakeJournal([post(0), post(200)])).toHaveReceived({ times: 1, settle: 100 });
    const unsettled = fakeJournal([post(0)]);
    await expect(unsettled).toHaveReceived({ times: 1, settle: 0 });
    expect(unsettled.now()).toBe(0);
  });

  test('times: too many fail at once, too few after within', async () => {
    const many = fakeJournal([post(0), post(0)]);
    expect(await complaint(expect(many).toHaveReceived({ times: 1 }))).toContain('1 request, but it received 2');
    expect(many.now()).toBe(0);
    const few = fakeJournal([post(0)]);
    expect(await complaint(expect(few).toHaveReceived({ times: 2 }))).toContain(
      '2 requests, but it received 1 request',
    );
    expect(few.now()).toBe(1000);
  });

  test('times: a range', async () => {
    const open = fakeJournal([post(0), post(100), post(200)]);
    await expect(open).toHaveReceived({ times: { min: 2 } });
    expect(open.now()).toBe(100);
    await expect(fakeJournal([post(0), post(100)])).toHaveReceived({ times: { min: 1, max: 2 } });
    await expect(fakeJournal([])).toHaveReceived({ times: { max: 2 } });
    const message = await complaint(
      expect(fakeJournal([post(0), post(1), post(2)])).toHaveReceived({ times: { max: 2 } }),
    );
    expect(message).toContain('at most 2 requests, but it received 3 requests');
  });

  test('not: passes after a moment without such a request, and fails with the first', async () => {
    const journal = fakeJournal([{ at: 10 }, post(300)]);
    await expect(journal).not.toHaveReceived({ method: 'POST' });
    expect(journal.now()).toBe(250);
    const soon = fakeJournal([post(200)]);
    expect(await complaint(expect(soon).not.toHaveReceived({ method: 'POST' }))).toContain('not to have received');
    expect(soon.now()).toBe(200);
    expect(await complaint(expect(fakeJournal([post(900)])).not.toHaveReceived({ settle: 1000 }))).toContain('not to');
  });

  test('not, with times: passes at once where there are too many, and else when it has settled', async () => {
    const many = fakeJournal([post(0), post(0)]);
    await expect(many).not.toHaveReceived({ times: 1 });
    expect(many.now()).toBe(0);
    await expect(fakeJournal([])).not.toHaveReceived({ times: 1 });
    await expect(fakeJournal([post(0), post(100)])).not.toHaveReceived({ times: 1 });
    expect(await complaint(expect(fakeJournal([post(100)])).not.toHaveReceived({ times: 1 }))).toContain('not to have');
  });

  test('a journal of many pages is read whole', async () => {
    const journal = fakeJournal(Array.from({ length: 120 }, () => ({})));
    await expect(journal).toHaveReceived({ times: 120, settle: 0 });
    expect(journal.asked).toEqual(['since=0&per_page=50', 'since=50&per_page=50', 'since=100&per_page=50']);
  });
});

describe('a journal that does not know', () => {
  const cut = withBody('{"title":"S', { body_bytes: 70_000, body_truncated: true });

  test('a body that was cut never matches, nor is it taken for another', async () => {
    const why = 'of request #1 the body of 70000 bytes was cut in the journal';
    for (const expectation of both(() => fakeJournal([cut]), { body: /title/ })) {
      const message = await complaint(expectation());
      expect(message).toContain(why);
      expect(message).toContain('--max-journal-body');
    }
    expect(await complaint(expect(fakeJournal([cut])).toHaveReceived({ times: 0, body: { title: 'x' } }))).toContain(
      why,
    );
  });

  test('it decides nothing where the rest does not match, or another request does', async () => {
    await expect(fakeJournal([cut])).not.toHaveReceived({ method: 'PUT', body: /title/ });
    await expect(fakeJournal([cut, withBody({ title: 'S' })])).toHaveReceived({ body: { title: 'S' } });
    await expect(fakeJournal([cut])).toHaveReceived({ method: 'POST', times: 1 });
  });

  test('the body of the answer is cut more often', async () => {
    const response = { headers: {}, body: '{', body_encoding: 'utf8', body_bytes: 9000, body_truncated: true } as const;
    const message = await complaint(expect(fakeJournal([{ response }])).toHaveReceived({ response: { body: {} } }));
    expect(message).toContain('the body of the answer of 9000 bytes was cut in the journal');
  });

  test('headers and bodies that gave way are said to be gone', async () => {
    const gone = { body: null, body_bytes: 10, body_truncated: true };
    const expected = { headers: { accept: 'a' }, body: {} };
    const message = await complaint(expect(fakeJournal([gone])).toHaveReceived(expected));
    expect(message).toContain(
      'the journal no longer has the headers, and the journal no longer has the body of 10 bytes',
    );
  });

  test('requests that were dropped may be those that must not have come', async () => {
    const meta = { incomplete: true, dropped: 7 };
    await expect(fakeJournal([{}], meta)).toHaveReceived({ method: 'GET' });
    const dropped = 'The journal is incomplete: it has dropped 7 requests';
    for (const expectation of [
      expect(fakeJournal([{}], meta)).not.toHaveReceived({ method: 'POST' }),
      expect(fakeJournal([{}], meta)).toHaveReceived({ times: 1 }),
      expect(fakeJournal([{}], meta)).toHaveReceived({ method: 'POST' }),
    ]) {
      const message = await complaint(expectation);
      expect(message).toContain('whether there are more cannot be known: the journal has dropped requests');
      expect(message).toContain(dropped);
    }
    expect(await complaint(expect(fakeJournal([{}, {}], meta)).toHaveReceived({ times: 1 }))).toContain(dropped);
  });
});

describe('what it says', () => {
  const sent = [
    { query: 'per_page=5' },
    withBody({ title: 'Practical SQL', hours: 3, token: '***' }, { status: 422, kind: 'bad_request' }),
    withBody(
      {},
      {
        path: '/api/education/enrollments',
        status: null,
        ended: 'cut' as const,
        fault: { rule: 'r1', fault: 'reset' },
      },
    ),
  ];

  test('the nearest request, what differs in it, and all that was received', async () => {
    const message = await complaint(
      expect(fakeJournal(sent)).toHaveReceived({
        method: 'POST',
        path: '/api/education/courses',
        body: { title: /^SQL/, hours: expect.any(String), token: 'secret', note: 'none' },
      }),
    );
    expect(message).toBe(
      `Expected sandbox test-1 to have received at least 1 request, but it received 0 requests of that kind within 1000 ms.

Expected:
  method: "POST"
  path: "/api/education/courses"
  body: { title: /^SQL/, hours: Any<String>, token: "secret", note: "none" }

Nearest: #2 POST /api/education/courses → 422
  ✗ body.title
      expected: /^SQL/
      received: "Practical SQL"
  ✗ body.hours
      expected: Any<String>
      received: 3
  ✗ body.token
      expected: "secret"
      received: "***"   (secrets are masked in the journal)
  ✗ body.note
      expected: "none"
      received: nothing
  ✓ method, path

All that it received (✓ as expected):
    #1 GET /api/education/courses?per_page=5 → 200
    #2 POST /api/education/courses → 422
    #3 POST /api/education/enrollments → no answer (fault reset by r1, cut off)`,
    );
  });

  test('the diff of the runner has what was compared, and differs where it does', async () => {
    const error = await failureOf(
      expect(fakeJournal(sent)).toHaveReceived({
        method: 'POST',
        path: /courses/,
        body: { title: 'SQL', hours: even },
      }),
    );
    const compared = { method: 'POST', path: '/api/education/courses' };
    expect(error).toMatchObject({
      actual: { ...compared, body: { title: 'Practical SQL', hours: 3 } },
      expected: { ...compared, body: { title: 'SQL', hours: even } },
    });
  });

  test('nothing at all', async () => {
    const message = await complaint(expect(fakeJournal([])).toHaveReceived({ path: '/api' }));
    expect(message).toContain(
      'It received nothing at all. Does the app send its requests to http://understudy.local/sandboxes/test-1?',
    );
  });

  test('of many requests the latest', async () => {
    const journal = fakeJournal(Array.from({ length: 620 }, () => ({})));
    const message = await complaint(expect(journal).toHaveReceived({ path: '/api' }));
    expect(message).toContain('(450 and more before these)');
    expect(message).toContain('\n    #620 GET');
    expect(message.match(/^ +#/gm)).toHaveLength(50);
  });

  test('why the server refused the nearest, unless a fault was wanted', async () => {
    const answer = withBody({ detail: 'category must be one of "a", "b"', kind: 'bad_request' });
    const refused = { status: 400, kind: 'bad_request', response: { ...answer, headers: {} } as never };
    const expected: ExpectedRequest = { path: '/api/education/courses', status: 200 };
    const says = 'The answer says: "category must be one of \\"a\\", \\"b\\""';
    expect(await complaint(expect(fakeJournal([refused])).toHaveReceived(expected))).toContain(`  ${says}`);
    const struck = { ...refused, fault: { rule: 'r1', fault: 'bad_request' } };
    expect(await complaint(expect(fakeJournal([struck])).toHaveReceived(expected))).not.toContain(says);
  });

  test('that a body is no JSON', async () => {
    const message = await complaint(expect(fakeJournal([withBody('{"a": 1, ')])).toHaveReceived({ body: { a: 1 } }));
    expect(message).toContain(String.raw`received: "{\"a\": 1, "   (a text, which is neither JSON nor a form)`);
  });

  test('where long texts begin to differ', async () => {
    const text = 'x'.repeat(1000);
    const given = [withBody({ text: `${text}ONE` })];
    const message = await complaint(expect(fakeJournal(given)).toHaveReceived({ body: { text: `${text}TWO` } }));
    const same = 'x'.repeat(40);
    expect(message).toContain(`expected: from character 961 on: "${same}TWO"`);
    expect(message).toContain(`received: from character 961 on: "${same}ONE"`);
  });

  test('a long value is cut', async () => {
    const message = await complaint(expect(fakeJournal([withBody('x'.repeat(2000))])).toHaveReceived({ body: 'y' }));
    expect(message).toMatch(/received: "x{399}… \(2002 characters\)/);
  });
});

test('Jest has the matcher as well', async () => {
  await jestExpect(fakeJournal([{}])).toHaveReceived({ method: 'GET', query: {} });
  await jestExpect(fakeJournal([withBody({ n: 1 })])).toHaveReceived({ body: { n: jestExpect.any(Number) } });
  await jestExpect(fakeJournal([{}])).not.toHaveReceived({ method: 'POST' });
  const message = await complaint(
    jestExpect(fakeJournal([{}])).toHaveReceived({ body: jestExpect.objectContaining({ a: 1 }) }),
  );
  expect(message).toContain('expected: ObjectContaining({ a: 1 })');
});

test('waits as long as the expectations of its runner do, unless it is told otherwise', async () => {
  const message = async (expected: ExpectedRequest, timeout?: number) =>
    (await matchers.toHaveReceived.call({ timeout }, fakeJournal([]), expected)).message();
  expect(await message({ method: 'PUT' }, 30)).toContain('within 30 ms');
  expect(await message({ method: 'PUT', within: 20 }, 30)).toContain('within 20 ms');
});
