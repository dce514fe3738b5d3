/** Says why a server could not be asked, in a line. */
import { Failure } from '../failure.js';

const TRUST =
  'NODE_EXTRA_CA_CERTS=FILE has it trust the CA in FILE, which understudy serve --tls self-signed names when it starts';

/** What a failed connection means, by its code. */
const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there; understudy serve starts a server',
  ECONNRESET: 'the connection was reset',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'the name of the host cannot be looked up at the moment',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  ETIMEDOUT: 'the connection is not answered',
  UND_ERR_CONNECT_TIMEOUT: 'the connection is not answered',
  UND_ERR_SOCKET: 'the connection was closed',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: `its certificate is not trusted; ${TRUST}`,
  UNABLE_TO_GET_ISSUER_CERT: `its certificate is not trusted; ${TRUST}`,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: `its certificate is not trusted; ${TRUST}`,
  SELF_SIGNED_CERT_IN_CHAIN: `its certificate is not trusted; ${TRUST}`,
  DEPTH_ZERO_SELF_SIGNED_CERT: `its certificate is not trusted; ${TRUST}`,
  CERT_SIGNATURE_FAILURE: `its certificate is not of the CA that is trusted by that name; ${TRUST}`,
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for other names than this one',
  ERR_SSL_WRONG_VERSION_NUMBER: 'what listens there does not speak https; try http',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'what listens there does not speak https; try http',
  HPE_INVALID_CONSTANT: 'what listens there does not speak HTTP',
};

function codeOf(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && typeof cause.code === 'string') return cause.code;
    // Where a name has several addresses, each has failed.
    if (cause instanceof AggregateError) return codeOf(cause.errors[0]);
  }
  return '';
}

/** Why a server could not be asked. */
export function connectFailure(url: string, error: unknown, limitMs: number): Failure {
  const isLate = error instanceof Error && error.name === 'TimeoutError';
  const code = codeOf(error);
  const protocol = code.startsWith('HPE_') ? REASONS['HPE_INVALID_CONSTANT'] : undefined;
  const why = isLate ? `it has not answered within ${limitMs / 1000} s` : (REASONS[code] ?? protocol ?? code);
  return new Failure(`no server answers at ${url}: ${why === '' ? 'it cannot be asked' : why}`, { cause: error });
}
