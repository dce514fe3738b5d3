/** Wrong domains: each stops the start with one line, which names the file and the member. */
import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isExhaustive } from '@understudy/tooling/sample';
import { runServer } from '@understudy/tooling/server';
import { beforeAll, describe, expect, it } from 'vitest';
import { OptionError } from '../../src/options/options.js';
import { servedFrom } from './served-from.js';
import { HEAD, wrongDomains } from './wrong-domains.js';
import { useFolder } from '../use.js';

/** The right domain, which the wrong ones import. */
const PARTS = fileURLToPath(new URL('parts.ts', import.meta.url));

/** Where the files of the wrong domains are written. */
const folder = useFolder();
beforeAll(async () => {
  await copyFile(PARTS, join(folder, 'parts.ts'));
});

/** Writes a wrong domain, and gives its file and the line that is to refuse it. */
async function written(name: string): Promise<{ file: string; line: string }> {
  const [source = '', says = ''] = wrongDomains[name] ?? [];
  const file = join(folder, `${name.replaceAll(/\W/g, '-')}.ts`);
  await writeFile(file, `${HEAD}${source}\n`);
  return { file, line: `${says.replaceAll('FILE', file)}\n` };
}

/** The line with which the start of a server is refused. */
async function refusal(...paths: string[]): Promise<string> {
  const refused: unknown = await servedFrom(paths).then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(refused).toBeInstanceOf(OptionError);
  return `${String((refused as OptionError).message)}\n`;
}

/** Each loads all domains: a plain run tries some of each part of a domain. */
const tried = Object.keys(wrongDomains).filter((_, index) => isExhaustive || index % 4 === 0);

it.each(tried)('the start is refused for %s', async (name) => {
  const { file, line } = await written(name);
  expect(await refusal(file)).toBe(line);
});

describe('as does what is no module at all', () => {
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

it.each(['a record that breaks its schema', 'two of one address'])(
  'the command says the same of %s in one line, without a stack, and ends with 2',
  async (name) => {
    const { file, line } = await written(name);
    const { code, stdout, stderr } = await runServer(['serve', '--domain', file, '--port', '0']);
    expect({ code, stdout, stderr }).toEqual({ code: 2, stdout: '', stderr: `understudy: ${line}` });
  },
);
