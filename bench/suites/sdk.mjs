/** What the SDK costs beside ky alone, and walking a list beside a loop written by hand; no network, so that it shows. */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { figure } from '../kit/figure.mjs';
import { ratio } from '../kit/format.mjs';
import { ratioSpread, spread } from '../kit/statistics.mjs';

const client = new URL('../../packages/client/', import.meta.url);
const BASE = 'http://understudy.local';
const PER_PAGE = 50;
/** Calls in a round: long enough for a clock, and so short that most rounds pass without the machine taking a break. */
const CALLS = 25;
/** Records in a round, for the same reason. */
const RECORDS = 1000;

/** Answers every request with bytes at hand, as a server in this process would. */
function stub() {
  const course = (number) => ({
    id: `crs_${String(number).padStart(6, '0')}`,
    title: 'Advanced Social Media Marketing for Small Teams',
    description:
      'Plan, write and measure campaigns that people want to see. Ten practical projects and a final review.',
    category: 'Marketing',
    difficulty: 'advanced',
    instructor: 'Ada Moreno',
    duration_hours: 12,
    status: 'published',
    lesson_count: 24,
    enrolled_count: 310,
    rating: 4.6,
    tags: ['marketing', 'social media', 'writing'],
    created_at: '2025-01-06T09:00:00.000Z',
    updated_at: '2025-01-06T09:00:00.000Z',
  });
  const headers = { 'content-type': 'application/json', 'x-request-id': 'req_1a2b3c4d1', etag: 'W/"1"' };
  const one = JSON.stringify({ data: course(1), meta: { delayMs: 0 } });
  const totalPages = RECORDS / PER_PAGE;
  const pages = Array.from({ length: totalPages }, (_, index) => {
    const data = Array.from({ length: PER_PAGE }, (_record, at) => course(index * PER_PAGE + at));
    const pagination = { page: index + 1, perPage: PER_PAGE, total: RECORDS, totalPages };
    return JSON.stringify({ data, pagination, meta: { delayMs: 0 } });
  });
  // ky hands over a request, and the client an address.
  return async (asked) => {
    const { pathname, searchParams } = new URL(asked.url ?? asked);
    const body = pathname.endsWith('/courses') ? pages[Number(searchParams.get('page') ?? 1) - 1] : one;
    return new Response(body, { headers });
  };
}

/** What is compared: each does the same with the same answers. */
function contestants(api, ky, fetch) {
  const json = (path, searchParams) => ky(`${BASE}/api/education/${path}`, { fetch, searchParams, retry: 0 }).json();
  return {
    call: {
      sdk: async () => {
        for (let call = 0; call < CALLS; call += 1) await api.education.getCourse({ course_id: 'crs_000001' });
      },
      alone: async () => {
        for (let call = 0; call < CALLS; call += 1) await json('courses/crs_000001');
      },
    },
    walk: {
      sdk: async () => {
        let seen = 0;
        for await (const course of api.education.listCourses({ per_page: PER_PAGE })) seen += course.duration_hours;
        return seen;
      },
      alone: async () => {
        let seen = 0;
        for (let page = 1, last = 1; page <= last; page += 1) {
          const { data, pagination } = await json('courses', { per_page: PER_PAGE, page });
          for (const course of data) seen += course.duration_hours;
          last = pagination.totalPages;
        }
        return seen;
      },
    },
  };
}

/** Both in turn, round after round, whoever began last time going second; in processor time, which no neighbour takes. */
async function compare({ sdk, alone }, count) {
  const times = { sdk: [], alone: [] };
  const once = async (name, run) => {
    const begun = process.cpuUsage();
    await run();
    const { user, system } = process.cpuUsage(begun);
    times[name].push((user + system) / 1000);
  };
  for (let round = -Math.ceil(count / 3); round < count; round += 1) {
    const order = [
      ['sdk', sdk],
      ['alone', alone],
    ];
    for (const [name, run] of round % 2 === 0 ? order : order.toReversed()) await once(name, run);
    // The rounds before the first one warm up.
    if (round === -1) times.sdk.length = times.alone.length = 0;
  }
  return { sdk: spread(times.sdk), alone: spread(times.alone), ratio: ratioSpread(times.sdk, times.alone) };
}

const budgets = { call: 1.5, walk: 1.3 };
const titles = { call: 'a call, beside ky alone', walk: 'walking a list, beside a loop by hand' };
const rounds = { call: { full: 1200, quick: 400 }, walk: { full: 600, quick: 200 } };
const units = { call: ['µs a call', 1000 / CALLS], walk: ['ms per 10,000 records', 10_000 / RECORDS] };

export const suite = {
  name: 'sdk',
  order: 90,
  // It measures the client of this tree, whichever server is built.
  isOfServer: false,
  run: async ({ isQuick, say }) => {
    const dist = new URL('dist/index.js', client);
    if (!existsSync(fileURLToPath(dist))) throw new Error('the client is not built: npm run build');
    const { createClient } = await import(dist.href);
    const { default: ky } = await import(pathToFileURL(createRequire(client).resolve('ky')).href);
    const fetch = stub();
    const all = contestants(createClient({ baseUrl: BASE, fetch }), ky, fetch);
    const results = {};
    for (const [name, pair] of Object.entries(all)) {
      say(`sdk: ${titles[name]}`);
      results[name] = await compare(pair, isQuick ? rounds[name].quick : rounds[name].full);
    }
    const rows = Object.entries(results).map(([name, { sdk, alone, ratio: share }]) => {
      const [unit, factor] = units[name];
      const time = ({ median }) => `${(median * factor).toFixed(1)} ${unit}`;
      return [titles[name], time(sdk), time(alone), ratio(share.median), `${ratio(share.min)}–${ratio(share.max)}`];
    });
    const columns = ['', 'SDK', 'without it', '×', 'min–max'];
    const notes = [
      `Answers come from this process; ${PER_PAGE} records a page. Both go through the same fetch. Processor time.`,
    ];
    return {
      tables: [{ title: 'The SDK beside what it is made of', columns, rows, notes, results }],
      figures: Object.entries(results).map(([name, { ratio: share }]) =>
        figure({ name: titles[name], budget: { max: budgets[name] }, value: share.median }),
      ),
    };
  },
};
