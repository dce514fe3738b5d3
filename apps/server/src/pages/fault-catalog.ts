/** Everything about faults as data: each with its parameters, the presets, and the members of a rule. */
import {
  answerFaults,
  bodyFaults,
  connectionFaults,
  countingFaults,
  fault,
  faultExamples,
  faultMatch,
  type FaultName,
  faultRule,
  fixedAnswer,
  presets,
  timeFaults,
} from '@understudy/contract/sandboxes';
import { z } from 'zod';

/** The part of a JSON Schema (2020-12) that says which values a member takes. */
export interface Values {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly format?: string;
  readonly default?: unknown;
  readonly anyOf?: readonly Values[];
}

/** A parameter of a fault, or a member of a rule. */
export interface Member extends Values {
  readonly name: string;
  readonly required: boolean;
  readonly description: string;
}

/** A fault with what there is to know about it. */
export interface FaultEntry {
  readonly fault: FaultName;
  readonly family: string;
  readonly description: string;
  readonly parameters: readonly Member[];
  /** It as a text, with the parameters that it must have. */
  readonly example: string;
}

const families: Readonly<Record<string, readonly { shape: { fault: z.ZodLiteral<FaultName> } }[]>> = {
  answer: answerFaults,
  body: bodyFaults,
  connection: connectionFaults,
  time: timeFaults,
  counting: countingFaults,
};

/** The family of a fault; what is in none of them stands for others. */
function familyOf(name: FaultName): string {
  const found = Object.entries(families).find(([, faults]) => faults.some(({ shape }) => shape.fault.value === name));
  return found?.[0] ?? 'preset';
}

function descriptionOf(schema: z.core.$ZodType): string {
  const { description } = z.globalRegistry.get(schema) ?? {};
  if (description !== undefined) return description;
  const { def } = schema._zod;
  return 'innerType' in def ? descriptionOf(def.innerType as z.core.$ZodType) : '';
}

/** Leaves out of a JSON Schema what is said elsewhere; a format says more than its pattern. */
const withoutRest = (key: string, value: unknown): unknown => {
  if (['$schema', '$defs', 'examples', 'description', 'pattern'].includes(key)) return undefined;
  // What has a name is described by itself.
  return typeof value === 'object' && value !== null && '$ref' in value
    ? { ...value, $ref: undefined, type: 'object' }
    : value;
};

function memberOf(name: string, schema: z.core.$ZodType): Member {
  const values = JSON.parse(JSON.stringify(z.toJSONSchema(schema, { io: 'input' }), withoutRest)) as Values;
  return { name, required: !z.safeParse(schema, undefined).success, description: descriptionOf(schema), ...values };
}

function membersOf({ shape }: z.ZodObject): Member[] {
  return Object.entries(shape).map(([name, schema]) => memberOf(name, schema));
}

const makeCatalog = () => ({
  faults: fault.options.map((option): FaultEntry => {
    const name = option.shape.fault.value;
    return {
      fault: name,
      family: familyOf(name),
      description: descriptionOf(option),
      parameters: membersOf(option).filter((parameter) => parameter.name !== 'fault'),
      example: faultExamples[name],
    };
  }),
  presets: Object.entries(presets).map(([name, preset]) => ({ name, ...preset })),
  /** Members of a rule, of its `when`, and of its `answer`. */
  rule: membersOf(faultRule),
  when: membersOf(faultMatch),
  answer: membersOf(fixedAnswer),
});

let made: ReturnType<typeof makeCatalog> | undefined;

/** Everything about faults; made when it is first asked for, since schemas take long to describe. */
export const faultCatalog = (): ReturnType<typeof makeCatalog> => (made ??= makeCatalog());
