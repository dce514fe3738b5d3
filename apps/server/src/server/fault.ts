/** Says what is wrong with a domain: where it lies, and what of it. */
import type { DomainOutline } from '../call/domain-outline.js';
import { OptionError } from '../options/options.js';

/** Files that domains came from; one that was handed over as a value has none. */
export type Files = ReadonlyMap<DomainOutline, string>;

/** A fault of a domain that somebody brought: it stops the start. */
export function domainFault(where: string, what: string, cause?: unknown): OptionError {
  return new OptionError(`${where}: ${what}`, { cause });
}

/** Where a domain lies: its file, or its name where it has none. */
export function whereOf({ contract }: DomainOutline, file: string | undefined): string {
  return file ?? `the domain ${contract.name}`;
}

/** An error as one line. */
export function lineOf(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return text.replace(/\s*\n[\s\S]*$/, '').trim();
}
