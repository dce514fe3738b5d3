/** Writes the file of `understudy client`: loaded only where that is asked for, since it knows all domains. */
import { API_PATH } from '../kit/sandbox-address.js';
import { OptionError } from '../options/option.js';
import { apiOptionsFor } from '../options/data.js';
import { type OptionSource, readOptions } from '../options/options.js';
import { domainsFile } from '../sdk/domains-file.js';
import { NotGenerated, type Written, writeGenerated } from '../sdk/client-files.js';
import { connectReason, PATIENCE_MS } from './remote-server.js';
import { servedDocument } from './served-document.js';

/** Where the examples of a document are: the file must not follow from the port that a server has. */
const EXAMPLES = 'http://127.0.0.1:4010';

async function documentAt(url: string): Promise<unknown> {
  const fault = (what: string, cause?: unknown) => new OptionError(`--url is ${url}, but ${what}`, { cause });
  let answer: Response;
  let served: string;
  try {
    answer = await fetch(`${url}/openapi.json`, { signal: AbortSignal.timeout(PATIENCE_MS) });
    served = await answer.text();
  } catch (error) {
    throw fault(`no server answers there: ${connectReason(error)}`, error);
  }
  if (!answer.ok) throw fault(`its /openapi.json is answered with ${answer.status}`);
  const text = served.replaceAll(new URL(url).origin, EXAMPLES);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw fault('its /openapi.json is no JSON', error);
  }
}

/** Writes the file; what cannot be written is an OptionError. */
async function write(path: string, text: string, isCheck: boolean): Promise<Written> {
  try {
    return await writeGenerated(path, text, isCheck);
  } catch (error) {
    if (error instanceof NotGenerated) {
      throw new OptionError(`--out is ${path}, but that file was not written by understudy client; choose another`, {
        cause: error,
      });
    }
    const why = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new OptionError(`--out is ${path}, but it cannot be written: ${why}`, { cause: error });
  }
}

/** Where the domains come from, and which of them are written. */
interface ClientSource {
  readonly url: string | undefined;
  readonly domain: readonly string[];
  readonly data: string | object | undefined;
  readonly id: string;
  readonly all: boolean;
  readonly named: OptionSource['named'];
}

/** What the file is made from: the document, and the domains to take of it. */
async function source({ url, domain, data, id, all, named }: ClientSource) {
  const chosen = all ? ('all' as const) : ('own' as const);
  const given = domain.length > 0 ? '--domain' : data === undefined ? undefined : '--data';
  if (url !== undefined && given !== undefined) {
    throw new OptionError(`--url and ${given} exclude each other: a running server has its own domains`);
  }
  if (url !== undefined) return { document: await documentAt(url), domains: chosen };
  const serving = { ...readOptions(apiOptionsFor([]), { values: {}, named }), domain, data, id, base: API_PATH };
  const { document, given: names } = await servedDocument(serving, EXAMPLES, named);
  return { document, domains: all || names.length === 0 ? chosen : names };
}

/** The text of the file; a document without what is wanted is an OptionError. */
async function textOf(asked: ClientSource): Promise<string> {
  const { document, domains } = await source(asked);
  try {
    return domainsFile(document, { domains });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new OptionError(
      `${error.message}; name files with domains of your own by --domain, or write all domains by --all`,
      {
        cause: error,
      },
    );
  }
}

interface File extends ClientSource {
  readonly out: string;
  /** Writes nothing, and says whether it would. */
  readonly check: boolean;
}

/**
 * Writes the file.
 *
 * @throws {@link OptionError} naming the option, and what is wrong
 */
export async function writeClient({ out, check, ...asked }: File): Promise<Written> {
  return write(out, await textOf(asked), check);
}
