/** The exit codes of the program. */

/** A wrong option, or an address that is not available. */
export const WRONG_USE = 2;
