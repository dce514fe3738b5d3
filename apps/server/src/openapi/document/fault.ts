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

/** The fault of a document that cannot be served at all for one reason. */
export const faultOf = (message: string, where: Partial<Finding> = {}, cause?: unknown): DocumentFault =>
  new DocumentFault([{ severity: 'fault', message, ...where }], { cause });

/** Where something is wrong: pointers are those of the root, until lines are looked up. */
type Where = Omit<Finding, 'severity' | 'message'>;

/** What is found while a document is read: nothing twice, and no more than is read. */
export class Findings {
  readonly list: Finding[] = [];
  readonly #seen = new Set<string>();

  warn(message: string, where: Where): undefined {
    this.#add({ severity: 'warning', ...where, message: cut(message) });
  }

  fault(message: string, where: Where): undefined {
    this.#add({ severity: 'fault', ...where, message: cut(message) });
  }

  #add(finding: Finding): void {
    const key = JSON.stringify(finding);
    if (this.#seen.has(key) || this.#seen.size > MAX_FINDINGS) return;
    this.#seen.add(key);
    const isLast = this.#seen.size > MAX_FINDINGS;
    this.list.push(isLast ? { severity: 'warning', message: 'more is wrong, which is left out here' } : finding);
  }
}
