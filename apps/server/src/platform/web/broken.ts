/** How a connection breaks, where there is none. */

/** The number of ECONNRESET, as Linux has it. */
export const RESET = 104;
