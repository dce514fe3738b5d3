/** Which members and parameters hold the number of a payment card: that depends on the value as well. */

/** Whole names that numbers of cards have, and other numbers too. */
export const CARD_NAMES: ReadonlySet<string> = new Set(['number', 'cardnumber', 'cardno', 'pan']);

/** What such names end with: most names are told from them by that. */
const ENDING = /(?:r|o|n)[^a-z]*$/i;

/** As many digits as a card's number has (ISO/IEC 7812-1), in groups or not. */
const DIGITS = /^\d(?:[ -]?\d){11,18}$/;

/** Whether the number of a card may stand under a name: `number`, `card[number]` and `card.number` are one. */
export function isCardName(name: string): boolean {
  if (!ENDING.test(name)) return false;
  const last = name.split(/[[\].]+/).findLast((part) => part !== '') ?? '';
  return CARD_NAMES.has(last.replace(/[^a-z]/gi, '').toLowerCase());
}

/** Whether a value can be the number of a card. */
export function isCardNumber(value: string): boolean {
  return DIGITS.test(value.trim());
}
