/** What an editor says of a wrong domain: each fixture differs in one thing from one that compiles. */
import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';

const folder = fileURLToPath(new URL('.', import.meta.url));
const wrong = readdirSync(join(folder, 'wrong')).filter((name) => name.endsWith('.ts'));

/** Types longer than this are left out of what is compared, in characters: a reader skips them too. */
const LONGEST_TYPE = 120;

/** What the compiler says of a file, each fault by its line, its first sentence, and those that say why. */
const said = new Map<string, string[]>();

function compiled(): Promise<string> {
  const require = createRequire(import.meta.url);
  const tsc = join(dirname(require.resolve('typescript/package.json')), 'bin', 'tsc');
  return new Promise((resolve) => {
    // It fails, since all of them are wrong.
    execFile(
      process.execPath,
      [tsc, '--singleThreaded', '-p', folder, '--pretty', 'false'],
      { maxBuffer: 2 ** 24 },
      (_, stdout) => resolve(stdout),
    );
  });
}

function shortened(message: string): string {
  return message.replaceAll(/'(?:[^'\n]|'(?=[a-z]))*'(?=[ ,.:;]|$)/g, (type) =>
    type.length > LONGEST_TYPE ? "'…'" : type,
  );
}

beforeAll(async () => {
  const faults = (await compiled()).split(/\n(?=\S)/);
  for (const fault of faults) {
    const {
      path = '',
      line,
      message = '',
    } = /^(?<path>[^(]+)\((?<line>\d+),\d+\): (?<message>.*)/s.exec(fault)?.groups ?? {};
    const [first = '', ...chain] = message
      .trimEnd()
      .split('\n')
      .map((text) => shortened(text.trim()));
    // Of a chain of types within types, what it names and where it ends.
    const why = chain.filter((text, index) => text.startsWith('Types of property') || index === chain.length - 1);
    const lines = [`line ${line}: ${first}`, ...why.map((text) => `  ${text}`)];
    const file = path.replace(/^.*\//, '');
    said.set(file, [...(said.get(file) ?? []), ...lines]);
  }
}, 120_000);

it('is nothing about a domain that is right', () => {
  expect([...said.keys()].filter((file) => !wrong.includes(file))).toEqual([]);
});

describe('is where the fault is, and says what it is', () => {
  it.each(wrong)('%s', async (file) => {
    const text = `${(said.get(file) ?? ['nothing']).join('\n')}\n`;
    await expect(text).toMatchFileSnapshot(join(folder, 'messages', file.replace(/ts$/, 'txt')));
  });
});
