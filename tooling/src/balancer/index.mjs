/** Something before replicas. */

/** @typedef {import('./start-balancer.mjs').Balancer} Balancer */

export { startBalancer } from './start-balancer.mjs';
