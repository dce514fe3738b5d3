/** What must hold of a declared domain: the same as check-declaration.ts says in types. */
import { DeclarationError } from './declaration-error.js';
import type { CountedLimit } from './limit.js';
import type { DeclaredOperation } from './operation-declaration.js';
import { type ProblemKindInfo, sharedKinds } from './problem-kinds.js';
import { isSchema, shapeOf } from './schema-shape.js';

/** A domain as it is declared. */
export interface DeclaredDomain {
  readonly name: string;
  readonly description: string;
  readonly operations: Readonly<Record<string, DeclaredOperation>>;
  readonly kinds: Readonly<Record<string, ProblemKindInfo>>;
  readonly events: Readonly<Record<string, unknown>>;
}

function isOperation(value: unknown): value is DeclaredOperation {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'declared' in value;
}

function checkOperations({ name, operations, kinds, events }: DeclaredDomain): void {
  for (const [own, operation] of Object.entries<unknown>(operations)) {
    const full = `${name}.${own}`;
    if (!/^[a-z]\w*$/i.test(own)) throw new DeclarationError(`${full}: a name has letters, digits and _ only`);
    if (!isOperation(operation)) {
      throw new DeclarationError(`${full} is not an operation; get, post, put, patch and remove make one`);
    }
    for (const kind of operation.declared.kinds ?? []) {
      if (Object.hasOwn(kinds, kind) || Object.hasOwn(sharedKinds, kind)) continue;
      throw new DeclarationError(`${full}: the problem kind ${kind} is not declared; name it in the domain's kinds`);
    }
    for (const type of operation.declared.emits ?? []) {
      if (Object.hasOwn(events, type)) continue;
      throw new DeclarationError(`${full}: the event ${type} is not declared; name it in the domain's events`);
    }
  }
}

/** A limit is one thing, whichever operation names it. */
function checkLimits({ name, operations }: DeclaredDomain): void {
  const known = new Map<string, CountedLimit>();
  for (const [own, { declared }] of Object.entries(operations)) {
    const { limit } = declared;
    const other = limit && known.get(limit.name);
    if (limit === undefined) continue;
    known.set(limit.name, limit);
    if (other === undefined || (other.quota === limit.quota && other.window === limit.window)) continue;
    throw new DeclarationError(`${name}.${own}: the limit ${limit.name} has another quota or window elsewhere`);
  }
}

function checkKinds({ name, kinds }: DeclaredDomain): void {
  for (const [kind, info] of Object.entries(kinds)) {
    const { status, title, description } = Object(info) as Partial<typeof info>;
    const isWhole = Number.isInteger(status) && Number(status) >= 400 && Number(status) <= 599;
    if (isWhole && typeof title === 'string' && typeof description === 'string') continue;
    throw new DeclarationError(
      `${name}: the problem kind ${kind} must have a status from 400 to 599, a title and a description`,
    );
  }
}

function checkEvents({ name, events }: DeclaredDomain): void {
  for (const [type, event] of Object.entries(events)) {
    const literal = shapeOf(event)?.['type'];
    if (!isSchema(literal))
      throw new DeclarationError(`${name}: the event ${type} is not an event; webhookEvent makes one`);
    const { values } = literal._zod.def as { readonly values?: readonly unknown[] };
    if (values?.[0] !== type) {
      throw new DeclarationError(`${name}: the event ${type} has the type ${String(values?.[0])} in its schema`);
    }
  }
}

/**
 * Checks a declared domain.
 *
 * @throws {@link DeclarationError} naming the member
 */
export function checkDomain(declared: DeclaredDomain): void {
  const { name, description, operations } = declared;
  if (typeof name !== 'string' || !/^[a-z][\w-]*$/i.test(name)) {
    throw new DeclarationError(
      `the name of a domain is ${JSON.stringify(name)}, but must begin with a letter, and have letters, digits, _ and - only`,
    );
  }
  if (typeof description !== 'string' || description === '') {
    throw new DeclarationError(`${name}: its description is missing`);
  }
  if (typeof operations !== 'object' || operations === null)
    throw new DeclarationError(`${name}: it has no operations`);
  checkKinds(declared);
  checkEvents(declared);
  checkOperations(declared);
  checkLimits(declared);
}
