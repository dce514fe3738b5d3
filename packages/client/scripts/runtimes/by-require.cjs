/** Runs the suite with the package as `require` finds it; copied into the project that has it installed. */
const process = require('node:process');
const client = require('@understudy/client');
const { corsFetch } = require('@understudy/client/testing');
const { runSuite } = require('./suite.mjs');

async function main() {
  const results = await runSuite(client, JSON.parse(process.env.UNDERSTUDY_ADDRESSES));
  results.push({ name: 'has its helpers for tests', ...(corsFetch ? {} : { failure: 'it has not' }) });
  process.stdout.write(JSON.stringify(results));
}

void main();
