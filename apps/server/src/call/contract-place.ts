/** Finds where the contract says what requests are off: in the document that a domain was made of, else in the one that is made of the domains. */
import type { OffContract } from '../conduct/rule.js';
import type { Verdict } from '@understudy/contract/sandboxes';
import { type ContractIssue, requestPointer } from '../kit/problem-error.js';
import type { Api } from './api.js';

/**
 * Where a document says of an operation what a request is off.
 *
 * @param operation its pointer; undefined where there is none
 */
export function placeIn({ code, pointer, place }: ContractIssue, operation: string | undefined): string {
  if (place !== undefined) return place;
  if (operation === undefined) return '/paths';
  if (code === 'wrong_method') return operation.slice(0, operation.lastIndexOf('/'));
  if (code === 'missing_credential') return `${operation}/security`;
  return `${operation}/${code === 'wrong_media_type' || pointer.startsWith('/body') ? 'requestBody' : 'parameters'}`;
}

/** Finds it by the operation, or else by the path. */
export async function contractPlace(
  { base, domains, operations }: Pick<Api, 'base' | 'domains' | 'operations'>,
  { issue, operation, path }: OffContract,
): Promise<Verdict['document']> {
  const [domain = '', name] = (operation ?? '').split('.');
  const documents = domains.flatMap((one) => {
    const own = 'document' in one ? one.document : undefined;
    return own === undefined ? [] : [{ ...own, domain: one.contract.name }];
  });
  const isOurs = (one: string): boolean => one.startsWith(`${base}/`) && base !== '';
  const isBelow = (root: string): boolean => path.startsWith(`/${root}/`) || (root === '' && !isOurs(path));
  const found = documents.find((own) => (name === undefined ? isBelow(own.name) : own.domain === domain));
  if (found !== undefined) return found.locate(issue, name);
  const { path: template, method = '' } = operations.get(operation ?? '') ?? {};
  const own = template && requestPointer('paths', template, method.toLowerCase());
  const isOfPath = own === undefined || issue.code === 'wrong_method';
  return { pointer: isOfPath ? placeIn(issue, own) : own, file: null, line: null };
}
