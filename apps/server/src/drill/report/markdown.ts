/** A drill as Markdown that a pull request shows, and as a badge. */
import { conductTexts } from '@understudy/contract/sandboxes';
import { type DrillResult, hasPassed, type PlanResult } from '../result.js';
import { byRule, commandText, planCells, planTitles, plural, requestsText, type RuleVerdicts } from './words.js';

/** GitHub takes a comment of 65,536 characters. */
const MAX_LENGTH = 60_000;

/** Longest text of a client or a command that is shown, in characters. */
const MAX_TEXT = 300;

/** Text as Markdown shows it to the letter, in one line: nothing in it is markup, a mention or a link. */
const plain = (text: string): string =>
  text
    .slice(0, MAX_TEXT)
    // oxlint-disable-next-line no-control-regex
    .replaceAll(/[\u0000-\u001f\u007f]+/g, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(/[\\`*_{}[\]()#+!|~>:@-]/g, (mark) => `&#${mark.codePointAt(0)};`);

const cells = (row: readonly string[]): string => `| ${row.join(' | ')} |`;

/** The line in which a command says why it ended: the first that names an error, else its last. */
export function crashLine({ end }: Pick<PlanResult, 'end'>): string | undefined {
  if (end.code === 0) return undefined;
  const lines = end.output
    .lines(200)
    .split('\n')
    .filter((line) => line.trim() !== '');
  // A stack follows its error, and in Node a line of the source comes before it.
  return (
    lines.find((line) => /^\s*(?:[\w.]*(?:Error|Exception)(?=[\s:]|$)|Uncaught |panic:|fatal)/i.test(line)) ??
    lines.find((line) => /\w*(?:Error|Exception)\b/.test(line)) ??
    lines.at(-1)
  );
}

function planRow(result: PlanResult): string {
  const [exit = '', ...others] = planCells(result);
  return cells([`${result.failures.length === 0 ? '✅' : '❌'} ${result.plan.name}`, plain(exit), ...others]);
}

function ruleText({ rule, severity, verdicts }: RuleVerdicts): string {
  const [first] = verdicts;
  const { advice, reference } = conductTexts[rule];
  const count = verdicts.length === 1 ? '' : ` × ${verdicts.length}`;
  const standard = reference === null ? '' : ` ([${reference.text}](${reference.url}))`;
  return [
    `- **${severity}** \`${rule}\`${count}: ${plain(first.detail)} ${requestsText(first.requests)}`.trimEnd(),
    `  ${advice}${standard}`,
  ].join('\n');
}

function planSection(result: PlanResult): readonly string[] {
  const { plan, verdicts, failures } = result;
  const crash = crashLine(result);
  const lines = [
    ...failures.filter(({ kind }) => kind !== 'verdicts').map(({ message }) => `- ${plain(message)}`),
    ...(crash === undefined ? [] : [`- It said: ${plain(crash.trim())}`]),
    ...byRule(verdicts).map((rule) => ruleText(rule)),
  ];
  return lines.length === 0 ? [] : ['', `#### ${plan.name}: ${plan.description}`, '', ...lines];
}

/** The report of a drill as Markdown. */
export function markdown(result: DrillResult): string {
  const { command, plans, skipped, seed } = result;
  const failed = plans.filter(({ failures }) => failures.length > 0).length;
  const title = hasPassed(result) ? '✅ The client has passed the drill' : '❌ The client has failed the drill';
  const notRun = skipped.length === 0 ? '' : `, ${plural(skipped.length, 'plan')} not run`;
  const head = [
    `### ${title}`,
    '',
    `${plain(commandText(command))}: ${plural(plans.length, 'plan')}, ${failed} failed${notRun}; seed ${plain(seed)}.`,
    '',
    cells(['plan', ...planTitles]),
    cells(['---', '---', '--:', '--:', '--:', '--:', '--:', '--:']),
    ...plans.map(planRow),
  ].join('\n');
  let text = head;
  // What failed comes first: the rest may be too long.
  const order = plans.toSorted((one, other) => Math.sign(other.failures.length) - Math.sign(one.failures.length));
  for (const plan of order) {
    const section = planSection(plan)
      .map((line) => `\n${line}`)
      .join('');
    if (text.length + section.length > MAX_LENGTH) return `${text}\n\nMore stands in the other reports.\n`;
    text += section;
  }
  return `${text}\n`;
}

/** Width of a letter of 11 px Verdana in the middle, in px. */
const LETTER = 6.6;

/** The result of a drill as a badge in SVG. */
export function badge(result: DrillResult): string {
  const passed = result.plans.filter(({ failures }) => failures.length === 0).length;
  const all = result.plans.length + result.skipped.length;
  const [left, right] = ['drill', `${passed}/${all} plans passed`];
  const [a, b] = [left, right].map((text) => Math.round(text.length * LETTER) + 12) as [number, number];
  const label = `${left}: ${right}`;
  const text = (x: number, words: string): string => `<text x="${x}" y="14">${words}</text>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${a + b}" height="20" role="img" aria-label="${label}">`,
    `<title>${label}</title>`,
    `<rect width="${a}" height="20" fill="#555"/>`,
    `<rect x="${a}" width="${b}" height="20" fill="${hasPassed(result) ? '#2e7d32' : '#c62828'}"/>`,
    '<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11" text-anchor="middle">',
    text(a / 2, left),
    text(a + b / 2, right),
    '</g></svg>',
    '',
  ].join('\n');
}
