/** A domain that answers otherwise in each process. */
import { lampsWith } from './lamps.mjs';

const started = Math.floor(Date.now() / 86_400_000);

export const lamps = lampsWith({ read: (lamp) => ({ ...lamp, watts: started }) });
