/** The files of a report: JUnit, HTML, JSON lines, Markdown, and a badge. */
import { access, constants, mkdir, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { ReportFile } from '../../options/commands.js';
import { OptionError } from '../../options/options.js';
import type { DrillResult, Plan, PlanResult } from '../result.js';
import { xmlDocument, xmlText } from '../../kit/xml.js';
import { drillPage } from './html/page.js';
import { badge, markdown } from './markdown.js';
import { byRule, jsonLines, OUTPUT_LINES, plural, requestsText, type RuleVerdicts } from './words.js';
import { conductTexts } from '@understudy/contract/sandboxes';

type Element = { [name: string]: string | Element | readonly Element[] };

/** A time in seconds, given in ms. */
const time = (ms: number): string => (ms / 1000).toFixed(3);

/** A test case, and whether it failed. */
interface Case {
  readonly element: Element;
  readonly hasFailed: boolean;
}

function ruleCase({ rule, severity, verdicts }: RuleVerdicts, plan: Plan): Case {
  const hasFailed = verdicts.some(({ isOver }) => isOver);
  const text = verdicts.map(({ detail, requests }) => `${requestsText(requests)} ${detail}`.trimStart()).join('\n');
  const { advice, reference } = conductTexts[rule];
  const whole = xmlText(
    [text, '', advice, reference === null ? '' : `${reference.text}: ${reference.url}`].join('\n').trim(),
  );
  const message = xmlText(`${plural(verdicts.length, severity)}: ${verdicts[0].detail}`);
  const found: Element = hasFailed
    ? { failure: { '@type': severity, '@message': message, '#text': whole } }
    : { 'system-out': { '#text': whole } };
  return {
    hasFailed,
    element: { '@name': `${rule} (${severity})`, '@classname': `drill.${plan.name}`, '@time': '0', ...found },
  };
}

function commandCase({ plan, end, failures }: PlanResult): Case {
  const own = failures.filter(({ kind }) => kind !== 'verdicts');
  const output = xmlText(end.output.lines(OUTPUT_LINES));
  const found: Element =
    own.length === 0
      ? {}
      : {
          failure: own.map(({ kind, message }) => ({
            '@type': kind,
            '@message': xmlText(message),
            '#text': xmlText(message),
          })),
          'system-out': { '#text': output },
        };
  const hasFailed = own.length > 0;
  return {
    hasFailed,
    element: { '@name': 'the command', '@classname': `drill.${plan.name}`, '@time': time(end.ms), ...found },
  };
}

/** What is in a suite. */
interface Suite {
  readonly name: string;
  readonly ms: number;
  readonly cases: readonly Case[];
  readonly skipped?: number;
}

function suite({ name, ms, cases, skipped = 0 }: Suite): Element {
  return {
    '@name': name,
    '@tests': String(cases.length),
    '@failures': String(cases.filter(({ hasFailed }) => hasFailed).length),
    '@errors': '0',
    '@skipped': String(skipped),
    '@time': time(ms),
    testcase: cases.map(({ element }) => element),
  };
}

function planSuite(result: PlanResult): Element {
  const { plan, end, verdicts, beganAt } = result;
  const cases = [commandCase(result), ...byRule(verdicts).map((rule) => ruleCase(rule, plan))];
  return {
    '@timestamp': new Date(beganAt).toISOString().slice(0, 19),
    ...suite({ name: plan.name, ms: end.ms, cases }),
  };
}

function skippedSuite({ name }: Plan): Element {
  const element = {
    '@name': 'the command',
    '@classname': `drill.${name}`,
    '@time': '0',
    skipped: '',
  };
  return suite({ name, ms: 0, cases: [{ element, hasFailed: false }], skipped: 1 });
}

const sum = (suites: readonly Element[], name: string): string =>
  String(suites.reduce((total, one) => total + Number(one[name]), 0));

/** The report of a drill as JUnit XML. */
export function junit(result: DrillResult): string {
  const suites = [...result.plans.map((plan) => planSuite(plan)), ...result.skipped.map(skippedSuite)];
  return xmlDocument('testsuites', {
    '@name': 'understudy drill',
    '@tests': sum(suites, '@tests'),
    '@failures': sum(suites, '@failures'),
    '@errors': '0',
    '@time': time(result.ms),
    testsuite: suites,
  });
}

/** Makes the text of a report. */
type MakeReport = (result: DrillResult) => string;

const makers: Readonly<Record<ReportFile['kind'], MakeReport>> = {
  junit,
  html: drillPage,
  jsonl: jsonLines,
  markdown,
  badge,
};

const codeOf = (error: unknown): string =>
  error instanceof Error ? ('code' in error ? String(error.code) : error.message) : String(error);

/** Why a file cannot be written, as the user of an option reads it. */
function unwritable(file: string, flag: string, error: unknown): OptionError {
  const code = codeOf(error);
  const why = code === 'ENOSPC' || code === 'EDQUOT' ? 'there is no room left on its disk' : code;
  return new OptionError(`${flag} is ${file}, but it cannot be written: ${why}`, { cause: error });
}

/**
 * Makes sure that a file can be written, before anything is run for it: its folder is made, the file is not.
 *
 * @param flag the option that names it
 * @throws {@link OptionError} where it cannot
 */
export async function checkWritable(file: string, flag: string): Promise<void> {
  try {
    await mkdir(dirname(file), { recursive: true });
    const found = await stat(file).catch(() => undefined);
    await access(found === undefined ? dirname(file) : file, constants.W_OK);
    if (found?.isDirectory() === true) throw new TypeError('it is a folder');
  } catch (error) {
    throw unwritable(file, flag, error);
  }
}

/**
 * Writes a file that an option names.
 *
 * @param flag the option that names it
 * @throws {@link OptionError} where it cannot, such as on a disk that is full
 */
export async function writeTo(file: string, flag: string, text: string): Promise<void> {
  try {
    await writeFile(file, text);
  } catch (error) {
    throw unwritable(file, flag, error);
  }
}

/** Writes the reports. */
export async function writeReports(files: readonly ReportFile[], result: DrillResult): Promise<void> {
  for (const { kind, file } of files) await writeTo(file, '--report', makers[kind](result));
}
