/** Where a request is off the contract of the API, found while it is served: evidence for the rules of conduct. */
import { callControls, type ProblemFault } from '@understudy/contract/kit';
import type { ContractBlame, ContractCode } from '@understudy/contract/sandboxes';
import type { ProblemError } from './problem-error.js';

/** What is off the contract. */
export interface ContractIssue {
  readonly code: ContractCode;
  /** JSON pointer in the request, which has `method`, `path`, `query`, `headers`, `cookies` and `body`. */
  readonly pointer: string;
  /** Reads on from the name of what is wrong: `must be at most 5`. */
  readonly detail: string;
  /** Who is to blame; the client where left out. */
  readonly blames?: Exclude<ContractBlame, 'client'>;
  /** A pointer to what the document says of it; left out where that is known by the operation. */
  readonly place?: string;
  /** Another operation at the path, where the request met none. */
  readonly operation?: string | undefined;
}

/** What a test asks of the mock: a parameter of the query, or the header. */
const controls: ReadonlySet<string> = new Set([...Object.keys(callControls), 'Understudy-Fault']);

/** A pointer in a request. */
export const requestPointer = (...steps: readonly string[]): string =>
  steps.map((step) => `/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** The parts of a request that a parameter of an operation can stand in, by its name. */
export interface ParameterPlaces {
  /** The template of its path. */
  readonly path: string;
  /** Headers that are parameters, by the input members that they fill. */
  readonly headers: Readonly<Record<string, string>>;
}

function issueOf({ parameter, pointer = '#', code, detail }: ProblemFault, places: ParameterPlaces): ContractIssue {
  if (parameter === undefined) return { code: 'bad_body', pointer: `/body${pointer.slice(1)}`, detail };
  const isHeader = Object.values(places.headers).includes(parameter);
  const part = isHeader ? 'headers' : places.path.includes(`{${parameter}}`) ? 'path' : 'query';
  const wrong = code === 'required' ? 'missing_parameter' : 'bad_parameter';
  const name = isHeader ? parameter.toLowerCase() : parameter;
  return {
    code: code === 'unrecognized_keys' ? 'unknown_parameter' : wrong,
    pointer: requestPointer(part, name),
    detail,
  };
}

/**
 * What a problem with the input of an operation says of its request; nothing where the contract says nothing of it.
 *
 * @param isContractual whether its faults were found by the contract, and not by a handler
 */
export function issuesBehind(
  { kind, details }: ProblemError,
  isContractual: boolean,
  places: ParameterPlaces,
): readonly ContractIssue[] {
  const { simulated = false, errors = [], detail = '' } = details;
  if (simulated) return [];
  if (kind === 'unsupported_media_type') {
    return [{ code: 'wrong_media_type', pointer: requestPointer('headers', 'content-type'), detail }];
  }
  if (kind === 'precondition_required') {
    return [{ code: 'missing_parameter', pointer: requestPointer('headers', 'if-match'), detail: 'is required' }];
  }
  // A refusal without an error code of OAuth is one of a request without a credential.
  if (kind === 'unauthorized' && details.oauth === null) {
    return [{ code: 'missing_credential', pointer: requestPointer('headers', 'authorization'), detail: 'is required' }];
  }
  if (kind !== 'bad_request' || !isContractual) return [];
  // What is not known is evidence of its own, and what asks for trouble is no part of the API.
  const isOfApi = ({ code, parameter }: ProblemFault): boolean => code !== 'unknown' && !controls.has(parameter ?? '');
  return errors.filter(isOfApi).map((fault) => issueOf(fault, places));
}
