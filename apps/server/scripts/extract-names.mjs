/** Writes src/kit/generated/names.ts from faker's name lists. */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import * as locales from '@faker-js/faker';

const target = new URL('../src/kit/generated/names.ts', import.meta.url);
const LINE = 100;

// Faker's English lists hold many inventions; a name that other locales know as well is a name people have.
const FIRST_NAMES = { en: 3 };
const LAST_NAMES = { en: 4, en_AU: 3, en_IN: 1, es: 3, fr: 3, pt_BR: 2 };

// Misspelt, taken for something else, or tied to one person.
const LEFT_OUT = new Set(
  `Adolf Adonis Alva Asia Bahringer Beer Bo Bobbie Bosco Butt Corona Danial Dare Dwivedi Embranthiri Gandhi Ganaka Garica Guneta Hand Jangid Johns
   Kris Lexus Luz Marian Merle Micheal Nader Namboothiri Nambeesan Nazario Nehru Nikita Paris Parisian Pilla
   Pothuvaal Russel Summer Tagore Tami Tommie Urban Vida Von Will`.split(/\s+/),
);

const plain = /^(?:[A-Z][a-z]{1,10}|O'[A-Z][a-z]{2,8}|Mc[A-Z][a-z]{2,8})$/;

/** How many locales know a name, by name. */
function countLocales(kind) {
  const counts = new Map();
  for (const [code, { person }] of Object.entries(locales).filter(([, value]) => value?.metadata)) {
    if (code === 'base') continue;
    for (const name of new Set(Object.values(person?.[kind] ?? {}).flat())) {
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  }
  return counts;
}

/** The names of some locales' lists that enough locales know, in code-unit order. */
function collect(kind, sources) {
  const counts = countLocales(kind);
  const names = Object.entries(sources).flatMap(([code, least]) =>
    Object.values(locales[code].person[kind])
      .flat()
      .filter((name) => (counts.get(name) ?? 0) >= least),
  );
  // Sorted without a collation, which could differ between machines.
  return [...new Set(names)].filter((name) => plain.test(name) && !LEFT_OUT.has(name)).toSorted();
}

/** Words as lines of a template literal. */
function wrap(words) {
  const lines = [''];
  for (const word of words) {
    const line = lines[lines.length - 1];
    if (line.length + word.length + 3 > LINE) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines.map((line) => `  ${line}`).join('\n');
}

const root = join(dirname(createRequire(import.meta.url).resolve('@faker-js/faker/package.json')));
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const licence = readFileSync(join(root, 'LICENSE'), 'utf8').trim().split(/\r?\n/);

const text = `/** Names of people, from the lists of @faker-js/faker ${version}. */

/*
 * Generated: \`node scripts/extract-names.mjs\` in apps/server writes this file. Do not edit it.
 * It holds those names of faker's lists (first names: ${Object.keys(FIRST_NAMES).join(', ')}; last names: ${Object.keys(LAST_NAMES).join(', ')})
 * that are plain ASCII and that several locales know. The licence of faker follows.
 *
${licence.map((line) => ` * ${line}`.trimEnd()).join('\n')}
 */

/** First names of people, sorted. */
export const firstNames: readonly string[] = \`
${wrap(collect('first_name', FIRST_NAMES))}
\`
  .trim()
  .split(/\\s+/);

/** Last names of people, sorted. */
export const lastNames: readonly string[] = \`
${wrap(collect('last_name', LAST_NAMES))}
\`
  .trim()
  .split(/\\s+/);
`;

writeFileSync(target, text);
