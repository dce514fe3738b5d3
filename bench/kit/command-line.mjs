/** Reads the command line of the benchmark. */
import { parseArgs } from 'node:util';

export const help = `Measures Understudy against bare node:http and its peers, side by side.

Usage: npm run bench -- [options]

  --quick          about a minute, with coarser numbers
  --only NAMES     these suites only, such as hot,start
  --peers NAMES    these peers only, such as fastify,prism; none for no peer
  --server FILE    another build of the server than apps/server/dist/main.js
  --compare REF    the same suites for the server of another commit, in turns with this one
  --json           print everything measured as JSON instead of tables
  --write          write the figures that README.md shows into it
  --strict         exit with 1 if a budget was missed
  --help           show this text
`;

const options = {
  quick: { type: 'boolean', default: false },
  only: { type: 'string' },
  peers: { type: 'string' },
  server: { type: 'string' },
  compare: { type: 'string' },
  json: { type: 'boolean', default: false },
  write: { type: 'boolean', default: false },
  strict: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
};

/** How thorough each mode is; a server under load is at its best after some seconds only. */
const modes = {
  quick: {
    rounds: 2,
    turns: 2,
    seconds: 0.4,
    warmSeconds: 0.9,
    warmRequests: 10_000,
    startRounds: 2,
    memoryRequests: 10_000,
    memoryRounds: 1,
  },
  full: {
    rounds: 5,
    turns: 6,
    seconds: 1.5,
    warmSeconds: 4,
    warmRequests: 60_000,
    startRounds: 9,
    memoryRequests: 100_000,
    memoryRounds: 2,
  },
};

/** A list of names, each of which must be one that there is. */
function names(flag, { text, known }) {
  if (text === undefined) return known;
  const wanted = text === 'none' ? [] : text.split(',');
  const wrong = wanted.find((name) => !known.includes(name));
  if (wrong !== undefined) throw new Error(`--${flag} has ${JSON.stringify(wrong)}; there are: ${known.join(', ')}`);
  return wanted;
}

/** What to measure, and how long. */
export function readCommandLine(given, { suites, peers }) {
  const { values } = parseArgs({ args: given, options });
  if (values.write && (values.quick || values.compare !== undefined)) {
    throw new Error('--write takes the numbers of a full run, without --quick and --compare');
  }
  return {
    ...values,
    ...modes[values.quick ? 'quick' : 'full'],
    isQuick: values.quick,
    only: names('only', { text: values.only, known: suites }),
    peers: names('peers', { text: values.peers, known: peers }),
  };
}
