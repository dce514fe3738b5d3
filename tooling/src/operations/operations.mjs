/** Every operation of the contract: the rows of the suites that go over all of them. */
import { contract } from '@understudy/contract';

/** @typedef {import('@understudy/contract').Operation} Operation */

/** @type {readonly Operation[]} */
export const operations = Object.values(contract).flatMap((domain) => Object.values(domain.operations));
