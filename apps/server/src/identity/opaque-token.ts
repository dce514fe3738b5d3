/** The opaque access tokens of the authorization endpoint's JSON face: cheap, derived, the same every time. */
import type { View } from '../state/view.js';
import { secretValue } from './grants.js';
import { scopes } from './scopes.js';

const FORM = /^uat_(?<user>usr_[a-z0-9]+)_(?<mask>[0-9a-f]{2})_(?<mac>[\w-]{24})$/;

function macOf(view: View, userId: string, mask: string): string {
  return secretValue(view, ['opaque', userId, mask]).slice(0, 24);
}

/** The token for a user and scopes. */
export function opaqueToken(view: View, userId: string, scope: string): string {
  const granted = new Set(scope.split(' '));
  const bits = scopes.reduce((sum, name, i) => (granted.has(name) ? sum | (1 << i) : sum), 0);
  const mask = bits.toString(16).padStart(2, '0');
  return `uat_${userId}_${mask}_${macOf(view, userId, mask)}`;
}

/** Who a token stands for; undefined where it is no opaque token of this sandbox. */
export function openOpaqueToken(view: View, token: string): { userId: string; scope: string } | undefined {
  const { user = '', mask = '', mac } = FORM.exec(token)?.groups ?? {};
  if (mac === undefined || mac !== macOf(view, user, mask)) return undefined;
  const bits = Number.parseInt(mask, 16);
  return { userId: user, scope: scopes.filter((_, i) => (bits & (1 << i)) !== 0).join(' ') };
}
