/** How long each server takes from spawn to its first 200. */
import { setTimeout as sleep } from 'node:timers/promises';
import { prepared } from '../kit/crew.mjs';
import { figure } from '../kit/figure.mjs';
import { ms, range, ratio } from '../kit/format.mjs';
import { launch } from '../kit/launch.mjs';
import { ratioSpread, spread } from '../kit/statistics.mjs';
import { baseline } from '../servers/index.mjs';

function row({ title, version, failure, time, times }) {
  const name = version === undefined ? title : `${title} ${version}`;
  if (failure !== undefined) return [name, failure];
  return [name, ms(time.median), range(time, ms), `${ratio(times.median)}×`, range(times, ratio)];
}

/** Understudy keeps the code that was compiled of it when it has run for two seconds. */
const SETTLED_MS = 3000;

async function timeOnce(member, { scene, isFirst }) {
  const running = await launch(prepared(member, scene));
  if (isFirst) await sleep(SETTLED_MS);
  await running.stop();
  return running.startMs;
}

/** The time of each server in each round; a server that fails once is out, with its reason. */
async function timeAll(bench) {
  const crew = bench.members.map((member) => ({ ...member, runs: [] }));
  // The first round only brings the files into the page cache, and what is compiled of them to where it is kept.
  for (let round = 0; round <= bench.startRounds; round += 1) {
    bench.say(`start: round ${round} of ${bench.startRounds}`);
    for (const member of crew.filter(({ failure }) => failure === undefined)) {
      try {
        const time = await timeOnce(member, { scene: bench.scene.plain, isFirst: round === 0 });
        if (round > 0) member.runs.push(time);
      } catch (error) {
        member.failure = error.message;
      }
    }
  }
  return crew;
}

export const suite = {
  name: 'start',
  order: 30,
  run: async (bench) => {
    const crew = await timeAll(bench);
    const base = crew.find(({ name }) => name === baseline.name);
    if (base.failure !== undefined) throw new Error(`${base.title} ${base.failure}`);
    const measured = crew.map((member) => {
      if (member.failure !== undefined) return member;
      return { ...member, time: spread(member.runs), times: ratioSpread(member.runs, base.runs) };
    });
    const shared = Object.fromEntries(measured.map(({ name, times }) => [name, times?.median]));
    const { failure } = measured.find(({ name }) => name === 'understudy');
    const name = 'spawn to first 200, × bare node';
    return {
      tables: [
        {
          title: 'Start: from spawn to the first 200',
          columns: ['', 'ms', 'min–max', '× bare', 'min–max'],
          rows: measured.map(row),
          notes: [],
          results: Object.fromEntries(
            measured.map((one) => [one.name, { failure: one.failure, ms: one.time, ratio: one.times }]),
          ),
        },
      ],
      figures: [figure({ name, budget: { max: 3.1 }, value: shared.understudy, peers: shared, failure })],
    };
  },
};
