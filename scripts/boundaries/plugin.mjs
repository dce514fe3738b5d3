/** The linter's plugin with the rules of this workspace's own. */
import { environment } from './environment.mjs';
import { factsOnly } from './facts-only.mjs';
import { imports } from './imports.mjs';
import { layers } from './layers.mjs';
import { pure } from './pure.mjs';

export default {
  meta: { name: 'boundaries' },
  rules: { imports, layers, 'facts-only': factsOnly, pure, environment },
};
