/** Other runtimes than the one at hand, brought along from the npm registry. */
export { installRuntime, QUIETLY } from './install-runtime.mjs';
export { runtimes } from './runtimes.mjs';
