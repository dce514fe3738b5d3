/** Makes logout tokens; what signs them is loaded with the first, since few servers ever make one. */
import type { MakeLogoutToken } from '../kit/logout-notice.js';

/** Makes the logout token of a notice. */
export const makeLogoutToken: MakeLogoutToken = async (notice, stamp) => {
  const { logoutToken } = await import('./logout-token.js');
  return logoutToken(notice, stamp);
};
