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

async function shoot({ bench, member, isFirst }, { path, isUnique = false, creates, warmRequests }) {
  const { port, pid } = member.running;
  // The first round has to compile what the later ones only wake up.
  const warm =
    warmRequests === undefined
      ? { seconds: isFirst ? bench.warmSeconds : bench.seconds / 5 }
      : { amount: isFirst ? warmRequests : warmRequests / WOKEN };
  const target = { port, pid, path: member.path + path, isUnique, creates };
  const measured = await bench.load({ ...target, seconds: bench.seconds, warm });
  const { requests, seconds, serverSeconds, clientSeconds } = measured;
  member.rounds.push({
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
    perCpu: hasCpu ? spread(column('perCpu')) : undefined,
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

/** Starts the servers, and loads each of them in turn, round after round; notes the rounds, and why one has failed. */
async function loadCrew(bench, members, { title, scene, path, to, ...load }) {
  const crew = await startCrew(members, scene);
  try {
    for (let round = 1; round <= bench.rounds; round += 1) {
      // In turns from either end: who always comes after the same one would have it a little better, or worse.
      const order = round % 2 === 1 ? crew : crew.toReversed();
      for (const member of order.filter(({ failure }) => failure === undefined)) {
        bench.say(`${title}: round ${round} of ${bench.rounds}, ${member.title}`);
        await shoot({ bench, member, isFirst: round === 1 }, { path, ...load }).catch((error) => {
          if (member.name === to.name) throw error;
          member.failure = error.message;
        });
      }
    }
  } finally {
    await stopCrew(crew);
  }
  for (const member of members) member.failure = crew.find(({ name }) => name === member.name).failure;
}

/**
 * Runs one such comparison.
 * @param bench what the command line made ready
 * @param {{ title: string, scene: object, added?: string, path?: string, isUnique?: boolean, creates?: string,
 *   warmRequests?: number, to?: object, starts?: number }} what `warmRequests` warm each server, where all of them are as
 *   fast, else some seconds do; `to` is the server that the others are compared with, by its name and its word in the head
 *   of the columns; so often are all of them started, since the same one differs from start to start by a few percent
 */
export async function compareLoad(bench, { title, scene, added = '', path = '', to = baseline, starts = 1, ...load }) {
  const crew = bench.members.map((member) => ({ ...member, rounds: [] }));
  for (let start = 1; start <= starts; start += 1) {
    const name = starts === 1 ? title : `${title}: start ${start} of ${starts}`;
    await loadCrew(bench, crew, { title: name, scene: { ...scene, added }, path, to, ...load });
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
