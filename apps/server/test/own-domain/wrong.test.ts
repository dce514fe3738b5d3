/** Wrong domains: each stops the start with one line, which names the file and the member. The lines are golden files. */
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runServer } from '@understudy/tooling/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OptionError } from '../../src/options/options.js';
import { servedFrom } from './served-from.js';

const FOLDER = 'test/own-domain/wrong';
const files = (await readdir(FOLDER)).filter((file) => file.endsWith('.ts') && file !== 'parts.ts');

/** The line with which the start of a server is refused. */
async function refusal(...paths: string[]): Promise<string> {
  const refused: unknown = await servedFrom(paths).then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(refused).toBeInstanceOf(OptionError);
  return `${String((refused as OptionError).message)}\n`;
}

describe('the start is refused for', () => {
  it.each(files)('%s', async (file) => {
    const line = await refusal(`./${FOLDER}/${file}`);
    expect(line).toMatch(/^[^\n]+\n$/);
    expect(line).toContain(`./${FOLDER}/`);
    await expect(line).toMatchFileSnapshot(`wrong/${file.replace(/ts$/, 'txt')}`);
  });
});

describe('as does what is no module at all', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'own-domain-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('a file with a fault in its syntax, with its line', async () => {
    const file = join(folder, 'syntax.ts');
    await writeFile(file, 'export const a = 1;\nexport default implement(;\n');
    expect((await refusal(file)).replaceAll(folder, '')).toBe('/syntax.ts:2: it cannot be read: Unexpected token\n');
  });

  it('a file that imports a package that there is not', async () => {
    const file = join(folder, 'package.mjs');
    await writeFile(file, `import { nothing } from 'no-such-package';\nexport default nothing;\n`);
    expect(await refusal(file)).toBe(`${file}: it imports 'no-such-package', which cannot be found\n`);
  });

  it.each([
    ['nowhere.ts', 'there is no such file'],
    ['.', 'it is no file'],
    ['notes.json', 'it is not a .ts, .mts, .js or .mjs file'],
  ])('%s', async (file, message) => {
    await writeFile(join(folder, 'notes.json'), '{}');
    expect(await refusal(join(folder, file))).toContain(`: ${message}`);
  });
});

it.each(['record-breaks-schema', 'missing-handler', 'one-address', 'throws'])(
  'the command says %s in the same line, without a stack, and ends with 2',
  async (name) => {
    const { code, stdout, stderr } = await runServer(['serve', '--domain', `./${FOLDER}/${name}.ts`, '--port', '0']);
    expect([code, stdout]).toEqual([2, '']);
    await expect(stderr.replace(/^understudy: /, '')).toMatchFileSnapshot(`wrong/${name}.txt`);
  },
);
