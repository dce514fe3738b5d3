/** Whether one process holds a thousand delayed requests at once, and what they cost it. */
import { startCrew, stopCrew } from '../kit/crew.mjs';
import { figure } from '../kit/figure.mjs';
import { megabytes, ms, ratio, whole } from '../kit/format.mjs';
import { percentile } from '../kit/statistics.mjs';
import { startWorker } from '../kit/worker.mjs';
import { processorTime, residentMemory } from '../kit/usage.mjs';

const COUNT = 1000;
const DELAY_MS = 2000;

/** Arrivals over this time are all held together before the first is due. */
const RAMP_MS = 1500;

async function measure({ worker, member }, rampMs) {
  const { port, pid } = member.running;
  const before = processorTime(pid);
  const { statuses, most, times } = await worker.run({ port, path: `${member.path}&delay=2`, count: COUNT, rampMs });
  const cpuMs = before === undefined ? undefined : ((processorTime(pid) - before) * 1000) / COUNT;
  const late = times.map((time) => time - DELAY_MS);
  const p99 = percentile(late, 0.99);
  const numbers = { p50: percentile(late, 0.5), p99, max: Math.max(...late), earliest: Math.min(...late) };
  return {
    title: member.title,
    name: member.name,
    rampMs,
    statuses,
    most,
    ...numbers,
    cpuMs,
    memory: residentMemory(pid),
  };
}

function row({ title, rampMs, statuses, most, p50, p99, max, cpuMs, memory }) {
  const said = Object.entries(statuses).map(([status, count]) => `${whole(count)} × ${status}`);
  const arrival = rampMs === 0 ? 'in one burst' : `over ${rampMs / 1000} s`;
  return [
    `${title}, sent ${arrival}`,
    said.join(', '),
    whole(most),
    ms(p50),
    ms(p99),
    ms(max),
    cpuMs && ratio(cpuMs),
    megabytes(memory),
  ];
}

async function measureAll(bench) {
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
        measured.push(await measure({ worker, member }, rampMs));
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
    const measured = await measureAll(bench);
    const [ours, bare] = measured;
    const wanted = `${whole(COUNT)} held by delay=2`;
    return {
      tables: [
        {
          title: `Held: ${whole(COUNT)} requests with delay=2 at once, and how late (ms) they are answered`,
          columns: ['', 'answers', 'most at once', 'p50', 'p99', 'max', 'ms of processor each', 'MB'],
          rows: measured.map(row),
          notes: [],
          results: measured,
        },
      ],
      figures: [
        figure({
          name: `${wanted}, answered 200`,
          budget: { min: COUNT },
          value: ours.statuses[200] ?? 0,
          write: whole,
          failure: ours.most === COUNT ? undefined : 'not all were held at once',
        }),
        ...(ours.cpuMs === undefined
          ? []
          : [figure({ name: `${wanted}, processor time`, budget: { max: 6 }, value: ours.cpuMs / bare.cpuMs })]),
        figure({
          name: `memory after ${whole(COUNT)} were held, in MB`,
          budget: { max: 200e6 },
          value: ours.memory,
          write: megabytes,
        }),
      ],
    };
  },
};
