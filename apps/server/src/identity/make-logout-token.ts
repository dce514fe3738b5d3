/** Makes logout tokens; what signs them is loaded with the first, since few servers ever make one. */
import { loadedLater } from '../kit/loaded-later.js';
import type { MakeLogoutToken } from '../kit/logout-notice.js';

const loaded = loadedLater(() => import('./logout-token.js'));

/** Makes the logout token of a notice. */
export const makeLogoutToken: MakeLogoutToken = async (notice, stamp) => {
  const { logoutToken } = await loaded();
  return logoutToken(notice, stamp);
};
