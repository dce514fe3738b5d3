/** toHaveBehaved: which verdicts count, what is refused, how long it waits, and what it says. */
import { createUnderstudy } from '@understudy/server';
import { expect as jestExpect } from 'expect';
import { afterAll, describe, expect, test } from 'vitest';
import { createClient } from '../src/index.js';
import { type ExpectedConduct, matchers } from '../src/testing.js';
import { type FakeJournal, fakeJournal, type GivenVerdict } from './fake-journal.js';
import { closeAll, listenWithUnderstudy } from './listen.js';
import { failureOf } from './server.js';

expect.extend(matchers);
jestExpect.extend(matchers);
afterAll(closeAll);

/** What a failed expectation says. */
async function complaint(expectation: PromiseLike<unknown>): Promise<string> {
  const error = await failureOf(expectation);
  return error instanceof Error ? error.message : String(error);
}

/** An expectation, and its negation. */
const both = (journal: () => FakeJournal, expected?: ExpectedConduct): (() => Promise<void>)[] => [
  () => expect(journal()).toHaveBehaved(expected),
  () => expect(journal()).not.toHaveBehaved(expected),
];

const judged = (...verdicts: readonly GivenVerdict[]) => fakeJournal([{}], {}, verdicts);

describe('which verdicts count', () => {
  const error = { severity: 'error' } as const;
  const warning = { severity: 'warning', rule: 'no_backoff' } as const;
  const advice = { severity: 'advice', rule: 'no_jitter' } as const;

  test.each<[readonly GivenVerdict[], ExpectedConduct | undefined]>([
    [[], undefined],
    [[advice], undefined],
    [[advice], {}],
    [[warning, advice], { severity: 'error' }],
    [[], { severity: 'advice' }],
    [[error, warning], { except: ['retried_unsafe', 'no_backoff'] }],
    [[advice], { severity: 'advice', except: ['no_jitter'] }],
  ])('none of %o, expected %o', async (verdicts, expected) => {
    await expect(judged(...verdicts)).toHaveBehaved(expected);
    await jestExpect(judged(...verdicts)).toHaveBehaved(expected);
    expect(await complaint(expect(judged(...verdicts)).not.toHaveBehaved(expected))).toContain('is no verdict of');
  });

  test.each<[readonly GivenVerdict[], ExpectedConduct | undefined]>([
    [[error], undefined],
    [[warning, advice], undefined],
    [[error], { severity: 'error' }],
    [[advice], { severity: 'advice' }],
    [[error, warning], { except: ['retried_unsafe'] }],
  ])('one of %o, expected %o', async (verdicts, expected) => {
    await expect(judged(...verdicts)).not.toHaveBehaved(expected);
    await jestExpect(judged(...verdicts)).not.toHaveBehaved(expected);
    const message = await complaint(expect(judged(...verdicts)).toHaveBehaved(expected));
    expect(message).toContain('Expected the clients of sandbox test-1 to have behaved, but there is 1 verdict of');
  });

  test('all pages are read until more were found than are shown', async () => {
    const others = Array.from({ length: 60 }, () => warning);
    const late = judged(...others, error);
    await expect(late).not.toHaveBehaved({ except: ['no_backoff'] });
    expect(late.asked.filter((asked) => asked.includes('severity'))).toEqual([
      'severity=error%2Cwarning&page=1&per_page=50',
      'severity=error%2Cwarning&page=2&per_page=50',
    ]);
    const many = judged(...others);
    const message = await complaint(expect(many).toHaveBehaved());
    expect(message).toContain('but there are more than 20 verdicts of severity error or warning.');
    expect(message.match(/^warning no_backoff:/gm)).toHaveLength(20);
  });

  test('a rule that only the server knows counts', async () => {
    const rule = 'of_a_newer_server' as 'no_backoff';
    const message = await complaint(expect(judged({ rule })).toHaveBehaved({ except: ['no_backoff'] }));
    expect(message).toContain('error of_a_newer_server: It was repeated.');
    expect(message).not.toContain('undefined');
  });
});

describe('what cannot be meant is refused, whether negated or not', () => {
  test.each<[unknown, string]>([
    [{ excepts: [] }, 'unknown member "excepts"; did you mean except? Known are severity, except, settle'],
    [{ times: 1 }, 'unknown member "times"'],
    [
      { except: ['retried_to_soon'] },
      'unknown rule "retried_to_soon"; did you mean retried_too_soon? Known are retried',
    ],
    [{ except: ['x'] }, 'unknown rule "x"; known are retried_too_soon, retried_unsafe'],
    [{ except: ['toString'] }, 'unknown rule "toString"'],
    [{ except: 'no_backoff' }, 'except must be a list of rules, but is "no_backoff"'],
    [{ severity: 'warn' }, 'severity must be error, warning or advice, but is "warn"'],
    [{ settle: -1 }, 'settle must be from 0 to 600000 (ms), but is -1'],
    ['error', 'what is expected must be an object, but is "error"'],
    [null, 'what is expected must be an object, but is null'],
  ])('%o', async (expected, reason) => {
    for (const expectation of both(() => judged(), expected as ExpectedConduct)) {
      expect(await complaint(expectation())).toContain(`toHaveBehaved: ${reason}`);
    }
  });

  test('and so is what is neither a client nor a sandbox', async () => {
    expect(await complaint(expect({}).toHaveBehaved())).toContain('toHaveBehaved takes a client, or a sandbox such as');
  });
});

describe('waiting', () => {
  const late = (at: number) => fakeJournal([{}, { at }], {}, [{ at_ms: at }]);

  test('sees in the end what came without a request', async () => {
    const slow = fakeJournal([{}], {}, [{ at_ms: 100, rule: 'webhook_slow' }]);
    expect(await complaint(expect(slow).toHaveBehaved())).toContain('there is 1 verdict');
  });

  test('passes after a moment, and fails with the first verdict', async () => {
    const good = fakeJournal([{}, { at: 100 }]);
    await expect(good).toHaveBehaved();
    expect(good.now()).toBe(250);
    const bad = late(200);
    expect(await complaint(expect(bad).toHaveBehaved())).toContain('there is 1 verdict');
    expect(bad.now()).toBe(200);
    const settling = late(400);
    expect(await complaint(expect(settling).toHaveBehaved({ settle: 500 }))).toContain('there is 1 verdict');
    expect(settling.now()).toBe(400);
    await expect(late(400)).toHaveBehaved();
  });

  test('not: passes with the first verdict, and fails after a moment', async () => {
    const bad = late(200);
    await expect(bad).not.toHaveBehaved();
    expect(bad.now()).toBe(200);
    const good = late(400);
    expect(await complaint(expect(good).not.toHaveBehaved())).toContain('not to have behaved, but there is no verdict');
    expect(good.now()).toBe(250);
  });

  test('is left to the server, which judges again where another request has come, and in the end', async () => {
    const journal = fakeJournal([{}, { at: 100 }]);
    await expect(journal).toHaveBehaved();
    const judging = 'severity=error%2Cwarning&page=1&per_page=50';
    expect(journal.asked).toEqual([
      judging,
      'since=1&per_page=1&wait=0.25&min=1',
      judging,
      'since=2&per_page=1&wait=0.15&min=1',
      judging,
    ]);
    const once = late(100);
    await expect(once).toHaveBehaved({ settle: 0 });
    expect(once.asked).toEqual([judging]);
  });
});

test('a journal that is incomplete decides nothing, unless there is a verdict', async () => {
  const meta = { incomplete: true, dropped: 3 };
  for (const expectation of both(() => fakeJournal([{}], meta))) {
    const message = await complaint(expectation());
    expect(message).toContain('whether its clients behaved cannot be known: requests are missing in its journal');
    expect(message).toContain('has dropped 3 (see --max-journal and');
  }
  await expect(fakeJournal([{}], meta, [{}])).not.toHaveBehaved();
  expect(await complaint(expect(fakeJournal([{}], meta, [{}])).toHaveBehaved())).toContain('there is 1 verdict');
});

describe('what a failure says', () => {
  test('each verdict with its requests, what to do and the page that says so', async () => {
    const understudy = createUnderstudy({ log: 'off' });
    const sandbox = understudy.sandbox('test-1');
    const call = () => sandbox.fetch('/api/education/courses?fault=rate_limit');
    await call();
    await expect(sandbox).toHaveBehaved({ settle: 0 });
    await call();
    await expect(sandbox).not.toHaveBehaved({ settle: 0 });
    const message = await complaint(expect(sandbox).toHaveBehaved());
    expect(message.split('\n')).toEqual([
      'Expected the clients of sandbox test-1 to have behaved, but there is 1 verdict of severity error or warning.',
      '',
      expect.stringMatching(/^error retried_too_soon: GET \/api\/education\/courses was repeated 0(\.\d+)? s after an/),
      '  #1 GET /api/education/courses?fault=rate_limit → 429 (fault rate_limit)',
      '  #2 GET /api/education/courses?fault=rate_limit → 429 (fault rate_limit)',
      expect.stringMatching(/^ {2}What to do: Wait as long as `Retry-After` says/),
      '  http://understudy.local/conduct/retried_too_soon',
    ]);
    const page = await understudy.fetch('http://understudy.local/conduct/retried_too_soon');
    expect(page.status).toBe(200);
    await understudy.close();
  });

  test('a client gives the address of its server', async () => {
    const origin = await listenWithUnderstudy();
    const api = createClient({ baseUrl: origin, sandbox: 'test-1', retry: 0, simulateError: 'rate_limit' });
    for (const _ of [1, 2]) await failureOf(api.education.listCourses());
    const message = await complaint(expect(api).toHaveBehaved());
    expect(message).toContain('#2 GET /api/education/courses?simulate_error=rate_limit → 429 (fault rate_limit)');
    expect(message).toContain(`\n  ${origin}/conduct/retried_too_soon`);
    expect((await fetch(`${origin}/conduct/retried_too_soon`)).status).toBe(200);
  });

  test('some of many requests, and those that the journal has no longer', async () => {
    const requests = Array.from({ length: 12 }, (_, index) => 2 * index + 1);
    const message = await complaint(expect(judged({ requests })).toHaveBehaved());
    expect(message).toContain('  #1 GET /api/education/courses → 200\n  #3 (no longer in the journal)\n');
    expect(message).toContain('\n  #19 (no longer in the journal)\n  and 2 more\n');
  });

  test('negated: how many requests there were', async () => {
    const wanted = 'Expected the clients of sandbox test-1 not to have behaved, but there is no verdict of severity';
    const some = await complaint(expect(fakeJournal([{}, {}])).not.toHaveBehaved({ severity: 'error' }));
    expect(some).toBe(`${wanted} error. It received 2 requests.`);
    const nothing = await complaint(expect(fakeJournal([])).not.toHaveBehaved());
    expect(nothing).toBe(`${wanted} error or warning. It received nothing at all.`);
  });
});
