/** The subcommands, as far as they are known before they are loaded. The first is the one that runs where none is named. */
import type { Commands } from './command.js';

const [SERVER, TESTS, FILES] = ['Serving', 'Testing', 'Writing files'] as const;

/** The subcommands. */
export const commands: Commands = [
  {
    name: 'serve',
    group: SERVER,
    summary: 'Serves the API until it is stopped.',
    usage: '[options]',
    examples: [
      ['understudy serve --data db.json --watch', 'A JSON file, served anew whenever it changes.'],
      ['understudy serve --port 4020 --clock 2026-01-01T00:00:00Z', 'On another port, with a clock that stands still.'],
    ],
    maxOperands: 0,
    ownsConfig: true,
    load: async () => (await import('./serve.js')).command,
  },
  {
    name: 'drill',
    group: TESTS,
    summary: 'Runs a command while its API misbehaves, and judges how it behaved.',
    usage: '[options] -- COMMAND',
    examples: [['understudy drill -- npm test', 'Your tests, which find the API in UNDERSTUDY_URL.']],
    maxOperands: 0,
    runsProgram: true,
    load: async () => (await import('./drill.js')).command,
  },
  {
    name: 'check',
    group: TESTS,
    summary: 'Checks the domains of a file by the suites that our own domains pass.',
    usage: 'FILE [options]',
    examples: [['understudy check ./notes.ts', 'A domain of your own.']],
    maxOperands: 1,
    takesFile: true,
    load: async () => (await import('./check.js')).command,
  },
  {
    name: 'client',
    group: FILES,
    summary: 'Writes a TypeScript file that types domains of your own for @understudy/client.',
    usage: '--out FILE [options]',
    examples: [['understudy client --domain ./notes.ts --out src/api.ts', 'The types of a domain of your own.']],
    maxOperands: 0,
    load: async () => (await import('./client.js')).command,
  },
];
