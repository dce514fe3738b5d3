/** The next version and its section. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inc } from 'semver';
import { nextVersion, sectionOf } from './section.mjs';

const change = (type, summary = 'Something.') => ({ summary, releases: [{ name: '@understudy/server', type }] });

test('the largest change of any package makes the version of all', () => {
  assert.equal(nextVersion('0.1.0', [change('patch')], inc), '0.1.1');
  assert.equal(nextVersion('0.1.0', [change('patch'), change('minor')], inc), '0.2.0');
  assert.equal(nextVersion('1.1.0', [change('minor'), change('major')], inc), '2.0.0');
});

test('what breaks before 1.0.0 counts the second number', () => {
  assert.equal(nextVersion('0.1.3', [change('major')], inc), '0.2.0');
});

test('a section has what breaks first, and what follows a first line below it', () => {
  const section = sectionOf('0.2.0', [
    change('patch', 'A slip.'),
    change('major', 'A flag has another name.\n\n- `--old` is `--new`.'),
  ]);
  assert.equal(
    section,
    `## 0.2.0

### Changes that break

- A flag has another name. (server)

  - \`--old\` is \`--new\`.

### Mended

- A slip. (server)
`,
  );
});
