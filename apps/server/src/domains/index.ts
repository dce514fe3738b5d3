/** All domains this server serves: one line for each, which loads it when it is first asked for. */
export const auth = async () => (await import('./auth/index.js')).auth;
export const commerce = async () => (await import('./commerce/index.js')).commerce;
export const education = async () => (await import('./education/index.js')).education;
export const events = async () => (await import('./events/index.js')).events;
export const food = async () => (await import('./food/index.js')).food;
export const oauth = async () => (await import('./oauth/index.js')).oauth;
export const realestate = async () => (await import('./realestate/index.js')).realestate;
export const saas = async () => (await import('./saas/index.js')).saas;
export const sandboxes = async () => (await import('./sandboxes/index.js')).sandboxes;
export const social = async () => (await import('./social/index.js')).social;
export const webhooks = async () => (await import('./webhooks/index.js')).webhooks;
