import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type FaultRules, listed, readFaults, writeCounted, writeFaults } from './read-faults.js';

/** The canonical text of what was read. */
function canonical(value: unknown, rules?: FaultRules): string {
  const read = readFaults(value, rules);
  if ('issues' in read) throw new Error(read.issues.map(({ detail }) => detail).join('\n'));
  return read.faults.map(writeCounted).join(', ');
}

/** What is wrong: where, its code, and how its detail begins. */
function issues(value: unknown, rules?: FaultRules): string[] {
  const read = readFaults(value, rules);
  if (!('issues' in read)) throw new Error(`could be read: ${JSON.stringify(value)}`);
  return read.issues.map(({ path, code, detail }) => `${path.join('/')} ${code} ${detail}`);
}

const ALL =
  'rate_limit, server_error, not_found, unauthorized, forbidden, bad_request, service_unavailable, timeout, status, bad_gateway, captive_portal, redirect, empty, wrong_type, malformed, charset, truncate, bad_gzip, reset, close, garbage, delay, drip, bandwidth, stall, hang, quota, outage, extra_member, missing_member, null_member, unknown_value, other_type, big_integer, odd_text, odd_time, odd_list, renamed_member, duplicate_member, drift, expired_cursor, repeated_cursor, empty_page, endless, wrong_total, short_pages, foreign_next, relative_next, doubled_record, dropped_record, shuffled, moving, stale, lost_update, preset';

test('faults are read with their defaults', () => {
  expect(readFaults('redirect, delay;ms=300')).toEqual({
    faults: [
      { fault: { fault: 'redirect', code: 307, to: 'self', commit: 'before' }, times: null },
      { fault: { fault: 'delay', ms: 300 }, times: null },
    ],
  });
});

test.each<[unknown, string]>([
  ['rate_limit;retry_after=30, delay;ms=300', 'rate_limit;retry_after=30, delay;ms=300'],
  ['  server_error;commit=before ,reset;at="start"\t', 'server_error, reset'],
  ['reset;commit=after;at=body', 'reset;at=body;commit=after'],
  ['delay;ms=300.0', 'delay;ms=300'],
  ['delay;ms=-0', 'delay;ms=0'],
  ['delay;ms=1;ms=2', 'delay;ms=2'],
  [{ fault: 'delay', ms: 1.23456 }, 'delay;ms=1.235'],
  [[{ fault: 'malformed' }, { fault: 'malformed', at: 0.25 }], 'malformed, malformed;at=0.25'],
  ['wrong_type;type=text/plain', 'wrong_type;type=text/plain'],
  ['wrong_type;type="text/plain; charset=utf-8"', 'wrong_type;type="text/plain; charset=utf-8"'],
  ['outage;seconds=3', 'outage;seconds=3'],
  ['outage;seconds=3;as="status; code=500;commit=before"', 'outage;seconds=3;as="status;code=500"'],
  ['outage;seconds=3;as="reset"', 'outage;seconds=3;as=reset'],
  ['preset;name=flaky', 'preset;name=flaky'],
  ['rate_limit;retry_after=past', 'rate_limit;retry_after=past'],
])('%j is %s', (value, text) => {
  expect(canonical(value)).toBe(text);
  expect(canonical(text)).toBe(text);
});

test('only a query and a header have times', () => {
  expect(canonical('server_error;times=2', { isCounted: true })).toBe('server_error;times=2');
  expect(issues('server_error;times=2')).toEqual([
    ' unknown gives server_error the unknown parameter "times"; server_error takes retry_after, commit',
  ]);
  expect(issues('server_error;times=0.5', { isCounted: true })).toEqual([
    ' invalid_type gives server_error times=0.5, which must be an integer from 0 to 1000000000',
  ]);
});

describe('what cannot be meant says why', () => {
  test.each<[unknown, string[]]>([
    ['', [` required must name a fault: ${ALL}`]],
    [[], [` required must name a fault: ${ALL}`]],
    [{}, [` required must name a fault: ${ALL}`]],
    [null, [` unknown has the unknown fault null; the faults are ${ALL}`]],
    ['server_eror', [` unknown has the unknown fault "server_eror"; did you mean server_error? the faults are ${ALL}`]],
    ['flaky', [' unknown has the unknown fault "flaky"; it is a preset: preset;name=flaky']],
    ['constructor', [` unknown has the unknown fault "constructor"; the faults are ${ALL}`]],
    [
      'a b',
      [
        ' invalid_format is no Structured Field list such as rate_limit;retry_after=30, delay;ms=300 (RFC 9651): Expected , at offset 2',
      ],
    ],
    ['"x"', [' invalid_format has "x" where the name of a fault must be']],
    ['(reset)', [' invalid_format has an inner list where the name of a fault must be']],
    ['status', [' required gives status no code, which must be an integer from 400 to 599']],
    [
      'status;code=700;cod=1',
      [
        ' too_big gives status code=700, which must be an integer from 400 to 599',
        ' unknown gives status the unknown parameter "cod"; did you mean code? status takes code, retry_after, commit',
      ],
    ],
    ['redirect;code=300', [' invalid_value gives redirect code=300, which must be one of 301, 302, 303, 307, 308']],
    [
      'reset;at=hea',
      [' invalid_value gives reset at="hea", which must be one of start, head, body; did you mean head?'],
    ],
    [
      'rate_limit;retry_after=soon',
      [
        ' invalid_union gives rate_limit retry_after="soon", which must be an integer from 0 to 86400, or one of date, past, huge, garbage, none',
      ],
    ],
    ['delay;ms', [' invalid_type gives delay ms=true, which must be a number from 0 to 60000']],
    ['wrong_type;type=x', [' invalid_format gives wrong_type type="x", which must be a media type such as text/plain']],
    ['delay', [' contradiction gives delay nothing; it takes either ms, or min and max, or p50 and p99']],
    ['delay;ms=1;p50=1', [' contradiction gives delay ms and p50; it takes either ms, or min and max, or p50 and p99']],
    ['delay;min=1', [' contradiction gives delay min; it takes either ms, or min and max, or p50 and p99']],
    ['delay;min=3;max=2', [' contradiction gives delay a min that is greater than its max']],
    ['delay;p50=3;p99=2', [' contradiction gives delay a p50 that is greater than its p99']],
    ['outage;seconds=601', [' too_big gives outage seconds=601, which must be a number from 0 to 600']],
    [
      'outage;seconds=1;as=hang',
      [
        ' invalid_value gives outage as="hang", which must be one fault of the answer or connection: rate_limit, server_error, not_found, unauthorized, forbidden, bad_request, service_unavailable, timeout, status, bad_gateway, captive_portal, redirect, reset, close, garbage',
      ],
    ],
    [
      'outage;seconds=1;as="status"',
      [' invalid_value gives outage as="status", which gives status no code, which must be an integer from 400 to 599'],
    ],
    [
      [{ fault: 'quota', limit: -1 }, { fault: 'empty' }, { fault: 'hang', second: 1 }],
      [
        '0/limit too_small gives quota limit=-1, which must be an integer from 0 to 1000000',
        '2/second unknown gives hang the unknown parameter "second"; did you mean seconds? hang takes seconds, commit',
      ],
    ],
    [Array.from({ length: 21 }, () => ({ fault: 'empty' })), [' too_big must have at most 20 faults']],
  ])('%j', (value, expected) => {
    expect(issues(value)).toEqual(expected);
  });

  test('a redirect has to lead somewhere', () => {
    const down = 'redirect;to=downgrade';
    expect(canonical(down)).toBe(down);
    expect(canonical(down, { origin: 'https://mock.example' })).toBe(down);
    expect(issues(down, { origin: 'http://localhost:4010' })).toEqual([
      ' contradiction gives redirect to=downgrade, which needs a public URL with https:',
    ]);
    const elsewhere = 'redirect;to=elsewhere';
    for (const origin of ['http://localhost:4010', 'http://127.0.0.1:4010', 'http://[::1]:4010']) {
      expect(canonical(elsewhere, { origin })).toBe(elsewhere);
    }
    expect(issues(elsewhere, { origin: 'https://mock.example' })).toEqual([
      ' contradiction gives redirect to=elsewhere, which needs a server at a loopback address',
    ]);
  });

  test('where it was written', () => {
    const issue = { path: [1, 'ms'], code: 'x', detail: 'y' };
    expect(listed([issue], { parameter: 'fault' })).toEqual([{ parameter: 'fault', code: 'x', detail: 'y' }]);
    expect(listed([issue], { path: ['rules', 0, 'fault'] })).toEqual([
      { pointer: '#/rules/0/fault/1/ms', code: 'x', detail: 'y' },
    ]);
  });
});

test('text and JSON say the same, and a text stays what it is', () => {
  const share = fc.integer({ min: 0, max: 1000 }).map((n) => n / 1000);
  const ms = fc.integer({ min: 0, max: 60_000_000 }).map((n) => n / 1000);
  const commit = fc.constantFrom('before', 'after');
  const retry_after = fc.oneof(fc.integer({ min: 0, max: 86_400 }), fc.constantFrom('date', 'past', 'huge', 'none'));
  const own = (name: string, parameters: Record<string, fc.Arbitrary<unknown>>) =>
    fc.record({ fault: fc.constant(name), ...parameters }, { requiredKeys: ['fault'] });
  const fault = fc.oneof(
    own('rate_limit', { retry_after, commit }),
    own('malformed', { at: share, commit }),
    own('wrong_type', { type: fc.constantFrom('text/plain', 'image/svg+xml', 'text/html;charset=x') }),
    own('truncate', { after_bytes: fc.integer({ min: 0, max: 10_000_000 }) }),
    own('reset', { at: fc.constantFrom('start', 'head', 'body'), commit }),
    fc.record({ fault: fc.constant('delay'), ms }),
    fc.tuple(ms, ms).map(([a, b]) => ({ fault: 'delay', min: Math.min(a, b), max: Math.max(a, b) })),
    fc.record({ fault: fc.constant('status'), code: fc.integer({ min: 400, max: 599 }) }),
    fc.record({ fault: fc.constant('outage'), seconds: share, as: fc.constantFrom('reset', 'status;code=500') }),
    fc.record({ fault: fc.constant('preset'), name: fc.constant('flaky') }),
  );
  fc.assert(
    fc.property(fc.array(fault, { minLength: 1, maxLength: 20 }), (faults) => {
      const fromJson = readFaults(faults);
      if ('issues' in fromJson) throw new Error(JSON.stringify(fromJson.issues));
      const text = writeFaults(fromJson.faults.map((one) => one.fault));
      expect(readFaults(text)).toEqual(fromJson);
      expect(canonical(text)).toBe(text);
    }),
  );
});

test('no text makes it throw', () => {
  const pieces = fc.constantFrom(
    'reset',
    'delay',
    ';',
    '=',
    ',',
    ' ',
    'ms',
    '1',
    '"',
    '?1',
    '@5',
    ':YQ==:',
    '(',
    ')',
    '%',
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(pieces).map((texts) => texts.join('')),
      ),
      (text) => {
        readFaults(text, { isCounted: true, origin: 'http://localhost' });
      },
    ),
  );
});
