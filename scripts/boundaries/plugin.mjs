/** The linter's plugin with the rules of this workspace's own. */
import { environment } from './environment.mjs';
import { contextOnly } from './context-only.mjs';
import { imports } from './imports.mjs';

export default {
  meta: { name: 'boundaries' },
  rules: { imports, 'context-only': contextOnly, environment },
};
