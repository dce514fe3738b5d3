/** A domain whose handler ends the process. */
import { lampsWith } from './lamps.mjs';

export const lamps = lampsWith({ read: () => process.exit(0) });
