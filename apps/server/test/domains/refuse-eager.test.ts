/** The build fails where a domain is loaded before it is asked for. */
import type { ImportKind, Metafile } from 'esbuild';
import { expect, test } from 'vitest';
import { refuseEager } from '../../scripts/refuse-eager.mjs';

type Imports = { path: string; kind: ImportKind }[];

/** A build of the entry of the server and of two domains, which load what they are said to. */
function built({ main = [], events = [] }: { main?: Imports; events?: Imports }): Metafile {
  const output = (entryPoint: string, imports: Imports) => ({
    entryPoint,
    imports,
    inputs: { [entryPoint]: { bytesInOutput: 1 } },
    bytes: 1,
    exports: [],
  });
  return {
    inputs: {},
    outputs: {
      'main.js': output('src/main.ts', main),
      'events.js': output('src/domains/events/index.ts', events),
      'education.js': output('src/domains/education/index.ts', []),
    },
  };
}

const refuse = (of: Parameters<typeof built>[0]) => () => refuseEager(built(of), ['src/main.ts']);
const loads = (path: string, kind: ImportKind = 'import-statement') => [{ path, kind }];

test('a domain that is loaded with the server, or with another, is named', () => {
  expect(refuse({ main: loads('events.js') })).toThrow(/^src\/main\.ts loads src\/domains\/events\/index\.ts at once/);
  expect(refuse({ events: loads('education.js') })).toThrow(/^src\/domains\/events\/index\.ts loads src\/domains\/edu/);
});

test('a domain that is loaded when it is asked for is none', () => {
  expect(refuse({ main: loads('events.js', 'dynamic-import') })).not.toThrow();
});
