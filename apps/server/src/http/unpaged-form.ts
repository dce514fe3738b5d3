/** Refuses to choose a page of a list in a form that has no pages. */
import type { Operation } from '@understudy/contract/kit';
import { badRequest } from '../kit/problem-error.js';

/** The parameters that choose a page; `pagination_style` only says how pages lead to each other. */
const PAGING = ['page', 'per_page', 'cursor'];

/** Refuses parameters that choose a page, where the form that is asked for has all records. */
export function checkUnpaged(given: unknown, { meta }: Operation): void {
  if (typeof given !== 'object' || given === null || !('format' in given)) return;
  const { format } = given;
  if (typeof format !== 'string' || !Object.hasOwn(meta.formats, format)) return;
  const detail = `is not taken with format=${format}, which has no pages: all records that pass the filters are in it`;
  const faults = PAGING.filter((name) => name in given).map((parameter) => ({
    parameter,
    code: 'unsupported',
    detail,
  }));
  if (faults.length > 0) throw badRequest(faults);
}
