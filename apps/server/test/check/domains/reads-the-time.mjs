/** A domain with a handler that reads the time of the machine. */
import { lampsWith } from './lamps.mjs';

export const lamps = lampsWith({ read: (lamp) => ({ ...lamp, watts: Date.now() > 0 ? lamp.watts : 0 }) });
