/** Names of companies that a program stumbles over which takes a CSV apart by hand. */

/** The first of them are those of the first contacts. */
export const oddCompanies = [
  'Smith, Jones & Partners',
  'The "Quiet" Print Shop',
  'Harbour Freight\nNorth Pier',
  '=SUM(A1:A9) Consulting',
  'Åsa Żółw 株式会社 🦊',
  'Müller & Söhne, "Feinkost"',
  'Ελιά Τρόφιμα',
  '@home Services',
  'さくら工房',
  'Café Olé; Bar',
] as const;

/** Tags. */
export const tags = ['customer', 'lead', 'newsletter', 'partner', 'press', 'supplier', 'trial', 'vip'] as const;

/** Where contacts come from. */
export const sources = ['fair', 'referral', 'web', 'phone'] as const;
