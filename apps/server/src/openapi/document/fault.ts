/** What is wrong with a document, collected and said. */
import type { Finding } from '../model.js';

/** Findings that are kept: more of them than this nobody reads. */
const MAX_FINDINGS = 1_000;

/** Longest message, in characters: what it quotes of a document may be of any length. */
const MAX_MESSAGE = 400;

const cut = (text: string): string => (text.length > MAX_MESSAGE ? `${text.slice(0, MAX_MESSAGE)}…` : text);

/** A finding as an editor understands it: `petstore.yaml:12:5 /paths/~1pets/get: …`. */
export function sayFinding({ file, line, column, pointer, message }: Finding): string {
  const position = line === undefined ? '' : `:${line}${column === undefined ? '' : `:${column}`}`;
  const where = [`${file ?? ''}${position}`.replace(/^:/, 'line '), pointer].filter(Boolean).join(' ');
  return where === '' ? message : `${where}: ${message}`;
}

/** A document that cannot be served at all. Its message lists every finding, a line each. */
export class DocumentFault extends Error {
  override readonly name = 'DocumentFault';

  constructor(
    readonly findings: readonly Finding[],
    options?: ErrorOptions,
  ) {
    super(findings.map(sayFinding).join('\n'), options);
  }
}

/** What is found while a document is read; pointers are those of the root, until lines are looked up. */
export interface Findings {
  readonly list: readonly Finding[];
  add: (finding: Finding) => void;
}

/** A collection of findings: none twice, and no more than are read. */
export function newFindings(): Findings {
  const seen = new Set<string>();
  const list: Finding[] = [];
  return {
    list,
    add: ({ message, ...rest }) => {
      const finding: Finding = { ...rest, message: cut(message) };
      const key = JSON.stringify(finding);
      if (seen.has(key) || seen.size > MAX_FINDINGS) return;
      seen.add(key);
      const isLast = seen.size > MAX_FINDINGS;
      list.push(isLast ? { severity: 'warning', message: 'more is wrong, which is left out here' } : finding);
    },
  };
}
