/** Checks name and parameters of a fault, and says of each that is wrong what is allowed and what may have been meant. */
import { orOneOf } from '@understudy/contract/kit';
import { presetNames } from '@understudy/contract/sandboxes';
import { allowed } from './allowed.js';
import { definitions, type Parameters } from './definitions.js';
import type { WrittenFault } from './fault-text.js';
import { type Mistake, quoted } from './mistake.js';

/** Presets as faults are written, by the names that no fault has. */
const presets: ReadonlyMap<string, string> = new Map(
  presetNames.filter((name) => !definitions.has(name)).map((name) => [name, `preset;name=${name}`]),
);

/** The mistake of a fault that there is not; undefined where none was named. */
export function unknownFault(name: unknown, path: Mistake['path']): Mistake {
  const names = [...definitions.keys()];
  if (name === undefined) return { path, code: 'required', detail: `must name a fault: ${names.join(', ')}` };
  const preset = typeof name === 'string' ? presets.get(name) : undefined;
  const more = preset === undefined ? orOneOf(String(name), 'the faults are', names) : `; it is a preset: ${preset}`;
  return { path, code: 'unknown', detail: `has the unknown fault ${quoted(name)}${more}` };
}

/** The mistakes in the parameters of a fault that is known. */
export function parameterMistakes(written: WrittenFault, known: Parameters, at: Mistake['path']): Mistake[] {
  const { parameters } = written;
  const name = String(written.name);
  const mistakes: Mistake[] = [];
  for (const [key, value] of Object.entries(parameters)) {
    const path = [...at, key];
    const schema = known.get(key);
    if (schema === undefined) {
      const detail = `gives ${name} the unknown parameter ${quoted(key)}`;
      const takes = known.size === 0 ? `; ${name} takes none` : orOneOf(key, `${name} takes`, [...known.keys()]);
      mistakes.push({ path, code: 'unknown', detail: detail + takes });
      continue;
    }
    const [issue] = schema.safeParse(value).error?.issues ?? [];
    if (issue === undefined) continue;
    // The contract says in words what a format of its own is.
    const must = issue.code === 'invalid_format' ? issue.message : `must be ${allowed(schema, value)}`;
    mistakes.push({ path, code: issue.code, detail: `gives ${name} ${key}=${quoted(value)}, which ${must}` });
  }
  for (const [key, schema] of known) {
    if (Object.hasOwn(parameters, key) || schema.safeParse(undefined).success) continue;
    const detail = `gives ${name} no ${key}, which must be ${allowed(schema)}`;
    mistakes.push({ path: [...at, key], code: 'required', detail });
  }
  return mistakes;
}
