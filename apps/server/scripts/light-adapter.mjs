/** An esbuild plugin: trpc-openapi's REST adapter without what costs start time, its document generator and all of fetch. */
import { readFileSync } from 'node:fs';

const GENERATOR = "import { generateOpenApiDocument } from '../../generator/index.mjs';\n";

/** Changes to the adapter's modules, by the end of their path. */
const changes = {
  // It checks the router with the generator, but only outside production.
  'adapters/node-http/core.mjs': (source) => source.replace(GENERATOR, ''),
  // It looks at the global Request, which loads fetch; a look at the request itself tells as much.
  'utils/method.mjs': (source) => source.replaceAll('req instanceof Request', "typeof req.headers?.get === 'function'"),
};

/** @type {import('esbuild').Plugin} */
export const lightAdapter = {
  name: 'light-adapter',
  setup(build) {
    build.onLoad({ filter: /trpc-to-openapi[\\/]dist[\\/]esm[\\/].*\.mjs$/ }, ({ path }) => {
      const [, change] = Object.entries(changes).find(([end]) => path.replaceAll('\\', '/').endsWith(end)) ?? [];
      if (change === undefined) return undefined;
      const source = readFileSync(path, 'utf8');
      const contents = change(source);
      // A new release may read otherwise; then the change has to follow.
      if (contents === source) throw new Error(`light-adapter found nothing to change in ${path}`);
      return { contents, loader: 'js' };
    });
  },
};
