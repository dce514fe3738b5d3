/** The modules of certification plans of the OpenID Foundation, in the suite's order and by its names. */

/** Commit of the suite that the lists were read from, and its date. */
export const SUITE = { commit: '12f2a4d', date: '2026-08-20' };

/** What every plan for logins asks for in between. */
const requests = [
  'oidcc-scope-profile',
  'oidcc-scope-email',
  'oidcc-scope-address',
  'oidcc-scope-phone',
  'oidcc-scope-all',
  'oidcc-alternate-happy-flow',
  'oidcc-display-page',
  'oidcc-display-popup',
  'oidcc-prompt-login',
  'oidcc-prompt-none-not-logged-in',
  'oidcc-prompt-none-logged-in',
  'oidcc-max-age-1',
  'oidcc-max-age-10000',
  'oidcc-ensure-request-with-unknown-parameter-succeeds',
  'oidcc-id-token-hint',
  'oidcc-login-hint',
  'oidcc-ui-locales',
  'oidcc-claims-locales',
  'oidcc-ensure-request-with-acr-values-succeeds',
] as const;

/** `oidcc-basic-certification-test-plan`. */
export const basicPlan = [
  'oidcc-server',
  'oidcc-response-type-missing',
  'oidcc-idtoken-signature',
  'oidcc-idtoken-unsigned',
  'oidcc-userinfo-get',
  'oidcc-userinfo-post-header',
  'oidcc-userinfo-post-body',
  'oidcc-ensure-request-without-nonce-succeeds-for-code-flow',
  ...requests,
  'oidcc-codereuse',
  'oidcc-codereuse-30seconds',
  'oidcc-ensure-registered-redirect-uri',
  'oidcc-ensure-post-request-succeeds',
  'oidcc-server-client-secret-post',
  'oidcc-request-uri-unsigned-supported-correctly-or-rejected-as-unsupported',
  'oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported',
  'oidcc-claims-essential',
  'oidcc-ensure-request-object-with-redirect-uri',
  'oidcc-refresh-token',
  'oidcc-ensure-request-with-valid-pkce-succeeds',
] as const;

/** `oidcc-config-certification-test-plan`. */
export const configPlan = ['oidcc-discovery-endpoint-verification'] as const;

/** `oidcc-rp-initiated-logout-certification-test-plan`. */
export const rpInitiatedLogoutPlan = [
  'oidcc-rp-initiated-logout-discovery-endpoint-verification',
  'oidcc-rp-initiated-logout',
  'oidcc-rp-initiated-logout-bad-post-logout-redirect-uri',
  'oidcc-rp-initiated-logout-modified-id-token-hint',
  'oidcc-rp-initiated-logout-no-id-token-hint',
  'oidcc-rp-initiated-logout-no-params',
  'oidcc-rp-initiated-logout-no-post-logout-redirect-uri',
  'oidcc-rp-initiated-logout-no-state',
  'oidcc-rp-initiated-logout-only-state',
  'oidcc-rp-initiated-logout-query-added-to-post-logout-redirect-uri',
  'oidcc-rp-initiated-logout-bad-id-token-hint',
] as const;

/** `oidcc-frontchannel-rp-initiated-logout-certification-test-plan`. */
export const frontChannelLogoutPlan = [
  'oidcc-frontchannel-logout-discovery-endpoint-verification',
  'oidcc-frontchannel-rp-initiated-logout',
] as const;

/** `oidcc-backchannel-rp-initiated-logout-certification-test-plan`. */
export const backChannelLogoutPlan = [
  'oidcc-backchannel-logout-discovery-endpoint-verification',
  'oidcc-backchannel-rp-initiated-logout',
] as const;

/** `oidcc-implicit-certification-test-plan`: what it runs with response_type=id_token, and what with `id_token token` alone. */
export const implicitPlan = [
  'oidcc-server',
  'oidcc-idtoken-signature',
  'oidcc-ensure-request-without-nonce-fails',
  ...requests,
  'oidcc-ensure-registered-redirect-uri',
  'oidcc-request-uri-unsigned-supported-correctly-or-rejected-as-unsupported',
  'oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported',
  'oidcc-ensure-request-object-with-redirect-uri',
  'oidcc-claims-essential',
  'oidcc-userinfo-get',
  'oidcc-userinfo-post-header',
  'oidcc-userinfo-post-body',
  'oidcc-response-type-missing',
] as const;

/** `oidcc-hybrid-certification-test-plan`: what it runs with `code id_token`, and what with `code token` alone. */
export const hybridPlan = [
  'oidcc-server',
  'oidcc-response-type-missing',
  'oidcc-idtoken-signature',
  'oidcc-userinfo-get',
  'oidcc-userinfo-post-header',
  'oidcc-userinfo-post-body',
  'oidcc-ensure-request-without-nonce-fails',
  ...requests,
  'oidcc-codereuse',
  'oidcc-codereuse-30seconds',
  'oidcc-ensure-registered-redirect-uri',
  'oidcc-server-client-secret-post',
  'oidcc-request-uri-unsigned-supported-correctly-or-rejected-as-unsupported',
  'oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported',
  'oidcc-claims-essential',
  'oidcc-ensure-request-object-with-redirect-uri',
  'oidcc-refresh-token',
  'oidcc-ensure-request-with-valid-pkce-succeeds',
  'oidcc-ensure-request-without-nonce-succeeds-for-code-flow',
] as const;

/** `oidcc-dynamic-certification-test-plan`. */
export const dynamicPlan = [
  'oidcc-idtoken-rs256',
  'oidcc-idtoken-unsigned',
  'oidcc-userinfo-rs256',
  'oidcc-ensure-redirect-uri-in-authorization-request',
  'oidcc-redirect-uri-query-OK',
  'oidcc-redirect-uri-query-mismatch',
  'oidcc-redirect-uri-query-added',
  'oidcc-redirect-uri-regfrag',
  'oidcc-discovery-endpoint-verification',
  'oidcc-server',
  'oidcc-registration-logo-uri',
  'oidcc-registration-policy-uri',
  'oidcc-registration-tos-uri',
  'oidcc-registration-jwks-uri',
  'oidcc-registration-sector-uri',
  'oidcc-registration-sector-bad',
  'oidcc-server-rotate-keys',
  'oidcc-refresh-token-rp-key-rotation',
  'oidcc-request-uri-unsigned',
  'oidcc-request-uri-signed-rs256',
  'oidcc-ensure-request-object-with-redirect-uri',
  'oidcc-refresh-token',
  'oidcc-ensure-client-assertion-with-iss-aud-succeeds',
] as const;
