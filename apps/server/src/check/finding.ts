/** What a run of the checks is given, what a check has found, and how it is told. */

/** What is wrong with an operation, a collection or a whole domain. */
export interface Finding {
  /** Name of the check. */
  readonly check: string;
  /** What it is about: `domain.operation`, the name of a collection, or that of a domain. */
  readonly subject: string;
  /** The request as a line of curl, for a server on the default address; undefined where nothing was asked. */
  readonly asked?: string | undefined;
  readonly expected: string;
  readonly actual: string;
  /** The error behind an answer that is a failure of the server: what was thrown, where, and whose code that is. */
  readonly thrown?: string | undefined;
}

/** What a finding says beside the names of its check and its subject. */
type Difference = Omit<Finding, 'check' | 'subject'>;

/** Ends a check that has found something. */
export class Fault extends Error {
  override readonly name = 'Fault';
  readonly difference: Difference;

  constructor(difference: Difference) {
    const { asked, expected, actual } = difference;
    super([`expected ${expected}`, `got ${actual}`, ...(asked === undefined ? [] : [asked])].join('\n'));
    this.difference = difference;
  }
}

/** Longest part of an answer that is shown, in characters. */
const SHOWN = 300;

/** A value as a finding shows it. */
export function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}

/** What a value is compared with, what it is, and the request that gave it. */
interface Comparison {
  readonly what: string;
  readonly asked?: string | undefined;
  readonly actual: unknown;
  readonly expected: unknown;
}

/** Where two texts begin to differ, with a little of what stands before. */
function fromDifference(one: string, other: string): [string, string] {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  if (at <= SHOWN / 2) return [shown(one), shown(other)];
  const start = at - 40;
  return [`…${shown(one.slice(start))}`, `…${shown(other.slice(start))}`];
}

/** Expects two values to be equal as JSON. */
export function same({ what, asked, actual, expected }: Comparison): void {
  const [left, right] = [actual, expected].map((side) =>
    typeof side === 'string' ? side : (JSON.stringify(side) ?? 'undefined'),
  );
  if (left === right) return;
  const [came, wanted] = fromDifference(left ?? '', right ?? '');
  throw new Fault({ asked, expected: `${what}: ${wanted}`, actual: came });
}

/** Expects a condition to hold. */
export function holds(isTrue: boolean, difference: Difference): void {
  if (!isTrue) throw new Fault(difference);
}

/** What came of one check. */
export interface CheckResult {
  readonly name: string;
  /** What it proves, in one sentence. */
  readonly proves: string;
  /** How many operations, collections or domains it ran for. */
  readonly subjects: number;
  readonly findings: readonly Finding[];
}

/** What a run of the checks came to. */
export interface Report {
  readonly checks: readonly CheckResult[];
  readonly findings: readonly Finding[];
  /** What was not checked, each with the reason and what would make it run. */
  readonly skipped: readonly string[];
}

const plural = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;

function resultLine({ name, subjects, findings }: CheckResult): string {
  const found = findings.length === 0 ? 'ok' : plural(findings.length, 'finding');
  return `${findings.length === 0 ? '✓' : '✗'} ${name.padEnd(24)} ${String(subjects).padStart(4)}  ${found}`;
}

function findingLines({ check, asked, expected, actual, thrown }: Finding): string[] {
  return [
    `  ${check}`,
    `    expected: ${expected}`,
    `    got:      ${actual}`,
    ...(thrown === undefined ? [] : [`    thrown:   ${thrown}`]),
    ...(asked === undefined ? [] : [`    asked:    ${asked}`]),
  ];
}

/** The findings below the name of what they are about. */
function groups(findings: readonly Finding[]): string[] {
  const subjects = [...new Set(findings.map(({ subject }) => subject))];
  return subjects.flatMap((subject) => [
    '',
    subject,
    ...findings.filter((finding) => finding.subject === subject).flatMap(findingLines),
  ]);
}

/** The last line: what was run and what was found. */
export function summary({ checks, findings, skipped }: Report): string {
  const subjects = checks.reduce((count, check) => count + check.subjects, 0);
  const what = `${plural(checks.length, 'check')} over ${plural(subjects, 'case')}`;
  const left = skipped.length === 0 ? '' : `, ${skipped.length} skipped`;
  return `${what}: ${findings.length === 0 ? 'no findings' : plural(findings.length, 'finding')}${left}`;
}

/**
 * The text of a report: a line for each check, what was skipped, then the findings. It ends before the summary, which
 * has the time of the run.
 *
 * @param file name of the file that was checked
 */
export function reportText(report: Report, file: string): string {
  return [
    `Checking ${file}`,
    '',
    ...report.checks.map(resultLine),
    ...report.skipped.map((what) => `- SKIPPED ${what}`),
    ...groups(report.findings),
    '',
    '',
  ].join('\n');
}

/** Which checks run, and on what. */
export interface CheckOptions {
  /** Names of the checks that run; all where left out. */
  readonly only?: readonly string[] | undefined;
  /** Names of the operations, collections and domains that are checked; all where left out. */
  readonly subjects?: readonly string[] | undefined;
  /** Address of a PostgreSQL database that the checks may write to: `postgres://…`. Without it, that store is skipped. */
  readonly postgres?: string | undefined;
  /** How long a call may take, in ms; 5 s where left out. */
  readonly callMs?: number | undefined;
}

/** Whether the answers of another process are compared with. */
export const isCompared = ({ only }: CheckOptions): boolean => only?.includes('two-processes') ?? true;
