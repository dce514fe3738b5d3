/** A certificate for this machine, made for the tests of a file, and the CA that they trust. */
import { certificateFor, makeAuthority } from '../../src/command/serving/self-signed.js';

/** The CA. */
export const authority = await makeAuthority();

/** The certificate of the CA. */
export const ca = authority.cert;

/** What servers show. */
export const certified = await certificateFor(['localhost', '127.0.0.1'], authority);
