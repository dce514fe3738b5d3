/** The addresses of a server: where it listens, and where it is asked at from this machine. */

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
