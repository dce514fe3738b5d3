/** The statements of journals, as the pool takes them. */

/** A statement by its name among those of journals. */
export function statement(name: string, text: string, values: readonly unknown[]) {
  return { name: `understudy_journal_${name}`, text, values };
}
