/** Patterns with wildcards, matched in time that grows with text and pattern only: anybody may write both. */

/** Whether a text is what a pattern says. */
export type Matcher = (text: string) => boolean;

/** One step of a pattern: a character, or a wildcard that stays where it is. */
type Step = string | typeof WITHIN | typeof ACROSS;

const WITHIN = 1;
const ACROSS = 2;

function stepsOf(pattern: string): Step[] {
  const parts = pattern.split(/(\*+)/);
  return parts.flatMap<Step>((part) => {
    if (!part.startsWith('*')) return part.split('');
    return [part === '*' ? WITHIN : ACROSS];
  });
}

/** Marks a step as reached, and those behind it that can be reached without a character. */
function reach(reached: Uint8Array, steps: readonly Step[], step: number): void {
  for (let at = step; reached[at] === 0; at++) {
    reached[at] = 1;
    if (typeof steps[at] !== 'number') return;
  }
}

function matches(steps: readonly Step[], separator: string | undefined, text: string): boolean {
  let reached = new Uint8Array(steps.length + 1);
  let next = new Uint8Array(steps.length + 1);
  reach(reached, steps, 0);
  for (const character of text.split('')) {
    next.fill(0);
    for (const [at, step] of steps.entries()) {
      if (reached[at] === 0) continue;
      if (typeof step === 'string') {
        if (step === character) reach(next, steps, at + 1);
      } else if (step === ACROSS || character !== separator) reach(next, steps, at);
    }
    [reached, next] = [next, reached];
  }
  return reached[steps.length] === 1;
}

/**
 * Compiles a pattern.
 *
 * @param separator what `*` stops at and `**` does not; both stand for any text where it is left out
 */
export function glob(pattern: string, separator?: string): Matcher {
  if (!pattern.includes('*')) return (text) => text === pattern;
  const steps = stepsOf(pattern);
  const fixed = pattern.slice(0, pattern.indexOf('*'));
  return (text) => text.startsWith(fixed) && matches(steps, separator, text);
}

/** Whether a text is what one of some patterns says. */
export function globs(patterns: string | readonly string[], separator?: string): Matcher {
  const all = (typeof patterns === 'string' ? [patterns] : patterns).map((pattern) => glob(pattern, separator));
  return (text) => all.some((one) => one(text));
}
