/** A domain without a fault. */
import { lampsWith } from './lamps.mjs';

export const lamps = lampsWith();
