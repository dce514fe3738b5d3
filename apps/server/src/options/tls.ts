/** Options about TLS: whether the server speaks https, and as whom; and the addresses that follow from them. */
import { onePath } from './option.js';
import { NotAllowed, path } from './parse.js';
import { choice, configured, optional } from './setting.js';

function passphrase(value: unknown): string {
  if (typeof value === 'string' && value.length > 0 && value.length <= 1000) return value;
  throw new NotAllowed('a text of 1 to 1000 characters');
}

/** The options that say whether a server speaks https. */
export const schemeOptions = {
  ...configured('TLS', {
    tls: choice<'off' | 'self-signed'>(['off', 'self-signed'], {
      help: 'self-signed serves https with a certificate for this machine, made at the start, and says where its CA is.',
      fallback: 'off',
    }),
    tlsCert: optional(
      'FILE',
      'PEM file with the certificate to serve https with, and those between it and its CA.',
      path('a path'),
      { rebase: onePath },
    ),
  }),
};

/** Options about TLS. */
export const tlsOptions = {
  ...schemeOptions,
  ...configured('TLS', {
    tlsKey: optional('FILE', 'PEM file with the private key of --tls-cert.', path('a path'), { rebase: onePath }),
    tlsPassphrase: optional('TEXT', 'Passphrase of --tls-key, if it is encrypted.', passphrase, { isSecret: true }),
    tlsDir: optional(
      'FOLDER',
      'Where the CA of --tls self-signed is kept, so that you have to trust it only once.',
      path('a path'),
      { rebase: onePath, shown: "understudy/tls in the user's folder for data" },
    ),
  }),
};

/** Hosts that a server may listen on, and that nobody asks it by. */
const ANY: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

/** Where a server listens, and what of its options says whether it speaks https. */
export interface Place {
  readonly host: string;
  readonly port: number;
  readonly tls: 'off' | 'self-signed';
  readonly tlsCert: string | undefined;
}

/** Whether a server with these options speaks https. */
export const isSecure = ({ tls, tlsCert }: Pick<Place, 'tls' | 'tlsCert'>): boolean =>
  tls !== 'off' || tlsCert !== undefined;

/** The address that a server listens at. */
export function listensAt(place: Place): string {
  const { host, port } = place;
  return `${isSecure(place) ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** The address that it is asked at. */
export const addressOf = (place: Place): string => listensAt({ ...place, host: ANY[place.host] ?? place.host });
