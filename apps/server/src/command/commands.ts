/** What the subcommands of `understudy` are, and which there are, as far as is known before they are loaded. */
import type { OptionTable } from '../options/option.js';
import type { OptionSource } from '../options/options.js';

/** Where a value is from: its flag, its variable, or its field of the configuration file. */
export interface Source {
  readonly kind: 'flag' | 'variable' | 'file';
  /** As a message names it. */
  readonly name: string;
}

/** A command cannot do what it was asked to; its message is shown as one line, and the exit code is 1. */
export class Failure extends Error {
  override readonly name = 'Failure';
}

/** It could not do what it was asked to, or found something. */
export const FAILED = 1;

/** It was asked for something that there is not: a wrong command, option or file of options. */
export const WRONG_USE = 2;

/** What the program is run with. */
export interface Invocation {
  readonly arguments: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The working directory. */
  readonly folder: string;
  /** Whether standard output is a terminal. */
  readonly isTerminal: boolean;
  /** Whether standard error is one. */
  readonly isErrorTerminal: boolean;
  /** Writes bytes to the standard output and gives how many were taken; throws if none were. */
  readonly write: (bytes: Uint8Array) => number;
  /** Takes what a command of its own has printed; by default standard error does. */
  readonly complain?: (text: string) => void;
  /** Puts a question to whoever sits at the terminal; by default on standard input, where that is one. */
  readonly ask?: (question: string) => Promise<string>;
}

/** What a subcommand is given. */
export interface CommandLine extends OptionSource {
  /** Where each value is from; one that is left out has its default. */
  readonly sources: ReadonlyMap<string, Source>;
  /** The configuration file that values were read from; undefined where there is none. */
  readonly configFile: string | undefined;
  /** Which of its actions is asked for, where the command has some. */
  readonly action: string;
  /** What was given beside the flags, at most as many as the command takes. */
  readonly operands: readonly string[];
  /** What followed `--`, for a command that runs another program. */
  readonly program: readonly string[];
}

/** What a subcommand does, loaded only when it is asked for. */
export interface Command {
  /** Its flags by field. */
  readonly options: () => OptionTable;
  /** The same where they follow from what is given, such as the sizes of collections that somebody brought. */
  readonly optionsOf?: (given: CommandLine) => Promise<OptionTable>;
  /**
   * Runs it, and gives the exit code.
   *
   * @throws {@link OptionError} where an option has a wrong value: it is shown as one line, and the exit code is 2
   * @throws {@link Failure} where it cannot do what it was asked to: one line, and the exit code is 1
   */
  readonly run: (given: CommandLine, invocation: Invocation) => Promise<number>;
}

/** A subcommand, as far as it is known before it is loaded. */
export interface CommandOutline {
  readonly name: string;
  /** The heading that the list of commands has it under. */
  readonly group: string;
  /** What it does, in one line. */
  readonly summary: string;
  /** What follows its name, such as `FILE [options]`. */
  readonly usage: string;
  /** Examples of its use, each with what it is for. */
  readonly examples?: readonly (readonly [line: string, purpose: string])[];
  /** The actions that it has: its first operand is one of them. */
  readonly actions?: readonly string[];
  /** How many operands it takes at most, its action aside. */
  readonly maxOperands: number;
  /** Whether its operand may be a file. */
  readonly takesFile?: boolean;
  /** Whether it runs another program, whose command follows `--`. */
  readonly runsProgram?: boolean;
  /** Whether the configuration file has no fields but its options. */
  readonly ownsConfig?: boolean;
  readonly load: () => Promise<Command>;
}

/** The subcommands; the first is the one that runs where none is named. */
export type Commands = readonly [CommandOutline, ...CommandOutline[]];

const [SERVER, TESTS, RUNNING, FILES] = ['Serving', 'Testing', 'A running server', 'What is served'] as const;

/** The subcommands. */
export const commands: Commands = [
  {
    name: 'serve',
    group: SERVER,
    summary: 'Serves the API until it is stopped.',
    usage: '[options]',
    examples: [
      ['understudy serve --openapi petstore.yaml', 'Your own API, with data that it remembers.'],
      ['understudy serve --data db.json --watch', 'A JSON file; the server restarts whenever it changes.'],
      ['understudy serve --port 4020 --clock 2026-01-01T00:00:00Z', 'On another port, with a clock that stands still.'],
    ],
    maxOperands: 0,
    ownsConfig: true,
    load: async () => (await import('./serve.js')).command,
  },
  {
    name: 'init',
    group: TESTS,
    summary: 'Writes a configuration file, a first test and a CI step into a project, and overwrites nothing.',
    usage: '[options]',
    examples: [
      ['understudy init', 'Asks on a terminal; elsewhere it says what it would write.'],
      ['understudy init --data db.json --vitest --yes', 'Asks nothing.'],
    ],
    maxOperands: 0,
    load: async () => (await import('./init.js')).command,
  },
  {
    name: 'drill',
    group: TESTS,
    summary: 'Runs a command while its API misbehaves, and judges how it behaved.',
    usage: '[options] -- COMMAND',
    examples: [['understudy drill -- npm test', 'Your tests, which find the API in UNDERSTUDY_URL.']],
    maxOperands: 0,
    runsProgram: true,
    load: async () => (await import('./documents.js')).drill,
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
    name: 'mcp',
    group: RUNNING,
    summary: 'Gives an agent the tools of a server: sandboxes, faults, clock, journal, verdicts and drills.',
    usage: '[options]',
    examples: [
      ['understudy mcp --openapi petstore.yaml', 'With a server of its own, for as long as the agent is there.'],
      ['understudy mcp --url http://127.0.0.1:4010', 'With a server that runs.'],
    ],
    maxOperands: 0,
    load: async () => (await import('./mcp.js')).command,
  },
  {
    name: 'status',
    group: RUNNING,
    summary: 'Says whether a server is up, its version, its store and its clock.',
    usage: '[URL] [options]',
    examples: [['understudy status http://127.0.0.1:4020', 'A server on another port.']],
    maxOperands: 1,
    load: async () => (await import('./running-server.js')).status,
  },
  {
    name: 'faults',
    group: RUNNING,
    summary: 'Lists, sets or clears the fault rules of a sandbox.',
    usage: 'list|set FILE|clear [URL] [options]',
    examples: [
      ['understudy faults set rules.json --sandbox shop', 'The rules of a JSON file, in the place of those there are.'],
      ['understudy faults list http://127.0.0.1:4010/sandboxes/shop', 'The rules, with how often each has struck.'],
    ],
    actions: ['list', 'set', 'clear'],
    maxOperands: 2,
    takesFile: true,
    load: async () => (await import('./running-server.js')).faults,
  },
  {
    name: 'snapshot',
    group: RUNNING,
    summary: 'Saves the state of a sandbox to a file, or restores it.',
    usage: 'save|restore FILE [URL] [options]',
    examples: [
      ['understudy snapshot save shop.json --sandbox shop', 'A file that only you may read: it holds secrets.'],
      ['understudy snapshot restore shop.json --sandbox copy', 'The same state in another sandbox.'],
    ],
    actions: ['save', 'restore'],
    maxOperands: 2,
    takesFile: true,
    load: async () => (await import('./running-server.js')).snapshot,
  },
  {
    name: 'domains',
    group: FILES,
    summary: 'Lists the domains that a server has, or that these options would serve.',
    usage: '[URL] [options]',
    examples: [['understudy domains --data db.json', 'Ours, and the collections of a file; no server is needed.']],
    maxOperands: 1,
    load: async () => (await import('./documents.js')).domains,
  },
  {
    name: 'openapi',
    group: FILES,
    summary: 'Prints the OpenAPI document of what is served, or what was understood of a document of yours.',
    usage: '[URL|FILE] [options]',
    examples: [
      ['understudy openapi petstore.yaml', 'What each operation of it will do, and what is wrong with it.'],
      ['understudy openapi --domain ./notes.ts > openapi.json', 'For a generator; no server is needed.'],
    ],
    maxOperands: 1,
    takesFile: true,
    load: async () => (await import('./documents.js')).openapi,
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
  {
    name: 'import',
    group: FILES,
    summary: 'Makes a document and fault rules of the files of another mock server, and says what it left out.',
    usage: 'wiremock|mockoon|postman|har FILE [options]',
    examples: [
      [
        'understudy import wiremock mappings/',
        'The stubs of a folder, as imported.openapi.json and imported.faults.json.',
      ],
      ['understudy import har shop.har --out shop', 'What a browser has recorded.'],
    ],
    actions: ['wiremock', 'mockoon', 'postman', 'har'],
    maxOperands: 1,
    takesFile: true,
    load: async () => (await import('./import.js')).command,
  },
  {
    name: 'docs',
    group: 'Your shell',
    summary: 'Lists the pages of the documentation, or prints one.',
    usage: '[PAGE]',
    examples: [
      ['understudy docs', 'The pages, a line each.'],
      ['understudy docs faults | less', 'One of them, as Markdown.'],
    ],
    maxOperands: 1,
    load: async () => (await import('./docs.js')).command,
  },
  {
    name: 'completion',
    group: 'Your shell',
    summary: 'Prints a script that completes this command in a shell.',
    usage: 'bash|zsh|fish',
    examples: [
      ['eval "$(understudy completion bash)"', 'In ~/.bashrc; the same with zsh in ~/.zshrc, after compinit.'],
      ['understudy completion fish | source', 'In ~/.config/fish/config.fish.'],
    ],
    actions: ['bash', 'zsh', 'fish'],
    maxOperands: 0,
    load: async () => (await import('./completion.js')).command,
  },
];
