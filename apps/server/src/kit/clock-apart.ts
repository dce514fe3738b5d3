/** Says how far the clock of a sandbox is from that of the machine, where clients would notice. */

/** Clients allow for so much, in s: what most libraries do by default, and a network. */
const TOLERANCE_S = 60;

/** A length of time in the unit that fits it. */
function span(seconds: number): string {
  const [size, unit] = seconds >= 86_400 ? [86_400, 'day'] : seconds >= 3600 ? [3600, 'hour'] : [60, 'minute'];
  const count = Math.round(seconds / size);
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/**
 * How a sandbox that is so many seconds ahead of the machine looks to clients that go by their own clock; undefined where
 * it is no matter.
 */
export function clockApart(ahead: number): { readonly where: string; readonly seen: string } | undefined {
  if (Math.abs(ahead) <= TOLERANCE_S) return undefined;
  const isAhead = ahead > 0;
  return {
    where: `The clock of the sandbox is ${span(Math.abs(ahead))} ${isAhead ? 'ahead of' : 'behind'} that of the machine`,
    seen: isAhead ? 'issued in the future' : 'expired',
  };
}
