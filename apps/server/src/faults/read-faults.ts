/** Reads faults as somebody wrote them, in text or in JSON, and says of each that cannot be meant what is wrong with it. */
import { answerFaults, connectionFaults, fault as faultSchema, faultRule } from '@understudy/contract/sandboxes';
import { parameterMistakes, unknownFault } from './check-parameters.js';
import { contradiction } from './contradiction.js';
import { definitions } from './definitions.js';
import { readFaultText, type WrittenFault } from './fault-text.js';
import { type Mistake, quoted } from './mistake.js';
import type { ReadFault, SaidFault } from './said-fault.js';
import { writeFault } from './write-fault.js';

/** Most faults that are read together. */
const MAX_FAULTS = 20;

/** What faults may be where they were written. */
export interface FaultRules {
  /** Whether each may have the parameter `times`, as in a query and a header. */
  readonly isCounted?: boolean;
  /** Origin of the server as clients see it, by which some redirects cannot be; left out where it is not known. */
  readonly origin?: string | undefined;
}

/** The faults, or all that is wrong with them. */
export type ReadFaults = { readonly faults: readonly ReadFault[] } | { readonly mistakes: readonly Mistake[] };

const times = ['times', faultRule.shape.times.unwrap().unwrap().optional()] as const;

/** Names of the faults that an outage can be. */
const FAILURES: ReadonlySet<string> = new Set(
  [...answerFaults, ...connectionFaults].map(({ shape }) => shape.fault.value),
);

/** Numbers as the text of a fault has them: with three decimals (RFC 9651 §3.3.2). */
function writable(parameters: WrittenFault['parameters']): WrittenFault['parameters'] {
  const entries = Object.entries(parameters);
  return Object.fromEntries(
    entries.map(([key, value]) => [key, typeof value === 'number' ? Math.round(value * 1000) / 1000 + 0 : value]),
  );
}

/** The fault that an outage makes of each request, in its canonical text; or what is wrong with it. */
function failureOf(as: string, { origin }: FaultRules): string | Mistake {
  const read = readFaults(as, { origin });
  const mistake = (detail: string): Mistake => ({ path: [], code: 'invalid_value', detail });
  if ('mistakes' in read) return mistake(`gives outage as=${quoted(as)}, which ${read.mistakes[0]?.detail ?? ''}`);
  const [first, ...others] = read.faults;
  if (first !== undefined && others.length === 0 && FAILURES.has(first.fault.fault)) return writeFault(first.fault);
  const names = [...FAILURES].join(', ');
  return mistake(`gives outage as=${quoted(as)}, which must be one fault of the answer or connection: ${names}`);
}

function readOne(written: WrittenFault, path: Mistake['path'], rules: FaultRules): ReadFault | readonly Mistake[] {
  const { name } = written;
  const own = typeof name === 'string' ? definitions.get(name) : undefined;
  if (own === undefined) return [unknownFault(name, path)];
  const mistakes = parameterMistakes(written, rules.isCounted === true ? new Map([...own, times]) : own, path);
  if (mistakes.length > 0) return mistakes;
  const { times: count = null, ...parameters } = writable(written.parameters);
  const fault: SaidFault = faultSchema.parse({ fault: name, ...parameters });
  const detail = contradiction(fault, rules.origin);
  if (detail !== undefined) return [{ path, code: 'contradiction', detail }];
  // Its schema has seen it.
  const counted = { times: count as number | null };
  if (fault.fault !== 'outage') return { fault, ...counted };
  const as = failureOf(fault.as, rules);
  return typeof as === 'string' ? { fault: { ...fault, as }, ...counted } : [{ ...as, path: [...path, 'as'] }];
}

/** What JSON says; what is no object is taken for the name of a fault, which it is not. */
function writtenFaults(value: unknown): readonly WrittenFault[] {
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  return items.map((item) => {
    if (typeof item !== 'object' || item === null) return { name: item, parameters: {} };
    const { fault: name, ...parameters } = item as Readonly<Record<string, unknown>>;
    return { name, parameters };
  });
}

/**
 * Reads faults.
 *
 * @param value text of a Structured Field list (RFC 9651), a fault as JSON, or a list of such
 */
export function readFaults(value: unknown, rules: FaultRules = {}): ReadFaults {
  const written = typeof value === 'string' ? readFaultText(value) : writtenFaults(value);
  if ('detail' in written) return { mistakes: [written] };
  if (written.length === 0) return { mistakes: [unknownFault(undefined, [])] };
  if (written.length > MAX_FAULTS) {
    return { mistakes: [{ path: [], code: 'too_big', detail: `must have at most ${MAX_FAULTS} faults` }] };
  }
  const read = written.map((one, index) => readOne(one, Array.isArray(value) ? [index] : [], rules));
  const mistakes = read.flatMap((one) => ('fault' in one ? [] : one));
  // A text has no members that a pointer could name.
  if (typeof value === 'string' && mistakes.length > 0)
    return { mistakes: mistakes.map((one) => ({ ...one, path: [] })) };
  return mistakes.length > 0 ? { mistakes } : { faults: read.flatMap((one) => ('fault' in one ? [one] : [])) };
}
