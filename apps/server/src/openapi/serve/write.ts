/** Reads, creates, changes and removes the record that a call names, as its document says. */
import type { RawAnswer } from '@understudy/contract/kit';
import { hashText } from '../../kit/random.js';
import { nextInSequence } from '../../kit/records.js';
import { badRequest, ProblemError, problemsOf } from '../../kit/problem-error.js';
import type { Schema, JsonObject, Json, ApiMedia } from '../model.js';
import type { Role } from '../roles.js';
import { sample } from '../sample/sample.js';
import { isNumeric, isObject, memberOf, schemaWithin, shapeAt } from '../schema.js';
import { joinedWords } from '../understand/nouns.js';
import { type Action, answerWith, responseFor, shownAs, statelessValue, successOf } from './respond.js';
import type { Place } from './stock.js';
import { mergePatch } from '../../kit/merge-patch.js';
import { valueAt, withValueAt } from '../pointers.js';

/** What is taken away: null stands for that, in objects too. */
const removing = (value: Json): unknown => {
  if (value === null) return undefined;
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, removing(one)]))
    : value;
};

/**
 * A record with changes merged into it.
 *
 * @param canBeNull whether a member holds null, which takes away all others
 */
function merged(before: JsonObject, changes: JsonObject, canBeNull: (name: string) => boolean): JsonObject {
  const entries = Object.entries(changes).map(([name, one]) => [
    name,
    one === null && canBeNull(name) ? one : removing(one),
  ]);
  return mergePatch(before, Object.fromEntries(entries) as object);
}

/** Whether a body is a JSON patch, and no record. */
export const isPatch = (body: Json | undefined): body is readonly JsonObject[] =>
  Array.isArray(body) &&
  body.every((one: Json) => typeof memberOf(one, 'op') === 'string' && typeof memberOf(one, 'path') === 'string');

type RoleOf<Kind extends Role['kind']> = Extract<Role, { readonly kind: Kind }>;

/** Where the record stands in the answer of a write, and in its body. */
interface Wrapped {
  readonly wrap: readonly string[] | undefined;
  readonly bodyWrap: readonly string[];
}

const problem = problemsOf({});

/** Members that say when a record was made. */
const CREATED =
  /^(?:created|inserted|added|registered|date_?created|creation)_?(?:at|on|date|time|timestamp|datetime)?$/;

/** Members that say when it was changed last. */
const UPDATED =
  /^(?:updated|modified|changed|last_?(?:updated|modified|changed)|date_?(?:updated|modified))_?(?:at|on|date|time|timestamp|datetime)?$/;

const snake = (name: string): string => name.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();

/** An instant in the form that a schema has for it; undefined where it is none. */
function instantOf({ document, validation }: Action, schema: Schema, now: number): Json | undefined {
  const { types, format, schema: found } = shapeAt(document, schema);
  const iso = new Date(now).toISOString();
  if (types.has('string') || types.size === 0) {
    const text = format === 'date' ? iso.slice(0, 10) : iso;
    return validation.isValid(schema, text, 'answer') ? text : undefined;
  }
  if (!isNumeric({ types })) return undefined;
  const example = isObject(found)
    ? (found['example'] ?? (Array.isArray(found['examples']) ? found['examples'][0] : undefined))
    : undefined;
  const inMs = typeof example === 'number' && example > 100_000_000_000;
  const seconds = inMs ? now : Math.floor(now / 1000);
  return validation.isValid(schema, seconds, 'answer') ? seconds : undefined;
}

/** The times of a record that is made or changed now, but for those that the client has sent itself. */
function timesAt(action: Action, which: readonly RegExp[], sent: JsonObject): JsonObject {
  const { members } = shapeAt(action.document, action.stock.resource.schema);
  const entries = [...members].flatMap(([name, schema]): [string, Json][] => {
    if (Object.hasOwn(sent, name) || !which.some((one) => one.test(snake(name)))) return [];
    const instant = instantOf(action, schema, action.now);
    return instant === undefined ? [] : [[name, instant]];
  });
  return Object.fromEntries(entries);
}

/** The media type of the body that was sent, where it has a schema; the first that is documented. */
function bodySchema(action: Action, path: readonly string[]): Schema | undefined {
  const [media] = action.operation.body?.content ?? [];
  return media === undefined ? undefined : schemaWithin(action.document, media.schema, path);
}

/** What of a body is the record, its members under the names that records have for them: `FriendlyName` may be `friendly_name`. */
function sentRecord({ body, document, stock }: Action, path: readonly string[]): JsonObject {
  const part = valueAt(body, path);
  if (!isObject(part)) return {};
  const { members: properties } = shapeAt(document, stock.resource.schema);
  const names = Object.keys(part);
  if (names.every((name) => properties.has(name))) return part;
  const byWords = new Map(Array.from(properties.keys(), (name) => [joinedWords(name), name] as const));
  const own = Object.entries(part).map(([name, value]): [string, Json] => {
    const known = properties.has(name) ? name : (byWords.get(joinedWords(name)) ?? name);
    return [known === name || names.includes(known) ? name : known, value];
  });
  return Object.fromEntries(own);
}

/** What a member is that nobody has sent: the least that must be there, and where no client can send it, what the server makes. */
function unsent(
  { document, validation }: Action,
  [name, schema]: readonly [name: string, schema: Schema],
  { canSend, isRequired, drawn }: { canSend: boolean; isRequired: boolean; drawn: () => Json | undefined },
): Json | undefined {
  const { schema: found, isNullable, types, values } = shapeAt(document, schema);
  const standard = memberOf(found, 'default');
  // Of several branches, that of the one which is drawn.
  if (standard !== undefined && (isRequired || drawn() !== undefined)) return standard;
  const fits = (value: Json): boolean => validation.isValid(schema, value, 'answer');
  if (canSend) {
    if (!isRequired) return undefined;
    if (isNullable) return null;
    return types.has('array') && fits([]) ? [] : drawn();
  }
  // What is over or gone is not so yet.
  if (isNullable && /(?:_at|_on|date|time|_by)$/.test(snake(name))) return null;
  if (values.length > 0 && /^(?:status|state|phase|stage)$/i.test(name)) return values[0];
  return /(?:_count|_total)$/.test(snake(name)) && fits(0) ? 0 : drawn();
}

/** Whether the server alone writes a member: as the body has it, where it has it, since what shows a record may show it as read-only. */
function serverWrites({ document }: Action, inBody: ReadonlyMap<string, Schema>) {
  const bySent = new Map(Array.from(inBody, ([name, schema]) => [joinedWords(name), schema]));
  return (name: string, schema: Schema | undefined): boolean =>
    shapeAt(document, bySent.get(joinedWords(name)) ?? schema).readOnly;
}

/**
 * The record that a body makes; what the server has made of an earlier one stays.
 *
 * @param known members that the server gives it whatever is drawn
 */
function recordOf(action: Action, role: Wrapped, before: JsonObject | undefined, known: JsonObject): JsonObject {
  const { stock, document } = action;
  const sent = sentRecord(action, role.bodyWrap);
  const { members: properties, required, additional } = shapeAt(document, stock.resource.schema);
  const { members: inBody } = shapeAt(document, bodySchema(action, role.bodyWrap));
  const can = new Set(Array.from(inBody.keys(), joinedWords));
  const isServers = serverWrites(action, inBody);
  // Most bodies leave nothing to be drawn.
  let whole: Json | undefined;
  const drawn = (): Json => {
    const seed = hashText(action.newId([stock.resource.name, sent]));
    return (whole ??= sample(stock.resource.schema, stock.sampling(seed, { index: seed % 1000, now: action.now })));
  };
  const entries: [string, Json][] = [];
  for (const [name, schema] of properties) {
    const isOurs = isServers(name, schema);
    const canSend = !isOurs && can.has(joinedWords(name));
    const isSent = Object.hasOwn(sent, name) && !isOurs;
    const value = isSent
      ? sent[name]
      : before?.[name] !== undefined && !canSend
        ? before[name]
        : unsent(action, [name, schema], {
            canSend,
            isRequired: required.has(name),
            drawn: () => memberOf(known, name) ?? memberOf(drawn(), name),
          });
    if (value !== undefined) entries.push([name, value]);
  }
  const others = Object.entries(sent).filter(([name]) => !properties.has(name) && additional !== false);
  return Object.fromEntries([...entries, ...others]);
}

/** What the path says of a record below parents. */
function withScope({ stock, scope, bound, validation, document }: Action, value: JsonObject): JsonObject {
  const { members: properties } = shapeAt(document, stock.resource.schema);
  const ofScope = stock.resource.scope.map(({ member }, index) => ({ member, text: scope[index] }));
  const said = [...ofScope, ...bound].flatMap(({ member, text }): [string, Json][] => {
    const schema = member === undefined ? undefined : properties.get(member);
    if (member === undefined || schema === undefined || !text) return [];
    const id = isNumeric(shapeAt(document, schema)) && /^-?\d+$/.test(text) ? Number(text) : text;
    return validation.isValid(schema, id, 'answer') ? [[member, id]] : [];
  });
  return said.length === 0 ? value : { ...value, ...Object.fromEntries(said) };
}

/** The id of a record to create: the client's where it names one, else one that no record has. */
function idFor(action: Action, sent: JsonObject): Json {
  const { stock, records, scope, document } = action;
  const { ids, collection } = stock;
  const given = ids.in(sent);
  const isOurs = shapeAt(document, ids.schema).readOnly;
  if (!isOurs && ((typeof given === 'string' && given !== '') || typeof given === 'number')) return given;
  return ids.created(
    () => stock.largest + nextInSequence(records, collection.name),
    (attempt) => hashText(action.newId([stock.resource.name, sent, attempt])),
    (name) => stock.has(records, { scope, name }),
  );
}

/** A part of an answer that is the record, within what stands around it. */
function shown(action: Action, media: ApiMedia, wrap: readonly string[], record: JsonObject): Json {
  const schema = schemaWithin(action.document, media.schema, wrap) ?? true;
  const part = withId(action, schema, shownAs(record, schema, action.samplingOf));
  return wrap.length === 0
    ? part
    : withValueAt(withId(action, media.schema, statelessValue(action, media)), wrap, part);
}

/** An answer, or a part of one, with the id of the record that the call names. */
const withId = ({ stock, name }: Action, schema: Schema, value: Json): Json =>
  name === undefined ? value : stock.ids.shownIn(value, schema, name);

function answerOf(action: Action, wrap: readonly string[] | undefined, record: JsonObject, status?: number): RawAnswer {
  const response =
    (status === undefined ? undefined : responseFor(action.operation, status)) ?? successOf(action.operation);
  if (response === undefined) return { status: 200, type: '', headers: {} };
  const value = (media: ApiMedia): Json =>
    wrap === undefined
      ? withId(action, media.schema, statelessValue(action, media))
      : shown(action, media, wrap, record);
  return answerWith(action, response, value, { records: wrap });
}

/** The place that a call names. */
const placeOf = ({ scope, name = '', stock, records }: Action) => stock.placeOf(records, { scope, name });

function missing({ stock, name = '' }: Action): ProblemError {
  return new ProblemError('not_found', {
    detail: `there is no ${stock.resource.one} with the id ${JSON.stringify(name.slice(0, 100))}`,
  });
}

function current(action: Action): JsonObject {
  const found = action.stock.find(action.records, placeOf(action));
  if (found === undefined) throw missing(action);
  return found;
}

export function getAnswer(action: Action, { wrap }: Pick<Wrapped, 'wrap'>): RawAnswer {
  return answerOf(action, wrap, current(action));
}

/** What was written, and where it lies. */
export interface Written {
  readonly answer: RawAnswer;
  readonly location?: string | undefined;
}

/** The address of a record that was created: below the path that was asked, or where its document has it. */
function locationOf({ stock, input, name }: Action, id: string): string | undefined {
  const { collectionPath, itemPath } = stock.resource;
  if (itemPath === undefined || name !== undefined) return undefined;
  const [path = ''] = (input.target ?? '').split('?', 1);
  const isBelow = collectionPath !== undefined && itemPath.startsWith(`${collectionPath}/{`) && itemPath.endsWith('}');
  return isBelow && path.startsWith('/') ? `${path.replace(/\/$/, '')}/${encodeURIComponent(id)}` : undefined;
}

/** A record that a call writes. */
interface Writing {
  readonly place: Place;
  /** What was there; undefined where nothing was. */
  readonly before: JsonObject | undefined;
  /** Gives what it holds beside what the server gives it in any case: times, and its id where that is a member by itself. */
  readonly content: (known: JsonObject) => JsonObject;
  /** The id, where it is not the one that the place names. */
  readonly id?: Json;
  readonly status?: number | undefined;
}

/** Stores a record with the time of the change, and answers it. */
function write(
  action: Action,
  { wrap, bodyWrap }: Wrapped,
  { place, before, content, id, status }: Writing,
): RawAnswer {
  const { stock, records } = action;
  const times = timesAt(action, before === undefined ? [CREATED, UPDATED] : [UPDATED], sentRecord(action, bodyWrap));
  const own = id ?? stock.ids.named(place.name);
  const { idMember, idWithin, idIsPath } = stock.resource;
  const isMember = idMember !== undefined && idWithin.length === 0 && idIsPath !== true;
  const known = isMember ? { ...times, [idMember]: own } : times;
  const record = stock.ids.with({ ...content(known), ...times }, own);
  records.put(stock.collection, stock.stored(place, record));
  return answerOf({ ...action, name: place.name }, wrap, record, status);
}

export function createAnswer(action: Action, role: Wrapped): Written {
  const { stock, records, scope, operation } = action;
  const id = idFor(action, sentRecord(action, role.bodyWrap));
  const name = String(id);
  const place = { scope, name };
  const isThere = stock.has(records, place);
  if (isThere && !action.anyId && operation.responses.some(({ status }) => status === '409')) {
    throw problem('conflict', {
      detail: `there is a ${stock.resource.one} with the id ${JSON.stringify(name.slice(0, 100))} already`,
    });
  }
  const content = (known: JsonObject) => withScope(action, recordOf(action, role, undefined, known));
  return {
    answer: write(action, role, { place, before: undefined, content, id }),
    location: locationOf(action, name),
  };
}

/** A call with the id that its body names where the path names none, as in `PUT /pet`. */
const named = (action: Action, path: readonly string[]): Action => ({
  ...action,
  name: action.name ?? action.stock.ids.nameIn(sentRecord(action, path)),
});

export function replaceAnswer(given: Action, role: Wrapped): Written {
  const action = named(given, role.bodyWrap);
  // What names no record, where nothing says that it must, is a new one.
  if (action.name === undefined) return createAnswer(given, role);
  const place = placeOf(action);
  const before = action.stock.find(action.records, place);
  const canCreate = action.operation.responses.some(({ status }) => status === '201');
  if (before === undefined && !canCreate) throw missing(action);
  const content = (known: JsonObject) => withScope(action, recordOf(action, role, before, known));
  const status = before === undefined ? 201 : undefined;
  return { answer: write(action, role, { place, before, content, status }) };
}

/** A record with what a patch asks for, without what only the server writes; null takes away what cannot be null. */
function patched(action: Action, role: Wrapped, before: JsonObject): JsonObject {
  const { document, patch } = action;
  if (patch !== undefined) return patch(before);
  const { members } = shapeAt(document, action.stock.resource.schema);
  const isServers = serverWrites(action, shapeAt(document, bodySchema(action, role.bodyWrap)).members);
  const entries = Object.entries(sentRecord(action, role.bodyWrap)).filter(
    ([name]) => !isServers(name, members.get(name)),
  );
  return merged(before, Object.fromEntries(entries), (name) => shapeAt(document, members.get(name)).isNullable);
}

export function mergeAnswer(given: Action, role: Wrapped): Written {
  const action = named(given, role.bodyWrap);
  if (action.name === undefined) {
    const member = action.stock.resource.idMember ?? 'id';
    const detail = 'is required, since the path names no record';
    throw badRequest([{ pointer: `#/${[...role.bodyWrap, member].join('/')}`, code: 'required', detail }]);
  }
  const before = current(action);
  const content = () => patched(action, role, before);
  return { answer: write(action, role, { place: placeOf(action), before, content }) };
}

export function removeAnswer(action: Action, { wrap }: Pick<Wrapped, 'wrap'>): Written {
  const { stock, records } = action;
  const before = current(action);
  const place = placeOf(action);
  const mark = stock.removed(place);
  if (mark === undefined) records.remove(stock.collection, stock.stored(place, {}).id);
  else records.put(stock.collection, mark);
  return { answer: answerOf(action, wrap, before) };
}

export function actionAnswer(action: Action, { wrap, change }: RoleOf<'action'>): Written {
  const { stock, document } = action;
  const before = current(action);
  if (change === undefined) return { answer: answerOf(action, wrap, before) };
  const { member, value } = change;
  const { types } = shapeAt(document, shapeAt(document, stock.resource.schema).members.get(member));
  // A hint may write true of a flag as a text.
  const content = () => ({ ...before, [member]: types.has('boolean') ? String(value) !== 'false' : value });
  return { answer: write(action, { wrap, bodyWrap: [] }, { place: placeOf(action), before, content }) };
}
