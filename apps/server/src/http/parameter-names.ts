/** The names that an address of an operation knows, in the query and in the body. */
import { controls, type Operation, rowsIn } from '@understudy/contract/kit';
import { takesToken, takesTokenInQuery } from './token-elsewhere.js';

/** Names known of an address. */
export interface ParameterNames {
  /** Those of the operation first, as messages list them. */
  readonly query: ReadonlySet<string>;
  /** Undefined where no body is read. */
  readonly body: ReadonlySet<string> | undefined;
}

/** The names of an address of an operation: of its controls, and of its own input, in the body where it reads one. */
export function parameterNames(operation: Operation, hasBody: boolean): ParameterNames {
  const { input, meta } = operation;
  const own = Object.keys(input.shape).filter((name) => !Object.hasOwn(meta.headers, name));
  const notInPath = own.filter((name) => !meta.openapi.path.includes(`{${name}}`));
  const shared = [...Object.keys(controls.shape), 'cursor'];
  // A form may hold the token (RFC 6750 §2.2), and the query of a stream (RFC 6750 §2.3).
  const token = takesToken(operation) ? ['access_token'] : [];
  const inQuery = takesTokenInQuery(operation) ? token : [];
  return {
    // The members beside rows may stand in the query: lines have no room for them.
    query: new Set(hasBody && rowsIn(input) === undefined ? shared : [...notInPath, ...shared, ...inQuery]),
    body: hasBody ? new Set([...own, ...token]) : undefined,
  };
}
