/** A file without a domain. */
export const lamps = 12;
