/** Finds what had come by an instant. */

/** How many of those that stand in the order in which they came had come by an instant, in ms since 1970. */
export function arrivedBy(ordered: readonly { readonly at: number }[], instant: number): number {
  let [low, high] = [0, ordered.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ordered[middle]?.at ?? 0) <= instant) low = middle + 1;
    else high = middle;
  }
  return low;
}
