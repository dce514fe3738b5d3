/** Generates clients from the OpenAPI document of a server. */
export { clientFiles } from './sdk/client-files.js';
export { domainsFile, type DomainsFileOptions } from './sdk/domains-file.js';
