/** Makes the tables that pages show of the server, from what a running server and its help say. */
import { spawnServer } from '../../tooling/src/server/index.mjs';
import { tableOf } from '../../tooling/src/tables.mjs';
import { helpOf } from './server.mjs';

/**
 * @param {string} help what `understudy serve --help` prints
 * @returns {Promise<{ page: string, name: string, table: string }[]>} each table, and the page that shows it
 */
export async function serverTables(help) {
  const server = await spawnServer();
  try {
    const read = async (path) => (await fetch(server.origin + path)).json();
    const [document, { data: problems }, { data: catalog }, { data: rules }] = await Promise.all(
      ['/openapi.json', '/problems', '/faults', '/conduct'].map(read),
    );
    const operations = operationsOf(document);
    const [all, drill, status] = await Promise.all([helpOf(), helpOf('drill'), helpOf('status')]);
    return [
      { page: 'docs/options.md', name: 'options', table: optionsTable(help) },
      { page: 'docs/command.md', name: 'commands', table: commandsTable(all) },
      { page: 'docs/command.md', name: 'asking', table: optionsTable(status) },
      { page: 'docs/conduct.md', name: 'drill', table: commandTable(drill) },
      { page: 'docs/conduct.md', name: 'rules', table: rulesTable(rules) },
      { page: 'docs/operations.md', name: 'domains', table: domainsTable(document.tags, operations) },
      { page: 'docs/operations.md', name: 'operations', table: operationsTable(operations) },
      { page: 'docs/webhooks.md', name: 'events', table: eventsTable(document) },
      { page: 'docs/errors.md', name: 'problems', table: problemsTable(problems) },
      { page: 'docs/faults.md', name: 'faults', table: faultsTable(catalog.faults) },
      { page: 'docs/faults.md', name: 'presets', table: presetsTable(catalog.presets) },
    ];
  } finally {
    await server.stop();
  }
}

function optionsTable(help) {
  const entries = [...help.matchAll(/^ {2}(--\S+)(?: (\S+))?\s+(\S.*) \[(\w+); default: (.*)\]$/gm)];
  if (entries.length === 0) throw new Error('the help names no options');
  const rows = entries.map(([, flag, placeholder, does, variable, fallback]) => [
    `\`${flag}${placeholder === undefined ? '' : ` ${placeholder.replaceAll('|', ', ')}`}\``,
    `\`${variable}\``,
    does,
    fallback,
  ]);
  return tableOf(['Flag', 'Variable', 'What it does', 'Default'], rows);
}

/** The commands, by the help about all of them. */
function commandsTable(help) {
  const entries = [...help.matchAll(/^ {2}([a-z]+) {2,}(\S.*)$/gm)];
  if (entries.length === 0) throw new Error('the help names no commands');
  return tableOf(
    ['Command', 'What it does'],
    entries.map(([, name, does]) => [`\`${name}\``, does]),
  );
}

/** The options of a command that runs once: of those that `serve` has too, the variable is not said again. */
function commandTable(help) {
  const entries = [...help.matchAll(/^ {2}(--\S+)(?: (\S+))?\s+(\S.*) \[(?:\w+; )?default: (.*)\]$/gm)];
  if (entries.length === 0) throw new Error('the help of the command names no options');
  const rows = entries.map(([, flag, placeholder, does, fallback]) => [
    `\`${flag}${placeholder === undefined ? '' : ` ${placeholder.replaceAll('|', ', ')}`}\``,
    does,
    fallback,
  ]);
  return tableOf(['Option', 'What it does', 'Default'], rows);
}

/** The operations of an OpenAPI document, without other addresses of the same operation. */
function operationsOf({ paths }) {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => operation['x-understudy-alias-of'] === undefined)
      .map(([method, { operationId, summary, tags }]) => ({
        name: operationId,
        call: `${method.toUpperCase()} ${path}`,
        path,
        summary,
        domain: tags[0],
      })),
  );
}

function domainsTable(tags, operations) {
  const rows = tags.map(({ name, description }) => {
    const paths = operations.filter(({ domain }) => domain === name).map(({ path }) => path);
    return [name, `\`${commonFolder(paths)}\``, String(paths.length), description.replace(/\. .*$/s, '.')];
  });
  return tableOf(['Domain', 'Path', 'Operations', 'What it is about'], rows);
}

/** The longest folder that all paths share. */
function commonFolder(paths) {
  const [first, ...others] = paths.map((path) => path.split('/'));
  const length = first.findIndex((part, index) => others.some((parts) => parts[index] !== part));
  return (length < 0 ? first : first.slice(0, length)).join('/');
}

function operationsTable(operations) {
  const rows = operations.map(({ name, call, summary }) => [`\`${name}\``, `\`${call}\``, summary]);
  return tableOf(['Operation', 'Method and path', 'What it does'], rows);
}

/** The events that webhooks carry, and what each shows of its record: a schema by name, or the members of one without. */
function eventsTable({ webhooks, components: { schemas } }) {
  const entries = Object.entries(webhooks);
  if (entries.length === 0) throw new Error('the document names no events');
  const nameIn = ({ $ref }) => $ref?.split('/').at(-1);
  const rows = entries.map(([type, { post }]) => {
    const { properties } = schemas[nameIn(post.requestBody.content['application/json'].schema)];
    const { object } = properties.data.properties;
    const shown = nameIn(object) ?? Object.keys(object.properties);
    return [
      `\`${type}\``,
      post.description,
      [shown]
        .flat()
        .map((name) => `\`${name}\``)
        .join(', '),
    ];
  });
  return tableOf(['Event', 'When', '`data.object`'], rows);
}

function problemsTable(problems) {
  const statuses = ({ status, highest_status: to }) => (to === undefined ? String(status) : `${status} to ${to}`);
  const rows = problems.map((problem) => [`\`${problem.kind}\``, statuses(problem), problem.description]);
  return tableOf(['Kind', 'Status', 'Meaning'], rows);
}

function faultsTable(faults) {
  const rows = faults
    .filter(({ fault }) => fault !== 'preset')
    .map(({ fault, parameters, description }) => [
      `\`${fault}\``,
      // When it strikes a write is the same for all, and said once.
      parameters
        .filter(({ name }) => name !== 'commit')
        .map(parameterText)
        .join('; '),
      description,
    ]);
  return tableOf(['Fault', 'Parameters (default)', 'What the client meets'], rows);
}

function rulesTable(rules) {
  const rows = rules.map(({ rule, severity, description, reference }) => [
    `\`${rule}\``,
    severity,
    description,
    reference === null ? '–' : `[${reference.text}](${reference.url})`,
  ]);
  return tableOf(['Rule', 'Severity', 'What it finds', 'Reference'], rows);
}

/** A parameter with its values, where they are few, and its default. */
function parameterText({ name, enum: values, default: fallback }) {
  const allowed = values === undefined ? '' : ` ${values.map((value) => `\`${value}\``).join(', ')}`;
  return `\`${name}\`${allowed}${fallback === undefined ? '' : ` (${fallback})`}`;
}

function presetsTable(presets) {
  return tableOf(
    ['Preset', 'What it is'],
    presets.map(({ name, description }) => [`\`${name}\``, description]),
  );
}
