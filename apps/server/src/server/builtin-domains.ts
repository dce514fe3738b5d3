/** The domains of this product, all of them. */
import type { DeferredDomain } from '../call/domain.js';
import * as domains from '../domains/index.js';
import { outlines } from './generated/outlines.js';

/** Our domains, in the order in which a server has them. Each is loaded when it is first asked for. */
export const builtinDomains: readonly DeferredDomain[] = Object.entries(domains).map(([name, load]) => {
  const outline = outlines[name];
  if (outline === undefined) throw new TypeError(`nothing is known of the domain ${name}: run npm run generate`);
  return { ...outline, load };
});
