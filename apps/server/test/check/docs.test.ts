/** The page about the checks names each of them with what it proves. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { checks } from '../../src/check/check-domains.js';

const page = readFileSync(new URL('../../../../docs/checks.md', import.meta.url), 'utf8').replaceAll(/ +/g, ' ');

it.each(checks)('$name', ({ name, proves }) => {
  expect(page).toContain(`| \`${name}\` | ${proves} |`);
});
