/** Packages that are no dependency of the workspace, at exact versions. */
export { installPinned } from './install-pinned.mjs';
