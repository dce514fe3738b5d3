/** The rows of the suites over all operations. */
import { contract, type Operation } from '@understudy/contract';
import type { TransportAnswer } from './transport.js';

/** Every operation of the contract. */
export const operations = Object.values(contract).flatMap(({ operations: all }) => Object.values<Operation>(all));

/** Names of the members that an answer finds fault with. */
export function faultNames(answer: TransportAnswer): unknown[] {
  const errors = answer.problem?.['errors'] as { parameter?: string; pointer?: string }[];
  return errors.map((fault) => fault.parameter ?? fault.pointer);
}
