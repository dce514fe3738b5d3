/** Colours, where a terminal shows them. */
import { styleText } from 'node:util';
import type { Invocation } from './command.js';

/** What a text is. */
export type Role = 'heading' | 'term' | 'aside' | 'error' | 'good';

const STYLES = { heading: 'bold', term: 'cyan', aside: 'dim', error: 'red', good: 'green' } as const;

/** Gives a text the colour of what it is. */
export type Paint = (role: Role, text: string) => string;

/**
 * The colours of an output.
 *
 * @param isTerminal whether the output is a terminal; nothing else is painted (https://no-color.org)
 */
export function paintFor(isTerminal: boolean, { NO_COLOR, TERM }: Invocation['environment']): Paint {
  const isPlain = !isTerminal || (NO_COLOR ?? '') !== '' || TERM === 'dumb';
  // The stream was asked already; this function would ask the one of this process.
  return (role, text) => (isPlain ? text : styleText(STYLES[role], text, { validateStream: false }));
}
