/** No secret that is planted anywhere in a request is shown. */
import { expect, it } from 'vitest';
import { maskBody, maskBytes, maskHeader, maskPath, maskQuery } from '../../src/journal/mask.js';
import { type PlantedSecret, plantedSecrets } from './planted-secrets.js';

function shown({ target, headers, body, isTruncated }: PlantedSecret): string[] {
  const [path = '', query = ''] = target.split('?');
  const bytes = new TextEncoder().encode(body ?? '');
  return [
    maskPath(path),
    maskQuery(query),
    ...Object.entries(headers).map(([name, value]) => maskHeader(name, value)),
    maskBody(body ?? '', headers['content-type'], isTruncated),
    new TextDecoder().decode(maskBytes(bytes, headers['content-type'], isTruncated)),
  ];
}

/** What a text says, whatever it is encoded in. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text).replaceAll('+', ' ');
  } catch {
    return text;
  }
}

it('shows no key id of AWS', () => {
  expect(maskPath(`/keys/${['AKIA', '18ZQ'.repeat(4)].join('')}`)).toBe('/keys/***');
});

it('has at least 40 positions', () => {
  expect(new Set(plantedSecrets.map(({ position }) => position)).size).toBeGreaterThanOrEqual(40);
});

it.each(plantedSecrets.map((one) => [one.position, one] as const))('%s', (_, one) => {
  const all = shown(one).join('\n');
  expect(all).toContain('***');
  for (const hidden of one.hidden) {
    expect(all).not.toContain(hidden);
    expect(decoded(decoded(all))).not.toContain(hidden);
  }
});

const isJson = ({ headers, body, isTruncated }: PlantedSecret) => {
  if (isTruncated === true || headers['content-type'] !== 'application/json') return false;
  try {
    JSON.parse(body ?? '');
    return true;
  } catch {
    return false;
  }
};

it.each(plantedSecrets.filter(isJson).map((one) => [one.position, one] as const))('%s still parses', (_, { body }) => {
  expect(() => JSON.parse(maskBody(body ?? '', 'application/json'))).not.toThrow();
});

const cuttable = plantedSecrets.filter(({ body }) => body !== undefined);

it.each(cuttable.map((one) => [one.position, one] as const))(
  '%s, cut anywhere',
  (_, { headers, body = '', hidden }) => {
    const [secret = ''] = hidden;
    const start = body.indexOf(secret);
    // Up to half of it an unknown cut may take away what shows that it is one.
    for (let end = start + 8; end < body.length; end++) {
      const masked = maskBody(body.slice(0, end), headers['content-type'], true);
      expect(masked).not.toContain(secret.slice(0, 8));
    }
  },
);
