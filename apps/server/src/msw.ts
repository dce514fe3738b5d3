/** Handlers for MSW. */
export const later = 1;
