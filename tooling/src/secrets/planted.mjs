/** Secrets in all positions of a request in which people send them. */
import { byShape } from './by-shape.mjs';
import { inBodies } from './in-bodies.mjs';
import { inHeads } from './in-heads.mjs';

/** @type {readonly import('./plant.mjs').Position[]} */
export const planted = [...inHeads, ...inBodies, ...byShape];
