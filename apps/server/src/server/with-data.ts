/** Adds the domains of the data that a server is started with. */
import { type DataDomain, domainsOfData } from '../data/data-domains.js';
import { API_PATH, isOutsideApi, isControlPath } from '../kit/sandbox-address.js';
import { withOption } from './initial-state.js';
import { type Named, OptionError } from '../options/options.js';
import type { Platform } from './parts.js';
import type { ServedDomains } from './served-api.js';
import type { Site } from '../http/router.js';

/** The data of a server. */
export interface DataOptions {
  /** Path of a JSON file, or what is in one; undefined where a server has none. */
  readonly data?: string | object | undefined;
  /** Whether its records are answered without an envelope. */
  readonly bare: boolean;
  /** The member that is the id of a record. */
  readonly id: string;
  /** Whether writes of them are refused. */
  readonly readOnly: boolean;
  /** Rules that rewrite paths: the path of a file, or what is in it. */
  readonly routes?: string | object | undefined;
  /** The folder whose files are served. */
  readonly static?: string | undefined;
  /** Documents, whose operations lie at the root. */
  readonly openapi: readonly unknown[];
  readonly named: Named;
  readonly platform: Pick<Platform, 'readJson' | 'siteParts'>;
}

/** What is served beside the API; undefined where nobody asks for anything. */
function siteOf({ routes, static: folder, named, platform }: DataOptions): Site | undefined {
  const { siteParts } = platform;
  if (routes === undefined && folder === undefined) return undefined;
  if (siteParts === undefined) throw new OptionError(`${named(routes ? 'routes' : 'static')} needs a server in Node`);
  const rewriting = routes === undefined ? {} : withOption(named('routes'), routes, () => siteParts.routes(routes));
  const files = folder === undefined ? {} : withOption(named('static'), folder, () => siteParts.static(folder));
  return { routes: [], ...files, ...rewriting };
}

/**
 * Has collections lie at the root as well, as with json-server: their names lead there unless the server has something
 * else at that address.
 */
function atRoot(domains: readonly DataDomain[], rewrite: Site['rewrite'] = (target) => target): Site['rewrite'] {
  const paths = domains.flatMap(({ contract }) => Object.values(contract.operations).map(({ path }) => path));
  const names = new Set(paths.map((path) => path.split('/')[2] ?? ''));
  const free = new Set([...names].filter((name) => !isOutsideApi(`/${name}`) && !isControlPath(`/${name}`)));
  return (sent, base) => {
    const target = rewrite(sent, base);
    const isFree = base === API_PATH && free.has(target.path.split('/', 2)[1] ?? '');
    return isFree ? { ...target, path: base + target.path, linkPath: target.path } : target;
  };
}

/**
 * Adds the domains of the data to those that a server serves.
 *
 * @throws {@link OptionError} naming what in the data is wrong, or what is said of data that there is not
 */
export function withData(served: ServedDomains, given: DataOptions): ServedDomains {
  const { data, named, bare, id, readOnly } = given;
  const site = siteOf(given);
  if (data === undefined) {
    const idle = Object.entries({ bare, readOnly, id: id !== 'id' }).find(([, isOn]) => isOn)?.[0];
    if (idle === undefined) return { ...served, site };
    throw new OptionError(`${named(idle)} is on, but is about the records of ${named('data')}, and none is given`);
  }
  const { domains: own, whole } = withOption(named('data'), data, () =>
    domainsOfData(given.platform.readJson(data), { bare, id, readOnly }),
  );
  const fromFile = typeof data === 'string' ? own.map((domain) => [domain, data] as const) : [];
  return {
    ...served,
    domains: [...(served.domains ?? []), ...own],
    files: new Map([...(served.files ?? []), ...fromFile]),
    made: new Set(own),
    whole,
    site: bare && given.openapi.length === 0 ? { routes: [], ...site, rewrite: atRoot(own, site?.rewrite) } : site,
  };
}
