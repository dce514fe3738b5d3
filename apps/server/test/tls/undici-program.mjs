/** Asks over https with undici, in a process of its own, whose fetch it changes: `node undici-program.mjs URL CA true|false`. */
import { readFileSync } from 'node:fs';
import { Agent, fetch } from 'undici';

const [, , url, file, allowH2] = process.argv;
const dispatcher = new Agent({ allowH2: allowH2 === 'true', connect: { ca: readFileSync(file, 'utf8') } });
const said = [];
for (const fault of ['', '&fault=reset', '&fault=truncate;after_bytes=10', '']) {
  const text = await fetch(url + fault, { dispatcher })
    .then((answer) => answer.text())
    .catch(() => undefined);
  said.push(text === undefined ? 'broken' : JSON.parse(text).data.length);
}
await dispatcher.destroy();
console.log(JSON.stringify(said));
