/** Loaded before the rest with `node -r`: stops with a clear message on a Node that is too old; such a Node can read it. */
const { engines } = require('../package.json');

const wanted = engines.node.replace('>=', '');
const [major, minor] = wanted.split('.').map(Number);
const [actualMajor, actualMinor] = process.versions.node.split('.').map(Number);
if (actualMajor < major || (actualMajor === major && actualMinor < minor)) {
  console.error(`Understudy needs Node ${wanted} or newer; this is Node ${process.versions.node}.`);
  process.exit(1);
}
