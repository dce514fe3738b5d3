/** All pages, which are loaded when somebody first reads one. */
import type { WholeApi } from '../call/api.js';
import type { Route } from '../http/router.js';
import { conductRoutes } from './conduct-page.js';
import { docsRoutes } from './docs-page.js';
import { faultRoutes, sandboxFaultsPage } from './faults-page.js';
import { faviconRoutes } from './favicon.js';
import type { Render } from './negotiated.js';
import { problemRoutes } from './problem-page.js';
import { sandboxListPage, sandboxPage } from './sandbox-pages.js';
import { startPages } from './start-page.js';
import { sandboxConductPage } from './verdicts-page.js';

/** The routes of the pages. */
export function allPages(api: WholeApi): Route[] {
  return [
    { method: 'GET', path: '/', answer: startPages(api) },
    ...docsRoutes(),
    ...problemRoutes(api),
    ...faultRoutes(api),
    ...conductRoutes(),
    ...faviconRoutes(),
  ];
}

/** The page that shows what an operation answers; undefined where there is none. */
export function pageOf(operation: string, api: WholeApi): Render | undefined {
  const pages: Readonly<Record<string, Render>> = {
    'sandboxes.listSandboxes': sandboxListPage,
    'sandboxes.getSandbox': sandboxPage,
    'sandboxes.listFaults': sandboxFaultsPage(api),
    'sandboxes.listVerdicts': sandboxConductPage,
  };
  return pages[operation];
}
