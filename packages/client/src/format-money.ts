/** Prints amounts of money. */

/**
 * An amount of money as people in a place write it, such as `49,00 €`. How many of its digits are decimals follows from
 * the currency: none of JPY, three of KWD.
 *
 * @param money - in minor units, as the API gives it
 * @param locale - one or more locales (BCP 47), such as `de-DE`; those of the system where left out
 *
 * @example
 * ```ts
 * import { formatMoney } from '@understudy/client';
 *
 * console.log(formatMoney({ amount: 4900, currency: 'USD' }, 'en-US')); // → $49.00
 * console.log(formatMoney({ amount: 4900, currency: 'JPY' }, 'en-US')); // → ¥4,900
 * ```
 */
export function formatMoney(
  { amount, currency }: { readonly amount: number; readonly currency: string },
  locale?: string | readonly string[],
): string {
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}
