/** All domains this server serves: one line for each. */
export { auth } from './auth/index.js';
export { commerce } from './commerce/index.js';
export { education } from './education/index.js';
export { events } from './events/index.js';
export { oauth } from './oauth/index.js';
export { realestate } from './realestate/index.js';
export { sandboxes } from './sandboxes/index.js';
export { webhooks } from './webhooks/index.js';
