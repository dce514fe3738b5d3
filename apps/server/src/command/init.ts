/** `understudy init`: writes a configuration file, a first test and a CI step into a project, and overwrites nothing. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { apiOptionsFor } from '../options/data.js';
import { type Option, option } from '../options/option.js';
import { OptionError, readOptions } from '../options/options.js';
import { flags, toggle } from '../options/setting.js';
import { CONFIG_ENDINGS } from './config-file.js';
import { type Command, type CommandLine, Failure, type Invocation } from './commands.js';
import { memberOf } from './remote-server.js';
import { columns, writeWhole } from './terminal.js';
import { ciStep, projectIn, RUNNERS, type Runner, type RunnerName, runnerNames, testText } from './test-runners.js';

const { openapi, data, domain } = apiOptionsFor([]);
/** The same without a variable or a field: a configuration file is written here, and not read. */
const flagOf = <Value>({ flag: name, placeholder = 'FILE', help, fallback, read }: Option<Value>): Option<Value> =>
  option({ flag: name, placeholder, help, fallback, shown: 'none', read });

const sourceOptions = { openapi: flagOf(openapi), data: flagOf(data), domain: flagOf(domain) };

const runnerOptions = Object.fromEntries(
  runnerNames.map((name) => [name, { flag: name, ...toggle(`Write the first test for ${name}.`) }]),
) as Readonly<Record<RunnerName, Option<boolean>>>;

const yesOption = flags({ yes: toggle('Ask nothing, and write the files.') });

interface Planned {
  readonly path: string;
  readonly purpose: string;
  readonly text: string;
}

/** What is served, as a configuration file has it; empty where that is our own domains. */
type Source = Readonly<Record<string, unknown>>;

/** Names that documents and data have in most projects. */
const FILES = ['openapi.yaml', 'openapi.yml', 'openapi.json', 'swagger.yaml', 'swagger.json', 'db.json'];

/** What a file is, by its ending, and by what is in it. */
function sourceOf(file: string, folder: string): Source {
  if (/\.[cm]?[jt]s$/.test(file)) return { domain: [file] };
  if (!file.endsWith('.json')) return { openapi: file };
  const text = existsSync(join(folder, file)) ? readFileSync(join(folder, file), 'utf8') : '';
  return /"(?:openapi|swagger)"\s*:/.test(text) ? { openapi: file } : { data: file };
}

/** Puts a question; what is in brackets is the answer of whoever says nothing. */
type Ask = NonNullable<Invocation['ask']>;

function askOf({ ask, isTerminal }: Invocation): Ask | undefined {
  if (ask !== undefined || !isTerminal || !process.stdin.isTTY) return ask;
  return async (question) => {
    const terminal = createInterface({ input: process.stdin, output: process.stderr });
    try {
      return await terminal.question(`${question} `);
    } finally {
      terminal.close();
    }
  };
}

/** What is to be served: as the flags say, as the answer does, or what is found. */
async function chosenSource(named: Source, folder: string, ask: Ask | undefined): Promise<Source> {
  if (Object.keys(named).length > 0) return named;
  const found = FILES.find((file) => existsSync(join(folder, file))) ?? '';
  const question = `Which OpenAPI document, JSON data or domain is to be served? ${found === '' ? '[the domains of Understudy]' : `[${found}]`}`;
  const file = ((await ask?.(question)) ?? '').trim() || found;
  return file === '' ? {} : sourceOf(file, folder);
}

async function chosenRunner(named: readonly RunnerName[], folder: string, ask: Ask | undefined): Promise<Runner> {
  if (named.length > 1)
    throw new OptionError(`${named.map((one) => `--${one}`).join(' and ')} are two test runners; choose one`);
  const project = projectIn(folder);
  const found = runnerNames.find((name) => RUNNERS[name].isIn(project)) ?? 'node-test';
  const answer =
    named[0] ?? (((await ask?.(`Which test runner: ${runnerNames.join(', ')}? [${found}]`)) ?? '').trim() || found);
  const runner = runnerNames.find((name) => name === answer);
  if (runner === undefined)
    throw new OptionError(`the test runner is ${answer}, and must be one of ${runnerNames.join(', ')}`);
  return RUNNERS[runner].of(project);
}

async function planned(source: Source, runner: Runner, named: CommandLine['named']): Promise<readonly Planned[]> {
  const { firstPath } = await import('./served-document.js');
  const files = Object.values(source).flat().join(', ');
  const schema = './node_modules/@understudy/server/dist/schemas/config.json';
  const path = await firstPath(source, named);
  return [
    {
      path: 'understudy.config.json',
      purpose: `serves ${files === '' ? 'the domains of Understudy' : files}`,
      text: `${JSON.stringify({ $schema: schema, ...source }, undefined, 2)}\n`,
    },
    {
      path: runner.file,
      purpose: `a first test, which ${runner.command} runs`,
      text: testText(runner, path ?? '/no-operation-answers-a-plain-get'),
    },
    {
      path: '.github/workflows/understudy.yml',
      purpose: 'runs that test in continuous integration',
      text: ciStep(runner),
    },
  ];
}

/** Why a file is left out; undefined where it is to be written. */
function reasonAgainst({ path }: Planned, folder: string): string | undefined {
  const others = path.startsWith('understudy.config')
    ? CONFIG_ENDINGS.map((ending) => `understudy.config.${ending}`)
    : [path];
  const found = others.find((name) => existsSync(join(folder, name)));
  if (found !== undefined) return `${found} is there already`;
  return path.startsWith('.github') && existsSync(join(folder, '.gitlab-ci.yml'))
    ? 'the project has .gitlab-ci.yml'
    : undefined;
}

function writeNew({ path, text }: Planned, folder: string): void {
  try {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text, { flag: 'wx' });
  } catch (error) {
    throw new Failure(`${path} cannot be written: ${String(memberOf(error, 'code') ?? error)}`, { cause: error });
  }
}

function namedSource({ values, named }: Pick<CommandLine, 'values' | 'named'>): Source {
  const read = readOptions(sourceOptions, { values, named });
  return Object.fromEntries(Object.entries(read).filter(([field]) => values[field] !== undefined));
}

/** `understudy init`. */
export const command: Command = {
  options: () => ({ ...sourceOptions, ...runnerOptions, ...yesOption }),
  run: async (given, invocation) => {
    const { yes } = readOptions(yesOption, given);
    const chosen = readOptions(runnerOptions, given);
    const { folder } = invocation;
    const print = writeWhole(invocation.write);
    const ask = yes ? undefined : askOf(invocation);
    const source = await chosenSource(namedSource(given), folder, ask);
    const named = runnerNames.filter((name) => chosen[name]);
    const runner = await chosenRunner(named, folder, ask);
    const all = (await planned(source, runner, given.named)).map((file) => ({
      file,
      against: reasonAgainst(file, folder),
    }));
    const rows = all.map(({ file: { path, purpose }, against }) => [
      against === undefined ? '  +' : '  -',
      path,
      against ?? purpose,
    ]);
    print(`Files:\n${columns(rows).join('\n')}\n`);
    const isAgreed = yes || (ask !== undefined && !/^n/i.test((await ask('Write them? [yes]')).trim()));
    if (isAgreed) for (const { file, against } of all) if (against === undefined) writeNew(file, folder);
    const isNew = all.some(({ against }) => against === undefined);
    const written = isAgreed ? 'Written. What is left to do:' : 'Nothing was written; --yes writes it. Then:';
    const steps = [runner.install, runner.command].filter((step) => step !== undefined);
    print([isNew ? written : 'All of it is there already. To run it:', ...steps].join('\n  ') + '\n');
    return 0;
  },
};
