/** The inputs of an operation: from its parameters, and from its body. */
import type { Components, Parameter } from './document-object.js';
import { type Field, objectFields, type Schema } from './schema.js';

/** Shared parameters that are part of a list's input; the others are controls of the call. */
const pagingInputs: ReadonlySet<string> = new Set(['cursor', 'page', 'per_page', 'q']);

/** Whether a parameter is If-Match, a control of the call. */
export const isCondition = (parameter: Parameter): boolean =>
  parameter.in === 'header' && parameter.name.toLowerCase() === 'if-match';

/** Whether a parameter says which part of a file is wanted. */
export const isRange = ({ in: position, 'x-understudy-input': input }: Parameter): boolean =>
  position === 'header' && input === undefined;

/** The headers that inputs go into, by input. */
export function headersOf(own: readonly Parameter[]): Readonly<Record<string, string>> {
  const all = own.filter((parameter) => parameter.in === 'header' && !isCondition(parameter));
  return Object.fromEntries(all.map((parameter) => [inputOf(parameter), parameter.name]));
}

const inputOf = ({ 'x-understudy-input': input, name }: Parameter): string => input ?? name;

/** Where the inputs of an operation stand. */
interface FieldSources {
  readonly own: readonly Parameter[];
  readonly shared: readonly string[];
  readonly body: Schema | undefined;
  readonly components: Components;
}

/** The inputs of an operation, each once. */
export function fieldsOf({ own, shared, body, components }: FieldSources): Field[] {
  const paging = shared.flatMap((name) => (pagingInputs.has(name) ? (components.parameters[name] ?? []) : []));
  const fields = [
    ...own.filter((parameter) => !isCondition(parameter)).map(parameterField),
    ...paging.map(parameterField),
    ...(body === undefined ? [] : objectFields(body)),
  ];
  // A name that only the path gives again says nothing more.
  return fields.filter((field, index) => fields.findIndex((other) => other.name === field.name) === index);
}

function parameterField(parameter: Parameter): Field {
  const { required, description, schema, example } = parameter;
  return { name: inputOf(parameter), required, description, schema, example: example ?? schema.enum?.[0] };
}
