/** The groups that help shows options in, in this order. */
export const groups = [
  'What is served',
  'Data and clock',
  'Behaviour',
  'Address',
  'TLS',
  'Access',
  'Logins',
  'Webhooks',
  'Log',
  'Limits',
  'Command',
] as const;

/** A group of options. */
export type Group = (typeof groups)[number];
