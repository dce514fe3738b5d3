/** Runs the suite with the package as `import` finds it; copied into the project that has it installed. */
import process from 'node:process';
import * as client from '@understudy/client';
import { corsFetch } from '@understudy/client/testing';
import { runSuite } from './suite.mjs';

const results = await runSuite(client, JSON.parse(process.env.UNDERSTUDY_ADDRESSES));
results.push({ name: 'has its helpers for tests', ...(corsFetch ? {} : { failure: 'it has not' }) });
console.log(JSON.stringify(results));
