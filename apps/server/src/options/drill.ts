/** Options of `understudy drill`. */
import { presetNames } from '@understudy/contract/sandboxes';
import { option } from './option.js';
import { flag, many, NotAllowed, oneOf, text, whole } from './parse.js';

/** The forms of a report in a file. */
export const reportKinds = ['junit', 'html', 'jsonl'] as const;

/** A report in a file. */
export interface ReportFile {
  readonly kind: (typeof reportKinds)[number];
  readonly file: string;
}

const isFile = (value: unknown): value is string => typeof value === 'string' && /^[^\0]{1,4000}$/.test(value);

function report(value: unknown): ReportFile {
  const [kind = '', ...rest] = typeof value === 'string' ? value.split('=') : [];
  const found = reportKinds.find((one) => one === kind);
  const path = rest.join('=');
  if (found !== undefined && isFile(path)) return { kind: found, file: path };
  throw new NotAllowed(`KIND=FILE, where the kind is one of ${reportKinds.join(', ')}, such as junit=drill.xml`);
}

function file(value: unknown): string {
  if (isFile(value)) return value;
  throw new NotAllowed('the path of a file, such as drill-baseline.json');
}

function variable(value: unknown): string {
  if (typeof value === 'string' && /^[A-Za-z_]\w{0,199}$/.test(value)) return value;
  throw new NotAllowed('the name of a variable, such as API_URL');
}

/** Options of `understudy drill`. */
export const drillOptions = {
  plans: option<readonly string[]>({
    flag: 'plans',
    choices: ['calm', ...presetNames],
    placeholder: 'NAME,…',
    help: `What goes wrong, after a calm run: calm alone, or some of ${presetNames.join(', ')}.`,
    fallback: [],
    shown: 'all',
    read: many(oneOf(['calm', ...presetNames])),
  }),
  env: option<readonly string[]>({
    flag: 'env',
    placeholder: 'NAME,…',
    help: 'Further variables, in addition to UNDERSTUDY_URL, that hold the base URL for the command.',
    fallback: [],
    shown: 'none',
    read: many(variable),
  }),
  timeout: option<number>({
    flag: 'timeout',
    placeholder: 'SECONDS',
    help: 'Longest time that the command may take under a plan.',
    fallback: 600,
    read: whole(1, 86_400),
  }),
  failOn: option<'error' | 'warning' | 'advice' | 'never'>({
    flag: 'fail-on',
    choices: ['error', 'warning', 'advice', 'never'],
    placeholder: 'SEVERITY',
    help: 'Verdicts that fail a plan: error, warning (and errors), advice (any), or never.',
    fallback: 'error',
    read: oneOf(['error', 'warning', 'advice', 'never']),
  }),
  expectExit: option<'any' | '0'>({
    flag: 'expect-exit',
    choices: ['any', '0'],
    placeholder: 'any|0',
    help: 'Exit codes that the command may have under a plan; in the calm run it must be 0.',
    fallback: 'any',
    read: oneOf(['any', '0']),
  }),
  baseline: option<string | undefined>({
    flag: 'baseline',
    placeholder: 'FILE',
    help: 'JSON file of known verdicts: only others fail a plan.',
    fallback: undefined,
    shown: 'none',
    read: file,
  }),
  writeBaseline: option<boolean>({
    flag: 'write-baseline',
    help: 'Write the verdicts of this drill to the file of --baseline, and fail on none of them.',
    fallback: false,
    shown: 'off',
    read: flag,
  }),
  report: option<readonly ReportFile[]>({
    flag: 'report',
    placeholder: 'KIND=FILE,…',
    help: `Reports to write: ${reportKinds.map((kind) => `${kind}=FILE`).join(', ')}.`,
    fallback: [],
    shown: 'none',
    read: many(report),
  }),
  seed: option<string>({
    flag: 'seed',
    placeholder: 'TEXT',
    help: 'Seed of the data and of the faults; with another seed, other requests fail.',
    fallback: 'understudy',
    read: text,
  }),
  verbose: option<boolean>({
    flag: 'verbose',
    help: 'Show what the command prints, on standard error, while it runs.',
    fallback: false,
    shown: 'off',
    read: flag,
  }),
};
