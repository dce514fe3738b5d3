/** The exit codes of the program; 0 is success. */

/** It could not do what it was asked to, or found something. */
export const FAILED = 1;

/** It was asked for something that there is not: a wrong command, option or file of options. */
export const WRONG_USE = 2;
