/** Ranges of network addresses: a browser delivers to none, so nothing depends on them. */

/** Whether a text looks like a range of addresses, such as 10.0.0.0/8. */
export function isRange(text: string): boolean {
  return /^(?:[\d.]{7,15}|[\da-f:.]{2,45})\/\d{1,3}$/i.test(text);
}
