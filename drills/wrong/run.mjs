/** Runs a client in one of the setups of its file: `node run.mjs FILE SETUP`. It succeeds whatever comes of it. */

/** @typedef {Readonly<Record<string, () => Promise<unknown>>>} Setups */

const [file = '', name = ''] = process.argv.slice(2);
const { setups } = /** @type {{ setups: Setups }} */ (await import(new URL(file, import.meta.url).href));
const setup = setups[name];
if (setup === undefined) throw new Error(`${file} has no setup ${name}.`);
await setup().catch((/** @type {unknown} */ error) => console.error(String(error)));
