/** The little of Passport that the tests call: its own types would bring in those of Express. */
declare module 'passport' {
  import type { IncomingMessage, ServerResponse } from 'node:http';
  import type { Strategy } from 'passport-openidconnect';

  type Middleware = (request: IncomingMessage, response: ServerResponse, next: (error?: Error) => void) => void;

  const passport: { authenticate: (strategy: Strategy, options: { session: boolean }) => Middleware };
  export default passport;
}

declare module 'passport-openidconnect' {
  export interface StrategyOptions {
    readonly issuer: string;
    readonly authorizationURL: string;
    readonly tokenURL: string;
    readonly userInfoURL: string;
    readonly clientID: string;
    readonly clientSecret: string;
    readonly callbackURL: string;
    readonly scope?: readonly string[];
    readonly nonce?: string;
    readonly prompt?: string;
    readonly loginHint?: string;
    readonly maxAge?: number;
  }

  type Done = (error: Error | null, user?: object) => void;

  /** Called with who logged in; with nine parameters the strategy reads userinfo first. */
  type Verify = (
    issuer: string,
    userinfo: object,
    idToken: object,
    context: object,
    token: string,
    accessToken: string,
    refreshToken: string,
    parameters: object,
    done: Done,
  ) => void;

  export interface Strategy {
    readonly name: string;
  }
  export const Strategy: new (options: StrategyOptions, verify: Verify) => Strategy;
}
