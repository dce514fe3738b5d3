/** Whether one process holds ten thousand delayed requests at once, and how late it answers them. */
import { execFileSync } from 'node:child_process';
import { startCrew, stopCrew } from '../kit/crew.mjs';
import { figure } from '../kit/figure.mjs';
import { megabytes, ms, whole } from '../kit/format.mjs';
import { percentile } from '../kit/statistics.mjs';
import { startWorker } from '../kit/worker.mjs';
import { residentMemory } from '../kit/usage.mjs';

const WANTED = 10_000;
const DELAY_MS = 2000;

/** Arrivals over this time are all held together before the first is due. */
const RAMP_MS = 1500;

/** Files a process needs besides its sockets. */
const OTHER_FILES = 200;

/** How many sockets one process may have; Node raises its own limit to the hard one. */
function possible() {
  if (process.platform === 'win32') return WANTED;
  const limit = execFileSync('sh', ['-c', 'ulimit -Hn'], { encoding: 'utf8' }).trim();
  return limit === 'unlimited' ? WANTED : Math.min(WANTED, Number(limit) - OTHER_FILES);
}

async function measure({ worker, count, member }, rampMs) {
  const { port, pid } = member.running;
  const { statuses, most, times } = await worker.run({ port, path: `${member.path}&delay=2`, count, rampMs });
  const late = times.map((time) => time - DELAY_MS);
  const p99 = percentile(late, 0.99);
  const numbers = { p50: percentile(late, 0.5), p99, max: Math.max(...late), earliest: Math.min(...late) };
  return { title: member.title, name: member.name, rampMs, statuses, most, ...numbers, memory: residentMemory(pid) };
}

function row({ title, rampMs, statuses, most, p50, p99, max, memory }) {
  const said = Object.entries(statuses).map(([status, count]) => `${whole(count)} × ${status}`);
  const arrival = rampMs === 0 ? 'in one burst' : `over ${rampMs / 1000} s`;
  return [`${title}, sent ${arrival}`, said.join(', '), whole(most), ms(p50), ms(p99), ms(max), megabytes(memory)];
}

async function measureAll(bench, count) {
  const members = bench.members.filter(({ name }) => name === 'understudy' || name === 'bare');
  const crew = await startCrew(members, bench.scene.plain);
  const worker = startWorker(new URL('../kit/hold-worker.mjs', import.meta.url));
  const measured = [];
  try {
    for (const { running, path } of crew.filter(({ failure }) => failure === undefined)) {
      const { port, pid } = running;
      await bench.load({
        port,
        pid,
        path: `${path}&nonce=`,
        isUnique: true,
        seconds: bench.warmSeconds,
      });
    }
    for (const rampMs of bench.isQuick ? [RAMP_MS] : [RAMP_MS, 0]) {
      for (const member of crew) {
        if (member.failure !== undefined) throw new Error(`${member.title} ${member.failure}`);
        bench.say(`held: ${member.title}, ramp of ${rampMs} ms`);
        measured.push(await measure({ worker, count, member }, rampMs));
      }
    }
  } finally {
    await Promise.all([worker.stop(), stopCrew(crew)]);
  }
  return measured;
}

export const suite = {
  name: 'held',
  order: 50,
  run: async (bench) => {
    const count = possible();
    const measured = await measureAll(bench, count);
    const [ours] = measured;
    const isWhole = ours.statuses[200] === count && ours.most === count;
    const name = `${whole(count)} held by delay=2, p99 late by, in ms`;
    return {
      tables: [
        {
          title: `Held: ${whole(count)} requests with delay=2 at once, and how late (ms) they are answered`,
          columns: ['', 'answers', 'most at once', 'p50', 'p99', 'max', 'MB'],
          rows: measured.map(row),
          notes: count < WANTED ? [`this user may open ${count} sockets only; the budget is for ${WANTED}`] : [],
          results: measured,
        },
      ],
      figures: [
        figure({
          name: `${whole(count)} held by delay=2, answered 200`,
          budget: { min: count },
          value: ours.statuses[200] ?? 0,
          write: whole,
        }),
        figure({
          name,
          budget: { max: 250 },
          value: ours.p99,
          write: ms,
          failure: isWhole ? undefined : 'not all were held at once',
        }),
        figure({
          name: `memory after ${whole(count)} were held, in MB`,
          budget: { max: 200e6 },
          value: ours.memory,
          write: megabytes,
        }),
      ],
    };
  },
};
