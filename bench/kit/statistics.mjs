/** Medians, percentiles and spreads of measured numbers. */

const ascending = (values) => values.toSorted((a, b) => a - b);

/** The value that a share of all values does not exceed; the nearest rank, never interpolated. */
export function percentile(values, share) {
  const sorted = ascending(values);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
}

/** The middle value, or the mean of the middle two. */
export function median(values) {
  const sorted = ascending(values);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Median, least and most of some values. */
export function spread(values) {
  return { median: median(values), min: Math.min(...values), max: Math.max(...values), runs: values.length };
}

/** The spread of a ratio whose parts were measured in the same rounds, so that a round's drift cancels. */
export function ratioSpread(values, baseline) {
  return spread(values.map((value, round) => value / baseline[round]));
}
