/** How a connection breaks on this machine. */
import { constants } from 'node:os';

/** The number of ECONNRESET. */
export const RESET: number = constants.errno.ECONNRESET;
