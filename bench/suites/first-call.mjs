/** How long a server in the process of a test takes: to be imported, to be made, and to answer for the first time. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { figure } from '../kit/figure.mjs';
import { ms, range } from '../kit/format.mjs';
import { paths } from '../kit/paths.mjs';
import { spread } from '../kit/statistics.mjs';

const run = promisify(execFile);
const worker = fileURLToPath(new URL('../kit/first-call-worker.mjs', import.meta.url));

/** Understudy keeps the code that was compiled of it when it has run for two seconds. */
const SETTLED_MS = 3000;

/** Those that can be had, and where each is loaded from. */
function servers({ serverMain, members }) {
  const own = [{ name: 'understudy', title: 'Understudy', from: join(dirname(serverMain), 'index.js') }];
  if (!members.some((member) => member.package !== undefined)) return own;
  const others = [
    // It is among the packages that the server is developed with.
    { name: 'msw', title: 'MSW, one handler', from: join(paths.repository, 'apps/server/package.json') },
    { name: 'json-server', title: 'json-server', from: join(paths.peers, 'json-server/package.json') },
  ];
  return [...own, ...others.filter(({ from }) => existsSync(from))];
}

async function measureOnce({ name, from }, settleMs) {
  const settle = settleMs === undefined ? [] : [String(settleMs)];
  const { stdout } = await run(process.execPath, [worker, name, from, ...settle]);
  const { imported, first, later } = JSON.parse(stdout);
  const laterMs = spread(later.map((one) => one.ms)).median;
  return {
    imported: imported.ms,
    made: first.made.ms,
    answered: first.answered.ms,
    later: laterMs,
    cpu: imported.cpu + first.answered.cpu,
  };
}

function row({ title, failure, spreads }) {
  if (failure !== undefined) return [title, failure];
  const { imported, made, answered, cpu, later } = spreads;
  return [
    title,
    ms(imported.median),
    ms(made.median),
    ms(answered.median),
    range(answered, ms),
    ms(later.median),
    ms(cpu.median),
  ];
}

export const suite = {
  name: 'first-call',
  order: 31,
  run: async (bench) => {
    const crew = servers(bench).map((server) => ({ ...server, runs: [] }));
    for (let round = 0; round <= bench.startRounds; round += 1) {
      bench.say(`first-call: round ${round} of ${bench.startRounds}`);
      for (const member of crew.filter(({ failure }) => failure === undefined)) {
        try {
          // The first round is not counted, as in `start`.
          const once = await measureOnce(member, round === 0 ? SETTLED_MS : undefined);
          if (round > 0) member.runs.push(once);
        } catch (error) {
          member.failure = error.message.split('\n', 1)[0];
        }
      }
    }
    for (const member of crew.filter(({ failure }) => failure === undefined)) {
      const names = Object.keys(member.runs[0]);
      member.spreads = Object.fromEntries(names.map((name) => [name, spread(member.runs.map((once) => once[name]))]));
    }
    const [own] = crew;
    const peersOf = (name) => Object.fromEntries(crew.map((member) => [member.name, member.spreads?.[name].median]));
    const of = (name, member, budget) =>
      figure({
        name,
        budget,
        value: own.spreads?.[member].median,
        failure: own.failure,
        peers: peersOf(member),
        write: ms,
      });
    return {
      tables: [
        {
          title: 'First call: a server in the process of a test, in ms',
          columns: ['', 'import', 'made', 'first answer', 'min–max', 'made to answer, later', 'CPU to first answer'],
          rows: crew.map(row),
          notes: [
            '`first answer` is counted from when it is made; `later` is the median of twenty more in that process',
          ],
          results: Object.fromEntries(crew.map(({ name, failure, spreads }) => [name, { failure, ...spreads }])),
        },
      ],
      figures: [
        of('in process: import, in ms', 'imported', { max: 150 }),
        of('in process: made to first answer, in ms', 'answered', { max: 15 }),
        of('in process: made to answer later, in ms', 'later', { max: 15 }),
      ],
    };
  },
};
