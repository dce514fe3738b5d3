/** Stops with a clear message on a Node that is too old; written so that an old Node can read it. */
import fs from 'fs';

const root = new URL('../package.json', import.meta.url);

export function requireNode() {
  const wanted = JSON.parse(fs.readFileSync(root, 'utf8')).engines.node.replace('>=', '');
  const [major, minor] = wanted.split('.').map(Number);
  const [actualMajor, actualMinor] = process.versions.node.split('.').map(Number);
  if (actualMajor > major || (actualMajor === major && actualMinor >= minor)) return;
  console.error(`Understudy needs Node ${wanted} or newer; this is Node ${process.versions.node}.`);
  process.exit(1);
}
