/** Network addresses, and ranges of them: a browser delivers to none and is asked by none, so nothing depends on them. */

/** Whether a text looks like a range of addresses, such as 10.0.0.0/8. */
export function isRange(text: string): boolean {
  return /^(?:[\d.]{7,15}|[\da-f:.]{2,45})\/\d{1,3}$/i.test(text);
}

/** Whether a text looks like an address. */
export function isAddress(text: string): boolean {
  return /^(?:[\d.]{7,15}|[\da-f:.]{2,45})$/i.test(text);
}

/** Whether an address is of this machine, as a browser is. */
export function isLocal(): boolean {
  return true;
}

/** The network of one client: of IPv6 it would be the first 64 bits. */
export function networkOf(address: string): string {
  return address;
}
