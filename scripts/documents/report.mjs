/** The table of a run: a line for each document, the totals, and the reasons of what is left. */

const percent = (part, whole) => (whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`);
const sum = (list, of) => list.reduce((total, one) => total + of(one), 0);

/** Pairs that could be tried. */
const tried = ({ remembered = [] }) => remembered.filter(({ isUnmade }) => !isUnmade);
const kept = (result) => tried(result).filter(({ failed }) => Object.keys(failed).length === 0);

/** What a run comes to, as the rows of a table. */
export function rowsOf(totals) {
  const { documents, served, answers, valid, pairs, remembered, gets, sameBytes, documented, offContract } = totals;
  const of = (part, whole) => `${part} of ${whole} (${percent(part, whole)})`;
  return [
    ['documents that are served', of(served, documents)],
    ['answers that are valid by the document, as another validator reads it', of(valid, answers)],
    ['pairs of collection and item that remember: create, read, list, change, remove', of(remembered, pairs)],
    ['GETs with the same bytes from another server', of(sameBytes, gets)],
    ['requests made of the document that are judged to be off contract', of(offContract, documented)],
  ];
}

/** One line about a document. */
export function printDocument(result) {
  const { name, counts, notServed, unread, broken, startMs, tryMs } = result;
  const short = name.length > 60 ? `…${name.slice(-59)}` : name.padEnd(60);
  if (unread !== undefined) return console.log(`${short}  left out: ${unread}`);
  if (broken !== undefined) return console.log(`${short}  THE RUN BROKE: ${broken}`);
  if (notServed !== undefined) return console.log(`${short}  not served: ${notServed.slice(0, 160)}`);
  if (result.any !== undefined)
    return console.log(`${short}  answered ${result.any.counts.answered}/${result.any.counts.asked}`);
  const judged = counts.valid + result.faults.filter(({ kind }) => !['refused', 'not found'].includes(kind)).length;
  console.log(
    [
      short,
      `ops ${String(result.operations).padStart(4)}`,
      `valid ${`${counts.valid}/${judged}`.padStart(7)}`,
      `pairs ${`${kept(result).length}/${tried(result).length}`.padStart(5)}`,
      `other bytes ${result.others.length}`,
      `off contract ${result.verdicts?.length ?? '–'}`,
      `${startMs} + ${tryMs} ms`,
    ].join('  '),
  );
}

/** A reason without what is of one answer alone: its body, numbers, texts in quotes. */
const kindOf = (why) =>
  why
    .replace(/ in [[{"][^]*$/, '')
    .replaceAll(/"[^"]*"|'[^']*'/g, '…')
    .replaceAll(/(?<!^)\b\d+\b/g, '#')
    .replaceAll(/\s+/g, ' ')
    .slice(0, 110);

function reasons(list) {
  const counts = new Map();
  for (const { key, example } of list) {
    const one = counts.get(key) ?? { count: 0, examples: [] };
    one.count += 1;
    if (one.examples.length < 3) one.examples.push(example);
    counts.set(key, one);
  }
  return [...counts].toSorted(([, one], [, other]) => other.count - one.count).map(([key, one]) => ({ key, ...one }));
}

/** What a run comes to. */
export function totalsOf(results) {
  const read = results.filter(({ unread, broken }) => unread === undefined && broken === undefined);
  const accepted = read.filter(({ parsers = {} }) => parsers.readme === null && parsers.scalar === null);
  const served = (list) => list.filter(({ notServed }) => notServed === undefined);
  const faults = served(read).flatMap((result) => result.faults.map((fault) => ({ name: result.name, ...fault })));
  const wrong = faults.filter(({ kind }) => !['refused', 'not found'].includes(kind));
  const valid = sum(served(read), ({ counts }) => counts.valid);
  const pairs = served(read).flatMap(tried);
  const lostPairs = served(read).flatMap((result) =>
    tried(result)
      .filter(({ failed }) => Object.keys(failed).length > 0)
      .map((pair) => ({ name: result.name, ...pair })),
  );
  const gets = sum(served(read), (result) => result.gets);
  const others = served(read).flatMap((result) => result.others.map((one) => ({ name: result.name, ...one })));
  const verdicts = served(read).flatMap((result) =>
    (result.verdicts ?? []).map((one) => ({ name: result.name, ...one })),
  );
  const starts = served(read)
    .map(({ startMs }) => startMs)
    .toSorted((one, other) => one - other);
  const totals = {
    documents: read.length,
    accepted: accepted.length,
    served: served(read).length,
    servedOfAccepted: served(accepted).length,
    answers: valid + wrong.length,
    valid,
    refused: faults.filter(({ kind }) => kind === 'refused').length,
    pairs: pairs.length,
    remembered: pairs.length - lostPairs.length,
    unmadePairs: sum(served(read), ({ remembered = [] }) => remembered.filter(({ isUnmade }) => isUnmade).length),
    gets,
    sameBytes: gets - others.length,
    documented: sum(served(read), ({ documented }) => documented),
    offContract: verdicts.length,
    startMs: { median: starts[Math.floor(starts.length / 2)], most: starts.at(-1) },
    seconds: Math.round(sum(served(read), ({ startMs, tryMs }) => startMs + tryMs) / 1000),
    memory: Math.max(0, ...served(read).map(({ memory }) => memory)),
  };
  // What is promised of documents that nobody here has written. Without other parsers, all are to be served.
  const [due, done] =
    totals.accepted === 0 ? [totals.documents, totals.served] : [totals.accepted, totals.servedOfAccepted];
  const isEnough =
    totals.documents > 0 &&
    done >= 0.99 * due &&
    totals.valid >= 0.99 * totals.answers &&
    totals.remembered >= 0.95 * totals.pairs &&
    totals.sameBytes === totals.gets &&
    totals.offContract === 0 &&
    totals.refused <= 0.001 * totals.documented;
  return {
    ...totals,
    isEnough,
    reasons: {
      notServed: reasons(
        read
          .filter(({ notServed }) => notServed !== undefined)
          .map(({ name, notServed, parsers }) => ({ key: kindOf(notServed), example: { name, notServed, parsers } })),
      ),
      faults: reasons(
        faults.map(({ name, operation, kind, why, request }) => ({
          key: `${kind}: ${kindOf(why)}`,
          example: { name, operation, why, request },
        })),
      ),
      pairs: reasons(
        lostPairs.map(({ name, pair, failed, trail }) => ({
          key: Object.entries(failed).map(([step, why]) => `${step}: ${kindOf(why)}`)[0],
          example: { name, pair, failed, trail: trail.slice(0, 8) },
        })),
      ),
      bytes: reasons(others.map(({ name, operation }) => ({ key: name, example: { operation } }))),
      offContract: reasons(
        verdicts.map(({ name, detail, code, blames }) => ({
          key: `${code} ${blames}: ${kindOf(String(detail))}`,
          example: { name, detail },
        })),
      ),
      broken: results
        .filter(({ broken }) => broken !== undefined)
        .map(({ name, broken }) => ({ key: name, count: 1, examples: [broken] })),
    },
  };
}

/** What came of ids out of the blue, and what is left. */
export function printAnyIds(results) {
  const all = results.filter(({ any }) => any !== undefined);
  const [asked, answered] = ['asked', 'answered'].map((name) => sum(all, ({ any }) => any.counts[name]));
  console.log(`\nanswered with their first success, validly: ${answered} of ${asked} (${percent(answered, asked)})`);
  const faults = all.flatMap(({ name, any }) =>
    any.faults.map(({ operation, kind, why }) => ({ key: `${kind}: ${kindOf(why)}`, example: { name, operation } })),
  );
  printReasons({ operations: reasons(faults) });
  return answered >= 0.98 * asked;
}

function printReasons(all) {
  for (const [what, list] of Object.entries(all)) {
    if (list.length === 0) continue;
    console.log(`\n${what}:`);
    for (const { key, count, examples } of list.slice(0, 15)) {
      console.log(`${String(count).padStart(5)}  ${key}`);
      const [{ name, operation, pair } = {}] = examples;
      if (name !== undefined) console.log(`       ${[name, operation ?? pair].filter(Boolean).join(' ')}`);
    }
  }
}

/** The totals, and what is left. */
export function printTotals(totals) {
  const lines = [
    `documents                       ${totals.documents}, of which two other parsers accept ${totals.accepted}`,
    `served                          ${totals.served}; of those that others accept ${percent(totals.servedOfAccepted, totals.accepted)}`,
    `valid answers                   ${totals.valid} of ${totals.answers} (${percent(totals.valid, totals.answers)})`,
    `refused, though as documented   ${totals.refused}; ${totals.documented} asked as documented, ${totals.offContract} off contract`,
    `pairs that remember             ${totals.remembered} of ${totals.pairs} (${percent(totals.remembered, totals.pairs)}); ${totals.unmadePairs} more could not be asked for`,
    `the same bytes twice            ${totals.sameBytes} of ${totals.gets} GETs`,
    `start                           ${totals.startMs.median} ms in the median, ${totals.startMs.most} at most`,
    `time, and most memory           ${totals.seconds} s, ${Math.round(totals.memory / 1e6)} MB`,
  ];
  console.log(`\n${lines.join('\n')}`);
  printReasons(totals.reasons);
}
