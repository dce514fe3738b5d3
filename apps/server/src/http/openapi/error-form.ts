/** How the errors of an operation are written. */
import type { Operation } from '@understudy/contract/kit';

/** As problems, as OAuth errors, or as problems of which one says what patches are read. */
export type ErrorForm = 'problem' | 'oauth' | 'patch';

/** How the errors of an operation are written. */
export function errorForm({ meta }: Operation): ErrorForm {
  if (meta.errors !== 'problem') return 'oauth';
  return meta.patch === 'merge' ? 'patch' : 'problem';
}
