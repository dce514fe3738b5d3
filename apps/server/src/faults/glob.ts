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

function matches(steps: readonly Step[], separator: string, text: string): boolean {
  let reached = new Uint8Array(steps.length + 1);
  let next = new Uint8Array(steps.length + 1);
  reach(reached, steps, 0);
  // Without iterators, which take most of the time here.
  for (let position = 0; position < text.length; position++) {
    const character = text[position];
    next.fill(0);
    for (let at = 0; at < steps.length; at++) {
      if (reached[at] === 0) continue;
      const step = steps[at];
      if (typeof step === 'string') {
        if (step === character) reach(next, steps, at + 1);
      } else if (step === ACROSS || character !== separator) reach(next, steps, at);
    }
    [reached, next] = [next, reached];
  }
  return reached[steps.length] === 1;
}

/** Where wildcards stand for any text, each piece between them may as well stand where it is found first. */
function acrossAll(pattern: string): Matcher {
  const pieces = pattern.split(/\*+/);
  const first = pieces.shift() ?? '';
  const last = pieces.pop() ?? '';
  return (text) => {
    const end = text.length - last.length;
    if (end < first.length || !text.startsWith(first) || !text.endsWith(last)) return false;
    let from = first.length;
    for (const piece of pieces) {
      const at = text.indexOf(piece, from);
      if (at < 0) return false;
      from = at + piece.length;
    }
    return from <= end;
  };
}

/**
 * Compiles a pattern.
 *
 * @param separator what `*` stops at and `**` does not; both stand for any text where it is left out
 */
export function glob(pattern: string, separator?: string): Matcher {
  if (!pattern.includes('*')) return (text) => text === pattern;
  // Most patterns are of this kind, and texts as long as a head may be are matched by nothing else.
  if (separator === undefined || !/(?<!\*)\*(?!\*)/.test(pattern)) return acrossAll(pattern);
  const steps = stepsOf(pattern);
  const fixed = pattern.slice(0, pattern.indexOf('*'));
  return (text) => text.startsWith(fixed) && matches(steps, separator, text);
}

/** Whether a text is what one of some patterns says. */
export function globs(patterns: string | readonly string[], separator?: string): Matcher {
  const all = (typeof patterns === 'string' ? [patterns] : patterns).map((pattern) => glob(pattern, separator));
  return (text) => all.some((one) => one(text));
}
