/** Makes logout tokens; what signs them is loaded with the first, since few servers ever make one. */
import { loadedLater } from '../kit/made-once.js';
import type { MakeLogoutToken } from '../kit/logins.js';

const loaded = loadedLater(() => import('./logout-token.js'));

/** Makes the logout token of a notice. */
export const makeLogoutToken: MakeLogoutToken = async (notice, stamp) => {
  const { logoutToken } = await loaded();
  return logoutToken(notice, stamp);
};
