/** Loads every server in turn, round after round, and compares their rates with the baseline's. */
import { baseline } from '../servers/index.mjs';
import { startCrew, stopCrew } from './crew.mjs';
import { range, ratio, whole } from './format.mjs';
import { ratioSpread, spread } from './statistics.mjs';

/** Below this share of its core a server was waiting, for its client or for other work on the machine. */
const BUSY = 0.9;

const columnsBy = (base) => [
  '',
  'requests/s',
  'min–max',
  `× ${base}`,
  'min–max',
  `× ${base} per CPU s`,
  'its core',
  'client core',
];

/** How many times fewer requests it takes to wake up a server than to warm it. */
const WOKEN = 20;

const NOTE = '* waited, for its client or for other work on this machine: trust the ratio per CPU second';

async function shoot({ bench, member, rounds }, { path, isUnique = false, creates, warmRequests }) {
  const { port, pid } = member.running;
  // The first round has to compile what the later ones only wake up.
  const isFirst = rounds.length === 0;
  const warm =
    warmRequests === undefined
      ? { seconds: isFirst ? bench.warmSeconds : bench.seconds / 5 }
      : { amount: isFirst ? warmRequests : warmRequests / WOKEN };
  const target = { port, pid, path: member.path + path, isUnique, creates };
  const measured = await bench.load({ ...target, seconds: bench.seconds, warm });
  const { requests, seconds, serverSeconds, clientSeconds } = measured;
  rounds.push({
    rate: requests / seconds,
    perCpu: serverSeconds === undefined ? undefined : requests / serverSeconds,
    busy: serverSeconds === undefined ? undefined : serverSeconds / seconds,
    clientBusy: clientSeconds / seconds,
  });
}

function summary({ rounds }, base) {
  const column = (name, of = rounds) => of.map((round) => round[name]);
  const hasCpu = rounds.every(({ perCpu }) => perCpu !== undefined);
  return {
    rate: spread(column('rate')),
    ratio: ratioSpread(column('rate'), column('rate', base.rounds)),
    cpuRatio: hasCpu ? ratioSpread(column('perCpu'), column('perCpu', base.rounds)) : undefined,
    busy: hasCpu ? spread(column('busy')) : undefined,
    clientBusy: spread(column('clientBusy')),
  };
}

function row({ title, version, failure, result }) {
  const name = version === undefined ? title : `${title} ${version}`;
  if (failure !== undefined) return [name, failure];
  const { rate, ratio: share, cpuRatio, busy, clientBusy } = result;
  return [
    name,
    whole(rate.median),
    range(rate, whole),
    ratio(share.median),
    range(share, ratio),
    cpuRatio && ratio(cpuRatio.median),
    busy && `${ratio(busy.median)}${busy.median < BUSY ? ' *' : ''}`,
    ratio(clientBusy.median),
  ];
}

/**
 * Runs one such comparison.
 * @param bench what the command line made ready
 * @param {{ title: string, scene: object, added?: string, path?: string, isUnique?: boolean, creates?: string,
 *   warmRequests?: number, to?: object }} what `warmRequests` warm each server, where all of them are as fast, else some seconds do; `to` is the
 *   server that the others are compared with, by its name and its word in the head of the columns
 */
export async function compareLoad(bench, { title, scene, added = '', path = '', to = baseline, ...load }) {
  const crew = (await startCrew(bench.members, { ...scene, added })).map((member) => ({ ...member, rounds: [] }));
  try {
    for (let round = 1; round <= bench.rounds; round += 1) {
      // In turns from either end: who always comes after the same one would have it a little better, or worse.
      const order = round % 2 === 1 ? crew : crew.toReversed();
      for (const member of order.filter(({ failure }) => failure === undefined)) {
        bench.say(`${title}: round ${round} of ${bench.rounds}, ${member.title}`);
        await shoot({ bench, member, rounds: member.rounds }, { path, ...load }).catch((error) => {
          if (member.name === to.name) throw error;
          member.failure = error.message;
        });
      }
    }
  } finally {
    await stopCrew(crew);
  }
  const base = crew.find(({ name }) => name === to.name);
  if (base.failure !== undefined) throw new Error(`${base.title} ${base.failure}`);
  const measured = crew.map((member) => (member.failure ? member : { ...member, result: summary(member, base) }));
  const isWaiting = measured.some(({ result }) => (result?.busy?.median ?? 1) < BUSY);
  return {
    title,
    columns: columnsBy(to.word ?? 'bare'),
    rows: measured.map(row),
    notes: isWaiting ? [NOTE] : [],
    results: Object.fromEntries(measured.map(({ name, failure, result }) => [name, result ?? { failure }])),
  };
}
