/** Finds examples and defaults that their own schemas refuse: one of each schema, parameter, header and media type. */
import type { ApiDocument, Finding, Json } from '../model.js';
import { isObject, memberOf } from '../schema.js';
import { Validation } from '../validate/validator.js';
import { newFindings } from './fault.js';
import { pointerName } from './lines.js';
import { type Part, partsIn, pointerOf } from './places.js';

/** A value that a part shows for its schema, and the pointer to it in the part. */
type Shown = readonly [value: Json, pointer: string];

/** The examples and the default of a schema. */
function* ofSchema(schema: Json): Generator<Shown> {
  for (const name of ['default', 'example']) {
    const value = memberOf(schema, name);
    if (value !== undefined) yield [value, `/${name}`];
  }
  const examples = memberOf(schema, 'examples');
  if (!Array.isArray(examples)) return;
  for (const [index, value] of (examples as readonly Json[]).entries()) yield [value, `/examples/${index}`];
}

/** The examples of what has a schema. */
function* ofOwner(owner: Json, resolve: ApiDocument['resolve']): Generator<Shown> {
  const lone = memberOf(owner, 'example');
  if (lone !== undefined) yield [lone, '/example'];
  const examples = memberOf(owner, 'examples');
  for (const [name, example] of Object.entries(isObject(examples) ? examples : {})) {
    const value = memberOf(resolve(example), 'dataValue') ?? memberOf(resolve(example), 'value');
    if (value !== undefined) yield [value, `/examples/${pointerName(name)}`];
  }
}

/** Whether the examples of a media type are values of its schema: of other types they may be texts in its form. */
const isData = ({ kind, name }: Part): boolean => kind !== 'media' || /json/i.test(String(name));

/** A warning for each part of a document that shows a value which its schema refuses, in whichever direction it is sent. */
export async function refusedExamples({ root, resolve, locate }: ApiDocument): Promise<readonly Finding[]> {
  const validation = new Validation({ root, resolve });
  const found = newFindings();
  for (const part of partsIn(root, 'document')) {
    if (part.as !== 'one') continue;
    const value = part.value as Json;
    const isSchema = part.kind === 'schema';
    const schema = isSchema ? value : memberOf(value, 'schema');
    if (!(isObject(schema) || schema === false) || !isData(part)) continue;
    for (const [shown, at] of isSchema ? ofSchema(value) : ofOwner(value, resolve)) {
      const issues = (['answer', 'request'] as const).map((direction) => validation.check(schema, shown, direction));
      const [issue] = issues.some(({ length }) => length === 0) ? [] : issues.flat();
      if (issue === undefined) continue;
      const pointer = `${pointerOf(part)}${at}`;
      // Webhooks are sent by nobody, and documents have hundreds.
      if (pointer.startsWith('/webhooks/')) break;
      const what = at === '/default' ? 'default' : 'example';
      const where = issue.pointer === '' ? 'it' : issue.pointer;
      const message = `its own schema refuses this ${what}: ${where} ${issue.message}`;
      found.add({ severity: 'warning', message, pointer });
      break;
    }
  }
  const located: Finding[] = [];
  // One after the other: each looks into the positions of a whole text.
  for (const finding of found.list) located.push({ ...finding, ...(await locate?.(finding.pointer ?? '')) });
  return located;
}
