/** The report of a run of the checks, and its text. */
import type { CheckResult, Finding } from './finding.js';

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
