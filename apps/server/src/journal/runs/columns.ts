/** The numbers of a run: of each entry so many, and which is which. */

/** In ms. */
export const NUMBERS = 6;
export const [RECEIVED, ANSWERED, RECEIVED_AT, SINCE, APP_MS, DURATION_MS] = [0, 1, 2, 3, 4, 5] as const;

/** Which line of a text is that of an entry; 0 where it has none. */
export const LINES = 8;
export const [FACTS, SIGNS, SHARED_SIGNS, HEADERS, ANSWER, BODIES, ADDRESS, CONNECTION] = [
  0, 1, 2, 3, 4, 5, 6, 7,
] as const;
