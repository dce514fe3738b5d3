/** Where the inspector is: the server and the sandbox that its page was served for. */

const found = document.getElementById('inspector');
if (found === null) throw new Error('The page has no element #inspector.');

/** The element that the inspector is drawn into. */
export const host: HTMLElement = found;

const { root = '', base = '', sandbox: name = 'default' } = host.dataset;

/** Name of the sandbox. */
export const sandbox: string = name;

/** Path of the server, below which its pages lie. */
export const rootPath: string = root;

/** Path of the sandbox. */
export const basePath: string = base;

/** Base URL of the sandbox, for an app. */
export const baseUrl: string = location.origin + base;

/** Base URL of the server, for the control API. */
export const rootUrl: string = location.origin + root;

/** Path of the inspector of a sandbox. */
export const inspectorOf = (other: string): string => `${root}/sandboxes/${encodeURIComponent(other)}/inspect`;
