/** The plan of an operation: the one way that its calls go, whichever protocol they came by. */
import { toBase64 } from '#platform/runtime';
import { type AnyTRPCProcedure, TRPCError } from '@trpc/server';
import { type Context, type Operation, Validated } from '@understudy/contract/kit';
import { DerivedKeys } from '../identity/users.js';
import { andThen, type Eventual } from '../kit/made-once.js';
import type { AnswerSchema, ProblemAnswer, RedirectError } from '../kit/handler.js';
import type { Call, Performed } from './call.js';
import { answerText, chooseFields, parsed } from './finish-outcome.js';
import { linesDocument } from './lines.js';
import { checkForm } from './list.js';
import type { Performance, Served } from './make-context.js';
import { perform, performOnRegistry } from './perform.js';
import { backlog } from './sandbox-events.js';
import type { Services } from './services.js';

/** What a call came to: the JSON of its answer, which is empty where something else is answered, and what was found with it. */
export interface PlanResult {
  readonly json: string;
  readonly found: Performed;
}

/** Whether something else is answered than the JSON of a value. */
function isOther({ stream, file, lines, form, signed, redirect }: Performed): boolean {
  return (stream ?? file ?? lines ?? form ?? signed ?? redirect) !== undefined;
}

/** The JSON of an answer, as its schema lets it out. */
function jsonOf(operation: Operation, input: unknown, answer: unknown): Eventual<string> {
  const text = answerText(operation, input, answer);
  if (text !== undefined) return text;
  const shown = chooseFields(operation, input, answer);
  if (shown instanceof Validated) return JSON.stringify(shown.answer);
  return andThen(parsed(operation.output, shown), ({ data, error }) => {
    if (error === undefined) return JSON.stringify(data);
    throw new TRPCError({ code: 'INTERNAL_SERVER_ERROR', message: 'Output validation failed', cause: error });
  });
}

/** The plan of one operation on one server. */
export class Plan {
  readonly served: Served;
  readonly operation: Operation;
  readonly #services: Services;
  readonly #perform: (run: Performance, services: Services) => Eventual<Performed>;

  constructor(served: Served, services: Services) {
    this.served = served;
    this.operation = served.operation;
    this.#services = services;
    this.#perform = served.operation.meta.scope === 'registry' ? performOnRegistry : perform;
  }

  /** Takes a problem back to a browser's client, where errors of the operation travel in redirects. */
  get redirectError(): RedirectError | undefined {
    return this.served.handler.redirectError;
  }

  /** Tells a problem in the words of an API of its own. */
  get problemAnswer(): ProblemAnswer | undefined {
    return this.served.handler.problemAnswer;
  }

  /** The schema of what an API of its own answers; undefined where it is that of the operation. */
  get answerSchema(): AnswerSchema | undefined {
    return this.served.handler.answerSchema;
  }

  /**
   * Answers a call with an input that nobody has looked at yet.
   *
   * @throws TRPCError as tRPC does for an input or an answer that its schema refuses
   */
  run(call: Call, given: unknown): Eventual<PlanResult> {
    return andThen(parsed(this.operation.input, given === undefined ? {} : given), ({ data: input, error }) => {
      if (error !== undefined) throw new TRPCError({ code: 'BAD_REQUEST', cause: error });
      return andThen(this.#performed(call, input), (found) => this.#result(found, input));
    });
  }

  #result(found: Performed, input: unknown): Eventual<PlanResult> {
    const { operation } = this;
    if (operation.meta.raw !== undefined || isOther(found)) return { found, json: '' };
    return andThen(found.json ?? jsonOf(operation, input, found.answer), (json) => ({ found, json }));
  }

  /** The tRPC procedure of the operation, of which a document can be made; what has another form is a document there. */
  procedure(): AnyTRPCProcedure {
    const { operation } = this;
    const resolve = async ({ ctx, input }: { ctx: Context; input: unknown }): Promise<unknown> => {
      checkForm(operation, input);
      const found = await this.#performed(ctx.call, input);
      ctx.result.found = found;
      const { stream, file, lines } = found;
      if (stream !== undefined) return backlog(stream);
      if (file !== undefined) return { media_type: file.mediaType, base64: toBase64(file.bytes) };
      if (lines !== undefined) return linesDocument(lines);
      return chooseFields(operation, input, found.answer);
    };
    // The builder's input type is not known here; tRPC has parsed the input by its schema.
    const { procedure } = operation;
    const finished =
      operation.method === 'GET' ? procedure.query(resolve as never) : procedure.mutation(resolve as never);
    return finished as AnyTRPCProcedure;
  }

  #performed(call: Call, input: unknown): Eventual<Performed> {
    const { served } = this;
    const keys = new DerivedKeys(this.#services.users?.keyOf);
    return this.#perform({ served, call, input, keys, ...served }, this.#services);
  }
}
