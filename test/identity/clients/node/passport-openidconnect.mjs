/** Express with Passport and passport-openidconnect. */
import session from 'express-session';
import passport from 'passport';
import Strategy from 'passport-openidconnect';
import { clientId, clientSecret, issuer } from './app.mjs';
import { appSecret, serveExpress } from './express-app.mjs';

await serveExpress((app, origin) => {
  const options = {
    issuer,
    authorizationURL: `${issuer}/authorize`,
    tokenURL: `${issuer}/token`,
    userInfoURL: `${issuer}/userinfo`,
    clientID: clientId,
    clientSecret,
    callbackURL: `${origin}/callback`,
    scope: ['profile', 'email'],
    skipUserProfile: false,
  };
  passport.use(new Strategy(options, (_issuer, profile, done) => done(null, profile)));
  passport.serializeUser((profile, done) => done(null, profile));
  passport.deserializeUser((profile, done) => done(null, profile));
  app.use(session({ secret: appSecret, resave: false, saveUninitialized: false }), passport.session());

  // The profile is what userinfo has answered.
  const me = ({ user }, response) =>
    response.json({ user: user ? { sub: user.id, name: user.displayName, email: user.emails[0].value } : null });
  app.get('/login', passport.authenticate('openidconnect'));
  app.get('/callback', passport.authenticate('openidconnect', { successRedirect: '/me', failWithError: true }));
  app.get('/me', me);
  app.get('/userinfo', me);
});
