/** How reports say numbers, times and commands. */

/** A number of things. */
export const plural = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;

/** A time in seconds, given in ms. */
export const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

/** A command as a shell takes it. */
export function commandText(command: readonly string[]): string {
  return command.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)).join(' ');
}

/** The requests that a verdict is about, by their numbers. */
export function requestsText(sequences: readonly number[]): string {
  const [shown, more] = [sequences.slice(0, 6), sequences.length - 6];
  return shown.map((sequence) => `#${sequence}`).join(' ') + (more > 0 ? ` and ${more} more` : '');
}
