/**
 * Runs the test of each language that this machine has; in continuous integration it has them all. A plain `npm test` runs
 * the first alone, since they prove the same of the server: UNDERSTUDY_TEST_ALL=1 runs each.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const server = dirname(fileURLToPath(import.meta.resolve('@understudy/server/package.json')));
const folder = mkdtempSync(join(tmpdir(), 'understudy-languages-'));
const env = { ...process.env, UNDERSTUDY: `${process.execPath} ${join(server, 'dist/main.js')}`, GOFLAGS: '-count=1' };
const run = (command, args) => execFileSync(command, args, { cwd: folder, env, encoding: 'utf8', stdio: 'pipe' });

/** Where Debian has JUnit. */
const JARS = '/usr/share/java';
const junit = `${JARS}/junit-jupiter.jar:${JARS}/junit-jupiter-api.jar:${JARS}/junit-jupiter-engine.jar:${JARS}/junit-platform-console.jar:${JARS}/junit-platform-commons.jar:${JARS}/junit-platform-engine.jar:${JARS}/junit-platform-launcher.jar:${JARS}/junit-platform-reporting.jar:${JARS}/opentest4j.jar:${JARS}/apiguardian-api.jar:${JARS}/picocli.jar:${JARS}/univocity-parsers.jar`;

/** Each language: its file, what must be there, and how its tests are run. */
const languages = {
  pytest: {
    file: join(server, 'templates/test_understudy.py'),
    isThere: () => run('python3', ['-c', 'import pytest']),
    test: () => run('python3', ['-m', 'pytest', '-q', '-p', 'no:cacheprovider', 'test_understudy.py']),
  },
  go: {
    file: join(server, 'templates/understudy_test.go'),
    isThere: () => run('go', ['version']),
    test: () => {
      writeFileSync(join(folder, 'go.mod'), 'module example\n\ngo 1.19\n');
      return run('go', ['test', '.']);
    },
  },
  junit: {
    file: 'UnderstudyTest.java',
    isThere: () => existsSync(`${JARS}/junit-jupiter.jar`) && run('javac', ['-version']),
    test: () => {
      run('javac', ['-cp', junit, '-d', folder, 'UnderstudyTest.java']);
      const launcher = 'org.junit.platform.console.ConsoleLauncher';
      return run('java', ['-cp', `${folder}:${junit}`, launcher, '--select-class', 'UnderstudyTest']);
    },
  },
  rspec: {
    file: 'understudy_spec.rb',
    isThere: () => run('rspec', ['--version']),
    test: () => run('rspec', ['understudy_spec.rb']),
  },
};

test.after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));

const wanted = Object.entries(languages).slice(0, process.env.UNDERSTUDY_TEST_ALL === '1' ? undefined : 1);

for (const [name, { file, isThere, test: tried }] of wanted) {
  test(name, (context) => {
    try {
      if (isThere() === false) throw new Error('it is not there');
    } catch (error) {
      if (process.env.CI === 'true') throw error;
      return context.skip(`!!! ${name} IS SKIPPED: ${error.message.split('\n')[0]}`);
    }
    const source = file.startsWith(server) ? file : fileURLToPath(new URL(file, import.meta.url));
    cpSync(source, join(folder, file.split('/').at(-1)));
    try {
      tried();
    } catch (error) {
      throw new Error(`${error.stdout}\n${error.stderr}`, { cause: error });
    }
  });
}
