/** How much memory stays resident after many requests, and whether twice as many take more. */
import { startCrew, stopCrew } from '../kit/crew.mjs';
import { figure } from '../kit/figure.mjs';
import { megabytes, whole } from '../kit/format.mjs';
import { median } from '../kit/statistics.mjs';
import { residentMemory } from '../kit/usage.mjs';
import { baseline } from '../servers/index.mjs';

const MEASURED = ['understudy', baseline.name];

/** The collector runs when it likes, so that two readings of a steady process differ by this much. */
const STEADY = 1.05;

const KINDS = [
  { kind: 'hot', added: '', isUnique: false },
  { kind: 'never-seen', added: '&nonce=', isUnique: true },
];

/** Memory of a fresh server at rest, after some requests, and after as many again. */
async function read({ bench, added, isUnique }, { running: { port, pid }, path }) {
  const rest = residentMemory(pid);
  const job = { port, pid, path: path + added, isUnique, amount: bench.memoryRequests };
  await bench.load(job);
  const once = residentMemory(pid);
  await bench.load(job);
  return { rest, once, twice: residentMemory(pid) };
}

/** Readings of each server, one a round, each of a new process. */
async function readRounds({ bench, ...kind }) {
  const readings = Object.fromEntries(MEASURED.map((name) => [name, []]));
  for (let round = 1; round <= bench.memoryRounds; round += 1) {
    bench.say(`memory, ${kind.kind}: round ${round} of ${bench.memoryRounds}`);
    const members = bench.members.filter(({ name }) => MEASURED.includes(name));
    const crew = await startCrew(members, bench.scene.plain);
    try {
      for (const member of crew) {
        if (member.failure !== undefined) throw new Error(`${member.title} ${member.failure}`);
        readings[member.name].push(await read({ bench, ...kind }, member));
      }
    } finally {
      await stopCrew(crew);
    }
  }
  return readings;
}

function rows(kind, { understudy, bare }) {
  const middle = (runs, name) => megabytes(median(runs.map((run) => run[name])));
  const row = (title, runs) => [`${title}, ${kind}`, middle(runs, 'rest'), middle(runs, 'once'), middle(runs, 'twice')];
  return [row('Understudy', understudy), row('bare node:http', bare)];
}

function figures(kind, { bench, count, readings: { understudy, bare } }) {
  const shares = understudy.map(({ once }, round) => once / bare[round].once);
  const growth = understudy.map(({ once, twice }) => twice / once);
  const all = [
    figure({ name: `memory after ${count} ${kind} GETs, × bare`, budget: { max: 3.2 }, value: median(shares) }),
  ];
  // A heap still grows into its size for longer than a quick run takes.
  if (bench.isQuick) return all;
  const name = 'memory after as many again, × before';
  return [...all, figure({ name, budget: { max: STEADY }, value: median(growth) })];
}

export const suite = {
  name: 'memory',
  order: 40,
  run: async (bench) => {
    const count = whole(bench.memoryRequests);
    const kinds = [];
    for (const kind of KINDS) kinds.push({ kind: kind.kind, readings: await readRounds({ bench, ...kind }) });
    return {
      tables: [
        {
          title: 'Memory: resident, in MB (10⁶ bytes)',
          columns: ['', 'started', `after ${count}`, `after ${whole(2 * bench.memoryRequests)}`],
          rows: kinds.flatMap(({ kind, readings }) => rows(kind, readings)),
          notes: [],
          results: Object.fromEntries(kinds.map(({ kind, readings }) => [kind, readings])),
        },
      ],
      figures: kinds.flatMap(({ kind, readings }) => figures(kind, { bench, count, readings })),
    };
  },
};
