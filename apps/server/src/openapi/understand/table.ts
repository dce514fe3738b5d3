/** What was understood of a document as a table of plain text, for `understudy openapi`. */
import type { ApiDocument, ApiOperation } from '../model.js';
import type { Resource, Role, Understanding } from '../roles.js';

/** Columns of a terminal. */
const MAX_WIDTH = 120;

/** Columns that a path has at most, so that there is room for what is said of it. */
const MAX_PATH = 56;

/** Longest name of a method, with the space around it. */
const METHOD_WIDTH = 9;

/** Text cut into lines at spaces, each within a width; a word that is longer has a line of its own. */
function wrapped(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

/** A row whose last column may take several lines. */
function row(left: string, text: string, indent: number): readonly string[] {
  const [first = '', ...more] = wrapped(text, MAX_WIDTH - indent);
  const isLong = left.length >= indent;
  const lines = isLong ? [left, ' '.repeat(indent) + first] : [left.padEnd(indent) + first];
  return [...lines, ...more.map((line) => ' '.repeat(indent) + line)];
}

function detailsOf(resource: Resource): readonly string[] {
  const { idMember, idWithin, scope, relations } = resource;
  const id = idMember === undefined ? 'no id' : `id: ${[...idWithin, idMember].join('.')}`;
  const parents = scope.map(({ parameter, resource: parent }) =>
    parent === undefined ? parameter : `${parameter} of ${parent}`,
  );
  const named = relations.map(({ member, resource: to, isMany }) => `${member} of ${isMany ? 'several ' : ''}${to}`);
  return [
    id,
    ...(parents.length === 0 ? [] : [`below ${parents.join(', ')}`]),
    ...(named.length === 0 ? [] : [`relations: ${named.join(', ')}`]),
  ];
}

const groupOf = (role: Role | undefined): string | undefined => {
  if (role === undefined || role.kind === 'stateless') return undefined;
  return 'resource' in role ? role.resource : '';
};

interface Widths {
  readonly indent: number;
}

function rowsOf(
  operations: readonly ApiOperation[],
  { operations: said }: Understanding,
  { indent }: Widths,
): readonly string[] {
  return operations.flatMap(({ id, method, path }) =>
    row(`  ${method.padEnd(METHOD_WIDTH - 2)}${path}`, said.get(id)?.says ?? '', indent),
  );
}

function widthsOf(operations: readonly ApiOperation[]): Widths {
  const longest = Math.max(0, ...operations.map(({ path }) => path.length).filter((length) => length <= MAX_PATH));
  return { indent: METHOD_WIDTH + longest + 2 };
}

/** One line for each operation, by resource; what is without state comes last. */
export function understoodTable(document: Pick<ApiDocument, 'operations'>, understanding: Understanding): string {
  const widths = widthsOf(document.operations);
  const groups = new Map<string | undefined, ApiOperation[]>();
  for (const operation of document.operations) {
    const group = groupOf(understanding.operations.get(operation.id)?.role);
    const own = groups.get(group) ?? [];
    own.push(operation);
    groups.set(group, own);
  }
  const sections = understanding.resources.map((resource) => {
    const title = row(resource.name, detailsOf(resource).join('; '), widths.indent);
    return [...title, ...rowsOf(groups.get(resource.name) ?? [], understanding, widths)];
  });
  const singles = groups.get('') ?? [];
  const stateless = groups.get(undefined) ?? [];
  if (singles.length > 0) sections.push(['records of which there is one', ...rowsOf(singles, understanding, widths)]);
  if (stateless.length > 0) sections.push(['without state', ...rowsOf(stateless, understanding, widths)]);
  return sections.map((lines) => lines.map((line) => line.trimEnd()).join('\n')).join('\n\n');
}
