/** Which folder may import what, and why: one row per rule, every row that matches applies. */

const server = 'apps/server/src';

/** What the domains may import of the server that stand for a part of it. */
const systemParts = {
  auth: ['identity'],
  oauth: ['identity'],
  // Its members are the users.
  saas: ['identity/users'],
  webhooks: ['webhooks'],
  sandboxes: [
    'store',
    'faults',
    'webhooks',
    'journal/mask',
    'listing/scheduler',
    'call/services',
    'identity/redirects',
  ],
};

/** Files of the server that run in Node only. */
const ofNode = [
  'main\\.ts$',
  'platform/node/',
  'transport/',
  'command/',
  'check/',
  'drill/',
  'sdk/',
  'server/load-',
  'data/(json-file|data-file|site)\\.ts$',
  'openapi/document/load-file\\.ts$',
  'pages/assets\\.ts$',
  'store/open-(store|journal)\\.ts$',
  'metrics/(metering|metrics)\\.ts$',
  'webhooks/(address-guard|dispatcher|post)\\.ts$',
  '(store|journal)/stores/(sqlite|postgres)/',
  'journal/(sqlite|postgres)/',
];

/** The entries of the client beside the client itself. */
const besidesClient = /^packages\/client\/src\/(validate|testing|kits|playwright|vitest)[./]/;

/** The kits for test runners. */
const testKits = /^packages\/client\/src\/(kits|playwright|vitest)[./]/;

/**
 * A row reads: files that match `files` (and not `except`) may import of packages `only` these, or `never` what
 * matches. `never` sees a package's name or the path of a file in the workspace, and the match of `files`.
 *
 * @type {{ files: RegExp, except?: RegExp, only?: string[], never?: (target: string, match: RegExpMatchArray) => boolean, why: string }[]}
 */
export const importRules = [
  {
    files: /^(packages|apps)\/[^/]+\/src\//,
    except: /\.test\.ts$/,
    never: (target) => /^@understudy\/tooling(\/|$)/.test(target),
    why: 'Tooling is for tests, checks and benches; it is never published.',
  },
  {
    files: /^packages\/contract\/src\//,
    only: ['zod', '@trpc/server'],
    why: 'The contract is shared with other repos, so it needs zod and @trpc/server and nothing else.',
  },
  {
    files: /^packages\/contract\/src\/(?!kit\/)([^/]+)\//,
    never: (target, [, domain]) => isOther(target, 'packages/contract/src', [domain, 'kit']),
    why: 'A domain stands alone, so that it can be added or removed by itself. What two domains need moves to kit.',
  },
  {
    files: /^packages\/contract\/src\/kit\//,
    never: (target) => isOther(target, 'packages/contract/src', ['kit']),
    why: 'The kit serves every domain, so it must know none of them.',
  },
  {
    files: /^packages\/client\/src\//,
    except: besidesClient,
    only: ['ky', 'eventsource-parser'],
    why: 'The client needs ky and brings along eventsource-parser; zod would make it many times as large.',
  },
  {
    files: /^packages\/client\/src\//,
    except: besidesClient,
    never: (target) => besidesClient.test(target),
    why: 'These are entries of their own, so that the client itself stays small.',
  },
  {
    files: testKits,
    only: ['@playwright/test', 'vitest'],
    why: 'A test kit needs the runner that it is for, which its user has, and nothing else.',
  },
  {
    files: /^packages\/client\/src\/testing[./]/,
    never: (target) => testKits.test(target),
    why: 'The matchers work in every runner; the kits are built on them.',
  },
  {
    files: /^packages\/client\/src\/validate[./]/,
    only: ['zod', '@understudy/contract'],
    why: "Validation checks answers against the contract's schemas and needs nothing else.",
  },
  {
    files: /^apps\/server\/src\//,
    except: /^apps\/server\/src\/http\/openapi/,
    never: (target) => /^(trpc-openapi|zod-openapi)(\/|$)/.test(target),
    why: 'trpc-openapi changes schemas and bodies behind your back; http/openapi is the one place that has it make the document.',
  },
  {
    files: /^apps\/server\/src\//,
    except: new RegExp(`\\.test\\.ts$|^${server}/(${ofNode.join('|')})`),
    never: (target) => target.startsWith('node:'),
    why: 'The server runs in browsers too: what only Node has stands behind #platform, in src/platform/node, with the same in src/platform/web.',
  },
  {
    files: /^apps\/server\/src\/store\/model\//,
    only: ['zod', '@understudy/contract', '#platform'],
    why: 'The model of the state is pure: it computes from what it is given, and asks nobody.',
  },
  {
    files: /^apps\/server\/src\/store\/model\//,
    never: (target) => isOther(target, server, ['store/model', 'kit']),
    why: 'The model of the state needs the kit and nothing else; stores, commits and sandboxes are built on it.',
  },
  {
    files: /^apps\/server\/src\/store\/(commit|registry)\//,
    never: (target) => isOther(target, `${server}/store/stores`, []) && target !== `${server}/store/stores/store.js`,
    why: 'Whoever commits, and the registry, know a store by its interface only; engines can be exchanged below it.',
  },
  {
    files: /^apps\/server\/src\/domains\/([^/]+)\//,
    never: (target, [, domain]) => isOther(target, `${server}/domains`, [domain]),
    why: 'A domain is one folder and one line in the index. What two domains need moves to kit.',
  },
  {
    files: /^apps\/server\/src\/domains\/([^/]+)\//,
    never: (target, [, domain]) => isOther(target, server, ['kit', 'domains', ...(systemParts[domain] ?? [])]),
    why: 'A domain is written with the contract and the kit alone; its handlers get the rest from their context.',
  },
  {
    files: /^apps\/server\/src\/domains\/([^/]+)\//,
    except: new RegExp(`^${server}/domains/(${Object.keys(systemParts).join('|')})/|\\.(test|fixture)\\.ts$`),
    never: (target) => isOther(target, server, ['kit/index', 'domains']),
    why: 'A domain that is no part of the server is written with the public kit, as everybody writes one.',
  },
  {
    files: /^apps\/server\/src\/kit\//,
    never: (target) => isOther(target, server, ['kit']),
    why: 'The kit serves every domain, so it must know none of them, nor anything of the server.',
  },
  {
    files: /^apps\/server\/src\/(identity|webhooks)\//,
    never: (target, [, module]) => isOther(target, server, [module, 'kit', 'store']),
    why: 'Calls and domains use these modules, not the other way round.',
  },
];

/** Whether a file lies below a folder, but in none of these parts of it, which are folders or files. */
function isOther(target, folder, parts) {
  const isIn = (part) => target.startsWith(`${folder}/${part}/`) || target === `${folder}/${part}.js`;
  return target.startsWith(`${folder}/`) && !parts.some(isIn);
}
