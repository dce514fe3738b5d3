/** The linter's plugin with the rules of this workspace's own. */
import { environment } from './environment.mjs';
import { contextOnly } from './context-only.mjs';
import { imports } from './imports.mjs';
import { layers } from './layers.mjs';
import { pure } from './pure.mjs';

export default {
  meta: { name: 'boundaries' },
  rules: { imports, layers, 'context-only': contextOnly, pure, environment },
};
