/** Stands where logout tokens are made, on platforms that deliver nothing. */
import type { MakeLogoutToken } from '../kit/logout-notice.js';

/** Makes nothing: no delivery asks for it. */
export const makeLogoutToken: MakeLogoutToken = () => {
  throw new TypeError('nothing is delivered here');
};
