/** The faults by name, each with its parameters, as the contract declares them. */
import { fault, type FaultName } from '@understudy/contract/sandboxes';
import type { z } from 'zod';

/** The parameters of a fault: the schema of each by its name, in the order of the contract. */
export type Parameters = ReadonlyMap<string, z.ZodType>;

/** The parameters of each fault by its name. */
export const definitions: ReadonlyMap<string, Parameters> = new Map(
  fault.options.map(({ shape: { fault: name, ...parameters } }) => [
    name.value satisfies FaultName,
    new Map(Object.entries(parameters)),
  ]),
);
