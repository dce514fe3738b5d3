/** What an API sends by itself, as its document says: the callbacks of its operations, and its webhooks. */
import type { RawAnswer } from '@understudy/contract/kit';
import type { Callback } from '../../kit/handler.js';
import { hashText } from '../../kit/random.js';
import type { WebhookPayloads } from '../../kit/implement.js';
import type { ApiCallback, ApiDocument, Json } from '../model.js';
import { fit, sample, type Sampling } from '../sample/sample.js';
import { isObject } from '../schema.js';
import type { Validation } from '../validate/validator.js';
import { type Answering, isJsonType } from './respond.js';
import { stepsOf, valueAt } from '../pointers.js';

/** Requests that one call sets off at most, where its expressions name many addresses. */
const MAX_CALLBACKS = 10;

/** A call as the runtime expressions of its callbacks see it (OpenAPI 3.1 §4.8.20.4). */
interface Exchanged extends Answering {
  readonly url: string;
  readonly body: Json | undefined;
  readonly answer: RawAnswer;
}

function jsonOf({ type, text }: RawAnswer): Json | undefined {
  return text !== undefined && isJsonType(type) ? (JSON.parse(text) as Json) : undefined;
}

/** The value of a runtime expression; undefined where the call has none. */
function valueOf(expression: string, { url, operation, input, body, answer }: Exchanged): Json | undefined {
  if (expression === '$url') return url;
  if (expression === '$method') return operation.method;
  if (expression === '$statusCode') return answer.status;
  const [, side, place, rest = ''] =
    /^\$(request|response)\.(body|header|query|path)(?:[.#](.*))?$/.exec(expression) ?? [];
  if (place === 'body') return valueAt(side === 'request' ? body : jsonOf(answer), stepsOf(rest));
  if (place === 'header') return (side === 'request' ? input.headers : answer.headers)[rest.toLowerCase()];
  if (side === 'request' && place === 'path') return input.path[rest];
  return side === 'request' ? (new URLSearchParams(input.query).get(rest) ?? undefined) : undefined;
}

/** The addresses that an expression names: several where it leads to an array; none where the call lacks what it names. */
function addressesOf(expression: string, exchanged: Exchanged): readonly string[] {
  if (!expression.includes('{')) return [valueOf(expression, exchanged) ?? []].flat().map(String);
  const [whole] = /^\{([^{}]+)\}$/.exec(expression)?.slice(1) ?? [];
  if (whole !== undefined) return addressesOf(whole, exchanged);
  let isWhole = true;
  const address = expression.replaceAll(/\{([^{}]+)\}/g, (_, inner: string) => {
    const value = valueOf(inner, exchanged);
    isWhole &&= value !== undefined && typeof value !== 'object';
    return String(value);
  });
  return isWhole ? [address] : [];
}

/** What is sent: an example, else what the schema gives, with what the call has answered where that fits. */
function payloadOf({ body: media }: ApiCallback, answered: Json | undefined, about: Sampling): Json | undefined {
  if (media === undefined) return undefined;
  const [example] = media.examples.values();
  if (example !== undefined) return example;
  return isObject(answered) ? fit(answered, media.schema, about) : sample(media.schema, about);
}

/** Without credentials in it, which would go into what the registrations show. */
const isHttp = (address: string): boolean =>
  /^https?:\/\/[^\s/?#\\@]+(?:[/?#]\S*)?$/i.test(address) && address.length <= 2048 && URL.canParse(address);

/** The requests that a call sets off, which has succeeded. */
export function callbacksOf(
  { operation, answer, ...call }: Answering & { readonly answer: RawAnswer },
  { url, body }: Pick<Exchanged, 'url' | 'body'>,
): readonly Callback[] {
  if (operation.callbacks.length === 0) return [];
  const { document, validation, draw } = call;
  const exchanged: Exchanged = { ...call, operation, answer, url, body };
  const answered = jsonOf(answer);
  const all = operation.callbacks.flatMap((callback) => {
    const { name, method, expression } = callback;
    const seed = hashText(`${draw.seed}/${name}/${answer.text ?? ''}`);
    const about: Sampling = { ...draw, document, validation, noun: name, seed };
    return addressesOf(expression, exchanged)
      .filter(isHttp)
      .map((address) => ({ name, url: address, method, body: payloadOf(callback, answered, about) }));
  });
  return all.slice(0, MAX_CALLBACKS);
}

/** The name of a webhook as an event type: words of letters, digits and underscores, with dots between them. */
const typeOf = (name: string): string =>
  name
    .replaceAll(/[^a-z0-9_]+/gi, '.')
    .replaceAll(/^\.+|\.+$/g, '')
    .slice(0, 100);

/** What the webhooks of a document carry, by their event type. */
export function webhookPayloads(document: ApiDocument, validation: Validation): WebhookPayloads {
  const entries = document.webhooks.map((webhook): [string, (seed: string) => object] => {
    const type = typeOf(webhook.expression);
    const payload = (seed: string): object => {
      const about = { document, validation, noun: type, seed: hashText(`${seed}/${type}`) };
      const value = payloadOf(webhook, undefined, about);
      return isObject(value) ? value : {};
    };
    return [type, payload];
  });
  return Object.fromEntries(entries.filter(([type]) => type !== ''));
}
