/** The names that an address knows, in the query and in the body; and what becomes of a request with others. */
import { controls, type Operation } from '@understudy/contract';
import type { CallControls } from '../call/call.js';
import { FaultList } from '../kit/fault-list.js';
import { addIssues, locateIn } from '../kit/faults.js';
import type { ProblemError } from '../kit/problem-error.js';
import { unknownFaults, unknownMembers, withUnknown } from '../kit/unknown-members.js';
import type { RequestContext } from './request-context.js';

/** Names known of an address. */
export interface KnownNames {
  readonly query: ReadonlySet<string>;
  /** Undefined where no body is read. */
  readonly body: ReadonlySet<string> | undefined;
}

/** The names of an address of an operation: of its controls, and of its own input, in the body where it reads one. */
export function knownNames({ input, meta }: Operation, hasBody: boolean): KnownNames {
  const own = Object.keys(input.shape);
  const notInPath = own.filter((name) => !meta.openapi.path.includes(`{${name}}`));
  const shared = [...Object.keys(controls.shape), 'cursor'];
  // A form may hold the token (RFC 6750 §2.2).
  const token = meta.credential === 'bearer' ? ['access_token'] : [];
  return {
    query: new Set(hasBody ? shared : [...shared, ...notInPath]),
    body: hasBody ? new Set([...own, ...token]) : undefined,
  };
}

/** Whether a request is refused for what its operation does not know. OAuth asks to ignore it (RFC 6749 §3.1 and §3.2). */
function isStrict({ sandbox }: RequestContext, { meta }: Operation): boolean {
  return sandbox.config.strict === true && meta.errors === 'problem';
}

/** What of a request is not known; the sandbox of the control API's calls has no say in them. */
export class UnknownNames {
  readonly #operation: Operation;
  readonly #known: KnownNames;
  readonly #ctx: RequestContext;
  readonly #isAsked: boolean;

  constructor(operation: Operation, known: KnownNames, ctx: RequestContext) {
    this.#operation = operation;
    this.#known = known;
    this.#ctx = ctx;
    this.#isAsked = operation.meta.scope === 'sandbox';
  }

  /** Those of the query. */
  inQuery() {
    const { query } = this.#ctx;
    return this.#isAsked && query.size > 0 ? unknownMembers(query.keys(), this.#known.query, 'query') : [];
  }

  /** Those of the body. */
  inBody(input: unknown) {
    const { body } = this.#known;
    const isObject = typeof input === 'object' && input !== null && !Array.isArray(input);
    return this.#isAsked && body !== undefined && isObject ? unknownMembers(Object.keys(input), body, 'body') : [];
  }

  /** The controls, or the problem with them and with the names beside them: all faults at once. */
  checkQuery(controlsOf: CallControls | ProblemError): CallControls | ProblemError {
    return isStrict(this.#ctx, this.#operation) ? withUnknown(controlsOf, this.inQuery()) : controlsOf;
  }

  /** Refuses a body with others, with whatever else is wrong with it. */
  checkBody(input: unknown): void {
    if (!isStrict(this.#ctx, this.#operation)) return;
    const unknown = this.inBody(input);
    if (unknown.length === 0) return;
    const faults = new FaultList();
    const { error } = this.#operation.input.safeParse(input);
    if (error !== undefined) addIssues(faults, error, { input, locate: locateIn(this.#operation.meta) });
    for (const fault of unknownFaults(unknown)) faults.addOne(fault);
    throw faults.toProblem();
  }
}
