/** Handles the calls of an operation of a document, whatever its role. */
import type { RawAnswer, RawInput } from '@understudy/contract/kit';
import type { SandboxContext } from '../../kit/context.js';
import type { Result } from '../../kit/handler.js';
import type { ListedPage, ShowPage, WithPages } from '../../kit/pages.js';
import { loadedLater } from '../../kit/made-once.js';
import { hashText } from '../../kit/random.js';
import type { WritableRecords } from '../../kit/records.js';
import { ProblemError } from '../../kit/problem-error.js';
import { judgeRequest } from '../judge/judge.js';
import type { ApiOperation } from '../model.js';
import type { RecordAddress, Role } from '../roles.js';
import { callbacksOf } from './callbacks.js';
import { listAnswer } from './list.js';
import type { Reading } from './parameters.js';
import {
  type Written,
  isPatch,
  actionAnswer,
  createAnswer,
  getAnswer,
  mergeAnswer,
  removeAnswer,
  replaceAnswer,
} from './write.js';
import { type Action, type Answering, isXmlType, loadedXml, preferOf, statelessAnswer } from './respond.js';
import { type Stock, SINGLE } from './stock.js';

/** An operation that is served. */
interface ServedOperation extends Reading {
  readonly operation: ApiOperation;
  readonly role: Role;
  readonly stocks: ReadonlyMap<string, Stock>;
  readonly anyId: boolean;
  /** Whether a request that is off the contract is refused, or answered all the same. */
  readonly isRefusing: boolean;
}

type Context = Omit<SandboxContext, 'input' | 'records'> & {
  readonly input: RawInput;
  readonly records: WritableRecords;
} & WithPages;

/** The records that a role is about; undefined where it is about none. */
function stockOf({ role, stocks }: ServedOperation): Stock | undefined {
  return 'resource' in role ? stocks.get(role.resource) : undefined;
}

const NOWHERE: RecordAddress = { scope: [], id: undefined, bound: [] };

const loadedPatch = loadedLater(() => import('./json-patch.js'));

/** What a path says of the records that it is about. */
interface Address extends Pick<Action, 'scope' | 'name' | 'bound'> {}

/** Reads what a path says, by the parameters that its role names. */
function addressOf(role: Role, { resource }: Stock, { path }: RawInput): Address {
  const text = (parameter: string): string => path[parameter] ?? '';
  const { scope, id, bound } = 'at' in role ? role.at : NOWHERE;
  return {
    scope: scope.map(text),
    name: resource.isSingle === true ? SINGLE : id === undefined ? undefined : text(id),
    bound: bound.map(({ parameter, member }) => ({ member, text: text(parameter) })),
  };
}

interface Performed extends Written {
  readonly listed?: ListedPage;
}

function performed(action: Action, role: Role, shows: ShowPage | undefined): Performed {
  const isBelowNothing = !action.anyId && !action.stock.hasParents(action.records, action.scope);
  if (isBelowNothing) {
    const above = action.scope.map((text) => JSON.stringify(text.slice(0, 100))).join(' and ');
    throw new ProblemError('not_found', {
      detail: `there is nothing at ${above}, which the ${action.stock.resource.many} would be below`,
    });
  }
  switch (role.kind) {
    case 'list':
      return listAnswer(action, role, shows);
    case 'get':
      return { answer: getAnswer(action, role) };
    case 'create':
      return createAnswer(action, role);
    case 'replace':
      return replaceAnswer(action, role);
    case 'merge':
      return mergeAnswer(action, role);
    case 'remove':
      return removeAnswer(action, role);
    case 'action':
      return actionAnswer(action, role);
    default:
      throw new TypeError(`the role ${role.kind} has no records`);
  }
}

/** Gives what handles the calls of an operation. */
export function operationHandler(served: ServedOperation) {
  const { document, validation, operation, role, anyId } = served;
  const stock = stockOf(served);
  const hasXml = operation.responses.some(({ content }) => content.some(({ type }) => isXmlType(type)));

  function actionOf(
    ctx: Context,
    answering: Answering,
    own: Pick<Action, 'values' | 'body' | 'patch' | 'stock'>,
  ): Action {
    const { input, records, baseUrl } = ctx;
    return {
      ...answering,
      ...own,
      records,
      // What regards the time is right for that instant alone.
      get now() {
        return ctx.now;
      },
      baseUrl,
      ...addressOf(role, own.stock, input),
      newId: (content) => ctx.newId(own.stock.collection, [content]),
      anyId,
      samplingOf: (record) => {
        const id = own.stock.ids.nameIn(record) ?? '';
        return own.stock.sampling(hashText(`${records.dataset.seed}/${own.stock.resource.name}/${id}`));
      },
    };
  }

  return async (given: unknown): Promise<Result<RawAnswer>> => {
    // The context was made for this operation, whose input is a request.
    const ctx = given as Context;
    const { input, records } = ctx;
    const { values, body, issues, refusal } = await judgeRequest(served, operation, input);
    ctx.report(issues);
    if (refusal !== undefined && served.isRefusing) throw refusal;
    const prefer = preferOf(input);
    const seed = hashText(`${records.dataset.seed}/${operation.id}`);
    const draw = { seed, noun: stock?.resource.one ?? operation.id };
    const xml = hasXml ? (await loadedXml()).xmlWriter(document) : undefined;
    const answering: Answering = { document, validation, operation, input, draw, xml };
    const patch = role.kind === 'merge' && isPatch(body) ? (await loadedPatch()).patchOf(body) : undefined;
    const isPreferred = prefer.code !== undefined || prefer.example !== undefined || prefer.isDynamic;
    const { answer, location, listed }: Performed =
      stock === undefined || isPreferred
        ? { answer: statelessAnswer(answering, prefer) }
        : performed(actionOf(ctx, answering, { values, body, patch, stock }), role, ctx.shows);
    if (listed !== undefined) ctx.listed(listed);
    const url = `${ctx.baseUrl}${input.target ?? ''}`;
    const callbacks = answer.status < 400 ? callbacksOf({ ...answering, answer }, { url, body }) : [];
    return { value: answer, location, callbacks };
  };
}
