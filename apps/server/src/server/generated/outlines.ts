/** What is known of our domains before they are loaded. */
import type { DomainOutline } from '../../call/domain-outline.js';

// Generated: `node scripts/outline-domains.mjs` in apps/server writes this file. Do not edit it.

/** Our domains by name, without what has to be loaded to serve them. */
export const outlines: Readonly<Record<string, DomainOutline>> = {
  "auth": {
    "contract": {
      "name": "auth",
      "operations": {
        "register": {"name":"auth.register","method":"POST","path":"/api/auth/register","meta":{"aliases":[],"bodyLimit":"body","credential":"none","scope":"sandbox"}},
        "login": {"name":"auth.login","method":"POST","path":"/api/auth/login","meta":{"aliases":[],"bodyLimit":"body","credential":"none","scope":"sandbox"}},
        "refresh": {"name":"auth.refresh","method":"POST","path":"/api/auth/refresh","meta":{"aliases":[],"bodyLimit":"body","credential":"none","scope":"sandbox"}},
        "logout": {"name":"auth.logout","method":"POST","path":"/api/auth/logout","meta":{"aliases":[],"bodyLimit":"body","credential":"bearer","scope":"sandbox"}},
        "getProfile": {"name":"auth.getProfile","method":"GET","path":"/api/auth/profile","meta":{"aliases":[],"bodyLimit":"body","credential":"bearer","scope":"sandbox"}},
        "listUsers": {"name":"auth.listUsers","method":"GET","path":"/api/auth/users","meta":{"aliases":[],"bodyLimit":"body","credential":"none","scope":"sandbox"}},
        "getUser": {"name":"auth.getUser","method":"GET","path":"/api/auth/users/{user_id}","meta":{"aliases":[],"bodyLimit":"body","credential":"none","scope":"sandbox"}},
        "updateUser": {"name":"auth.updateUser","method":"PATCH","path":"/api/auth/users/{user_id}","meta":{"aliases":[],"bodyLimit":"body","credential":"none","scope":"sandbox"}},
        "runBatch": {"name":"auth.runBatch","method":"POST","path":"/api/auth/batch","meta":{"aliases":[],"bodyLimit":"body","credential":"none","scope":"sandbox"}},
      },
      "kinds": {
        "user_pending": {"status":403,"title":"User Pending","description":"The user has not been activated yet, and cannot log in."},
        "user_suspended": {"status":403,"title":"User Suspended","description":"The user is suspended, and cannot log in until they are active again."},
        "user_deactivated": {"status":403,"title":"User Deactivated","description":"The user is deactivated for good, and cannot log in."},
      },
      "events": {
        "user.created": true,
      },
    },
    "collections": [
      {
        "name": "users",
        "prefix": "usr",
        "defaultSize": 50,
      },
      {
        "name": "grants",
        "prefix": "gnt",
      },
      {
        "name": "refresh_tokens",
        "prefix": "rt",
      },
      {
        "name": "used_codes",
        "prefix": "code",
      },
      {
        "name": "revoked_tokens",
        "prefix": "tok",
      },
      {
        "name": "ended_sessions",
        "prefix": "ses",
      },
      {
        "name": "oauth_registrations",
        "prefix": "cli",
      },
    ],
  },
  "commerce": {
    "contract": {
      "name": "commerce",
      "operations": {
        "listProducts": {"name":"commerce.listProducts","method":"GET","path":"/api/commerce/products","meta":{"aliases":[],"bodyLimit":"body","credential":"none","scope":"sandbox"}},
        "getProduct": {"name":"commerce.getProduct","method":"GET","path":"/api/commerce/products/{product_id}","meta":{"aliases":[],"bodyLimit":"body","credential":"none","scope":"sandbox"}},
        "listVariants": {"name":"commerce.listVariants","method":"GET","path":"/api/commerce/variants","meta":{"aliases":[],"bodyLimit":"body","credential":"none","scope":"sandbox"}},
        "createCart": {"name":"commerce.createCart","method":"POST","path":"/api/commerce/carts","meta":{"aliases":[],"bodyLimit":"body","credential":"none","scope":"sandbox"}},
        "getCart": {"name":"commerce.getCart","method":"GET","path":"/api/commerce/carts/{cart_id}","meta":{"aliases":[],"bodyLimit":"body","credential":"none","scope":"sandbox"}},
        "updateCart": {"name":"commerce.updateCart","method":"PATCH","path":"/api/commerce/carts/{cart_id}","meta":{"aliases":[],"bodyLimit":"body","credential":"none","scope":"sandbox"}},
        "setCartLine": {"name":"commerce.setCartLine","method":"PUT","path":"/api/commerce/carts/{cart_id}/lines/{variant_id}","meta":{"aliases":[],"bodyLimit":"body","credential":"none","scope":"sandbox"}},
        "checkOut": {"name":"commerce.checkOut","method":"POST","path":"/api/commerce/carts/{cart_id}/checkout","meta":{"aliases":[],"bodyLimit":"body","credential":"none","scope":"sandbox"}},
        "listOrders": {"name":"commerce.listOrders","method":"GET","path":"/api/commerce/orders","meta":{"aliases":[],"bodyLimit":"body","credential":"none","scope":"sandbox"}},
        "getOrder": {"name":"commerce.getOrder","method":"GET","path":"/api/commerce/orders/{order_id}","meta":{"aliases":[],"bodyLimit":"body","credential":"none","scope":"sandbox"}},
        "payOrder": {"name":"commerce.payOrder","method":"POST","path":"/api/commerce/orders/{order_id}/payments","meta":{"aliases":[],"bodyLimit":"body","credential":"none","scope":"sandbox"}},
        "confirmPayment": {"name":"commerce.confirmPayment","method":"POST","path":"/api/commerce/orders/{order_id}/payments/{payment_id}/confirm","meta":{"aliases":[],"bodyLimit":"body","credential":"none","scope":"sandbox"}},
        "refundOrder": {"name":"commerce.refundOrder","method":"POST","path":"/api/commerce/orders/{order_id}/refunds","meta":{"aliases":[],"bodyLimit":"body","credential":"none","scope":"sandbox"}},
        "cancelOrder": {"name":"commerce.cancelOrder","method":"POST","path":"/api/commerce/orders/{order_id}/cancel","meta":{"aliases":[],"bodyLimit":"body","credential":"none","scope":"sandbox"}},
      },
      "kinds": {
        "cart_incomplete": {"status":409,"title":"Cart Incomplete","description":"The cart cannot be checked out yet: `errors` lists what is missing."},
        "cart_closed": {"status":409,"title":"Cart Closed","description":"The cart was checked out, and no longer changes. Its order_id names the order; create a new cart."},
        "out_of_stock": {"status":409,"title":"Out Of Stock","description":"There are fewer units than were asked for: `errors` lists each line with what is available. Ask for fewer."},
        "not_for_sale": {"status":409,"title":"Not For Sale","description":"The product is a draft or archived. Only active products can be bought."},
        "order_closed": {"status":409,"title":"Order Closed","description":"The state of the order does not allow this, and will not allow it later."},
        "already_paid": {"status":409,"title":"Already Paid","description":"The order has been paid, and is not charged twice. Read the order again: an earlier attempt may have succeeded without its answer."},
        "refund_exceeds_paid": {"status":409,"title":"Refund Exceeds Paid","description":"The refund is larger than what is left of the payment, or of the units of a line."},
      },
      "events": {
        "order.created": true,
        "order.cancelled": true,
        "order.expired": true,
        "order.shipped": true,
        "payment_intent.succeeded": true,
        "payment_intent.payment_failed": true,
        "refund.created": true,
      },
    },
    "collections": [
      {
        "name": "products",
        "prefix": "prd",
        "defaultSize": 120,
      },
      {
        "name": "variants",
        "prefix": "var",
      },
      {
        "name": "carts",
        "prefix": "cart",
      },
      {
        "name": "orders",
        "prefix": "ord",
        "defaultSize": 200,
      },
    ],
  },
  "education": {
    "contract": {
      "name": "education",
      "operations": {
        "listCourses": {"name":"education.listCourses","method":"GET","path":"/api/education/courses","meta":{"aliases":[],"bodyLimit":"body","credential":"none","scope":"sandbox"}},
        "createCourse": {"name":"education.createCourse","method":"POST","path":"/api/education/courses","meta":{"aliases":[],"bodyLimit":"body","credential":"none","scope":"sandbox"}},
        "getCourse": {"name":"education.getCourse","method":"GET","path":"/api/education/courses/{course_id}","meta":{"aliases":[],"bodyLimit":"body","credential":"none","scope":"sandbox"}},
        "listLessons": {"name":"education.listLessons","method":"GET","path":"/api/education/courses/{course_id}/lessons","meta":{"aliases":[],"bodyLimit":"body","credential":"none","scope":"sandbox"}},
        "listStudents": {"name":"education.listStudents","method":"GET","path":"/api/education/students","meta":{"aliases":[],"bodyLimit":"body","credential":"none","scope":"sandbox"}},
        "listEnrollments": {"name":"education.listEnrollments","method":"GET","path":"/api/education/enrollments","meta":{"aliases":[],"bodyLimit":"body","credential":"none","scope":"sandbox"}},
        "createEnrollment": {"name":"education.createEnrollment","method":"POST","path":"/api/education/enrollments","meta":{"aliases":[],"bodyLimit":"body","credential":"none","scope":"sandbox"}},
        "listAssignments": {"name":"education.listAssignments","method":"GET","path":"/api/education/assignments","meta":{"aliases":[],"bodyLimit":"body","credential":"none","scope":"sandbox"}},
        "listGrades": {"name":"education.listGrades","method":"GET","path":"/api/education/grades","meta":{"aliases":[],"bodyLimit":"body","credential":"none","scope":"sandbox"}},
        "listCertificates": {"name":"education.listCertificates","method":"GET","path":"/api/education/certificates","meta":{"aliases":[],"bodyLimit":"body","credential":"none","scope":"sandbox"}},
      },
      "kinds": {},
      "events": {
        "course.created": true,
        "enrollment.created": true,
      },
    },
    "collections": [
      {
        "name": "courses",
        "prefix": "crs",
        "defaultSize": 200,
      },
      {
        "name": "lessons",
        "prefix": "les",
      },
      {
        "name": "students",
        "prefix": "stu",
        "defaultSize": 500,
      },
      {
        "name": "enrollments",
        "prefix": "enr",
      },
      {
        "name": "assignments",
        "prefix": "asg",
      },
      {
        "name": "grades",
        "prefix": "grd",
      },
      {
        "name": "certificates",
        "prefix": "crt",
      },
    ],
  },
  "events": {
    "contract": {
      "name": "events",
      "operations": {
        "listEvents": {"name":"events.listEvents","method":"GET","path":"/api/events","meta":{"aliases":[],"bodyLimit":"body","credential":"none","scope":"sandbox"}},
        "listCategories": {"name":"events.listCategories","method":"GET","path":"/api/events/categories","meta":{"aliases":[],"bodyLimit":"body","credential":"none","scope":"sandbox"}},
        "getEvent": {"name":"events.getEvent","method":"GET","path":"/api/events/{event_id}","meta":{"aliases":[],"bodyLimit":"body","credential":"none","scope":"sandbox"}},
        "registerForEvent": {"name":"events.registerForEvent","method":"POST","path":"/api/events/{event_id}/registrations","meta":{"aliases":[],"bodyLimit":"body","credential":"none","scope":"sandbox"}},
        "listAttendees": {"name":"events.listAttendees","method":"GET","path":"/api/events/{event_id}/attendees","meta":{"aliases":[],"bodyLimit":"body","credential":"none","scope":"sandbox"}},
      },
      "kinds": {
        "sold_out": {"status":409,"title":"Sold Out","description":"Every seat of the event is taken. Send waitlist: true to be put on the waiting list instead."},
        "event_closed": {"status":409,"title":"Event Closed","description":"The event is over or cancelled, and takes no registrations."},
      },
      "events": {
        "event.registration.created": true,
        "event.registration.waitlisted": true,
      },
    },
    "collections": [
      {
        "name": "events",
        "prefix": "event",
        "defaultSize": 60,
      },
      {
        "name": "event_categories",
        "prefix": "cat",
      },
      {
        "name": "event_registrations",
        "prefix": "reg",
      },
      {
        "name": "event_attendees",
        "prefix": "att",
      },
    ],
  },
  "food": {
    "contract": {
      "name": "food",
      "operations": {
        "listRestaurants": {"name":"food.listRestaurants","method":"GET","path":"/api/food/restaurants","meta":{"aliases":[],"bodyLimit":"body","credential":"none","scope":"sandbox"}},
        "getRestaurant": {"name":"food.getRestaurant","method":"GET","path":"/api/food/restaurants/{restaurant_id}","meta":{"aliases":[],"bodyLimit":"body","credential":"none","scope":"sandbox"}},
        "listMenuItems": {"name":"food.listMenuItems","method":"GET","path":"/api/food/restaurants/{restaurant_id}/menu","meta":{"aliases":[],"bodyLimit":"body","credential":"none","scope":"sandbox"}},
        "createQuote": {"name":"food.createQuote","method":"POST","path":"/api/food/quotes","meta":{"aliases":[],"bodyLimit":"body","credential":"none","scope":"sandbox"}},
        "getQuote": {"name":"food.getQuote","method":"GET","path":"/api/food/quotes/{quote_id}","meta":{"aliases":[],"bodyLimit":"body","credential":"none","scope":"sandbox"}},
        "placeOrder": {"name":"food.placeOrder","method":"POST","path":"/api/food/orders","meta":{"aliases":[],"bodyLimit":"body","credential":"none","scope":"sandbox"}},
        "listFoodOrders": {"name":"food.listFoodOrders","method":"GET","path":"/api/food/orders","meta":{"aliases":[],"bodyLimit":"body","credential":"none","scope":"sandbox"}},
        "getFoodOrder": {"name":"food.getFoodOrder","method":"GET","path":"/api/food/orders/{order_id}","meta":{"aliases":[],"bodyLimit":"body","credential":"none","scope":"sandbox"}},
        "updateFoodOrder": {"name":"food.updateFoodOrder","method":"PATCH","path":"/api/food/orders/{order_id}","meta":{"aliases":[],"bodyLimit":"body","credential":"none","scope":"sandbox"}},
        "cancelFoodOrder": {"name":"food.cancelFoodOrder","method":"POST","path":"/api/food/orders/{order_id}/cancel","meta":{"aliases":[],"bodyLimit":"body","credential":"none","scope":"sandbox"}},
        "trackFoodOrder": {"name":"food.trackFoodOrder","method":"GET","path":"/api/food/orders/{order_id}/tracking","meta":{"aliases":[],"bodyLimit":"body","credential":"none","scope":"sandbox"}},
      },
      "kinds": {
        "price_changed": {"status":409,"title":"Price Changed","description":"The total is not what the order costs now. `current` is a valid quote: show it, and order it with its id and total."},
        "quote_expired": {"status":409,"title":"Quote Expired","description":"The quote was valid for five minutes. Ask for a new one."},
        "restaurant_closed": {"status":409,"title":"Restaurant Closed","description":"The restaurant is closed then. Its hours are in `current`, with the instant at which it next opens or closes."},
        "item_unavailable": {"status":409,"title":"Item Unavailable","description":"Some of the dishes are not available at present: `errors` lists each. Remove them."},
        "out_of_range": {"status":409,"title":"Out Of Range","description":"The dropoff is farther from the restaurant than it delivers."},
        "below_minimum": {"status":409,"title":"Below Minimum","description":"The items cost less than the minimum order of the restaurant."},
      },
      "events": {
        "food_order.placed": true,
        "food_order.cancelled": true,
        "food_order.accepted": true,
        "food_order.rejected": true,
        "food_order.unanswered": true,
        "food_order.preparing": true,
        "food_order.picked_up": true,
        "food_order.delivered": true,
      },
    },
    "collections": [
      {
        "name": "restaurants",
        "prefix": "rst",
        "defaultSize": 80,
      },
      {
        "name": "menu_items",
        "prefix": "mni",
      },
      {
        "name": "quotes",
        "prefix": "qte",
      },
      {
        "name": "food_orders",
        "prefix": "fod",
        "defaultSize": 150,
      },
    ],
  },
  "oauth": {
    "contract": {
      "name": "oauth",
      "operations": {
        "authorize": {"name":"oauth.authorize","method":"GET","path":"/api/oauth/authorize","meta":{"aliases":[{"method":"POST","path":"/api/oauth/authorize","operationId":"oauth.authorizeByPost"}],"bodyLimit":"body","credential":"session","scope":"sandbox","errors":"redirect","inputError":"invalid_request"}},
        "exchangeToken": {"name":"oauth.exchangeToken","method":"POST","path":"/api/oauth/token","meta":{"aliases":[],"bodyLimit":"body","credential":"client","scope":"sandbox","errors":"oauth","inputError":"invalid_request"}},
        "endSession": {"name":"oauth.endSession","method":"POST","path":"/api/oauth/logout","meta":{"aliases":[{"method":"GET","path":"/api/oauth/logout","operationId":"oauth.endSessionByGet"}],"bodyLimit":"body","credential":"session","scope":"sandbox","errors":"redirect","inputError":"invalid_request"}},
        "revokeToken": {"name":"oauth.revokeToken","method":"POST","path":"/api/oauth/revoke","meta":{"aliases":[],"bodyLimit":"body","credential":"client","scope":"sandbox","errors":"oauth","inputError":"invalid_request"}},
        "introspectToken": {"name":"oauth.introspectToken","method":"POST","path":"/api/oauth/introspect","meta":{"aliases":[],"bodyLimit":"body","credential":"client","scope":"sandbox","errors":"oauth","inputError":"invalid_request"}},
        "pushRequest": {"name":"oauth.pushRequest","method":"POST","path":"/api/oauth/par","meta":{"aliases":[],"bodyLimit":"body","credential":"client","scope":"sandbox","errors":"oauth","inputError":"invalid_request"}},
        "authorizeDevice": {"name":"oauth.authorizeDevice","method":"POST","path":"/api/oauth/device","meta":{"aliases":[],"bodyLimit":"body","credential":"client","scope":"sandbox","errors":"oauth","inputError":"invalid_request"}},
        "decideDevice": {"name":"oauth.decideDevice","method":"POST","path":"/api/oauth/device/decision","meta":{"aliases":[{"method":"GET","path":"/api/oauth/device","operationId":"oauth.decideDeviceByGet"}],"bodyLimit":"body","credential":"session","scope":"sandbox","errors":"redirect","inputError":"invalid_request"}},
        "registerClient": {"name":"oauth.registerClient","method":"POST","path":"/api/oauth/register","meta":{"aliases":[],"bodyLimit":"body","credential":"none","scope":"sandbox","errors":"oauth","inputError":"invalid_client_metadata"}},
        "getClient": {"name":"oauth.getClient","method":"GET","path":"/api/oauth/register/{registration}","meta":{"aliases":[],"bodyLimit":"body","credential":"registration","scope":"sandbox","errors":"oauth","inputError":"invalid_request"}},
        "updateClient": {"name":"oauth.updateClient","method":"PUT","path":"/api/oauth/register/{registration}","meta":{"aliases":[],"bodyLimit":"body","credential":"registration","scope":"sandbox","errors":"oauth","inputError":"invalid_client_metadata"}},
        "deleteClient": {"name":"oauth.deleteClient","method":"DELETE","path":"/api/oauth/register/{registration}","meta":{"aliases":[],"bodyLimit":"body","credential":"registration","scope":"sandbox","errors":"oauth","inputError":"invalid_request"}},
        "getUserinfo": {"name":"oauth.getUserinfo","method":"GET","path":"/api/oauth/userinfo","meta":{"aliases":[{"method":"POST","path":"/api/oauth/userinfo","operationId":"oauth.getUserinfoByPost"}],"bodyLimit":"body","credential":"bearer","scope":"sandbox","errors":"oauth","inputError":"invalid_request"}},
        "getDiscovery": {"name":"oauth.getDiscovery","method":"GET","path":"/api/oauth/.well-known/openid-configuration","meta":{"aliases":[{"method":"GET","path":"/.well-known/openid-configuration/api/oauth"},{"method":"GET","path":"/.well-known/oauth-authorization-server/api/oauth"}],"bodyLimit":"body","credential":"none","scope":"sandbox"}},
        "getJwks": {"name":"oauth.getJwks","method":"GET","path":"/api/oauth/.well-known/jwks.json","meta":{"aliases":[{"method":"GET","path":"/api/oauth/jwks"}],"bodyLimit":"body","credential":"none","scope":"sandbox"}},
      },
      "kinds": {
        "invalid_client": {"status":401,"title":"Invalid Client","description":"The client is unknown, sent a wrong secret or assertion, or did not send a required one (RFC 6749 §5.2, RFC 7523 §3.2).","oauth":"invalid_client"},
        "invalid_grant": {"status":400,"title":"Invalid Grant","description":"The code or refresh token is wrong, expired, used before, issued to another client, or does not fit redirect_uri or code_verifier (RFC 6749 §5.2).","oauth":"invalid_grant"},
        "unauthorized_client": {"status":400,"title":"Unauthorized Client","description":"The client may not use this grant type (RFC 6749 §5.2).","oauth":"unauthorized_client"},
        "unsupported_grant_type": {"status":400,"title":"Unsupported Grant Type","description":"The server knows authorization_code, refresh_token, client_credentials and device codes (RFC 6749 §5.2).","oauth":"unsupported_grant_type"},
        "invalid_scope": {"status":400,"title":"Invalid Scope","description":"The scope asks for more than was granted (RFC 6749 §5.2).","oauth":"invalid_scope"},
      },
      "events": {},
    },
    "collections": [
      {
        "name": "pushed_requests",
        "prefix": "par",
      },
      {
        "name": "device_logins",
        "prefix": "dev",
      },
    ],
  },
  "realestate": {
    "contract": {
      "name": "realestate",
      "operations": {
        "listListings": {"name":"realestate.listListings","method":"GET","path":"/api/realestate/listings","meta":{"aliases":[],"bodyLimit":"body","credential":"none","scope":"sandbox"}},
        "getListing": {"name":"realestate.getListing","method":"GET","path":"/api/realestate/listings/{listing_id}","meta":{"aliases":[],"bodyLimit":"body","credential":"none","scope":"sandbox"}},
        "createListing": {"name":"realestate.createListing","method":"POST","path":"/api/realestate/listings","meta":{"aliases":[],"bodyLimit":"body","credential":"none","scope":"sandbox"}},
        "updateListing": {"name":"realestate.updateListing","method":"PATCH","path":"/api/realestate/listings/{listing_id}","meta":{"aliases":[],"bodyLimit":"body","credential":"none","scope":"sandbox"}},
        "listChanges": {"name":"realestate.listChanges","method":"GET","path":"/api/realestate/changes","meta":{"aliases":[],"bodyLimit":"body","credential":"none","scope":"sandbox"}},
        "listPhotos": {"name":"realestate.listPhotos","method":"GET","path":"/api/realestate/listings/{listing_id}/photos","meta":{"aliases":[],"bodyLimit":"body","credential":"none","scope":"sandbox"}},
        "getPhoto": {"name":"realestate.getPhoto","method":"GET","path":"/api/realestate/photos/{photo_id}","meta":{"aliases":[],"bodyLimit":"body","credential":"none","scope":"sandbox"}},
        "listSlots": {"name":"realestate.listSlots","method":"GET","path":"/api/realestate/listings/{listing_id}/slots","meta":{"aliases":[],"bodyLimit":"body","credential":"none","scope":"sandbox"}},
        "bookViewing": {"name":"realestate.bookViewing","method":"POST","path":"/api/realestate/listings/{listing_id}/viewings","meta":{"aliases":[],"bodyLimit":"body","credential":"none","scope":"sandbox"}},
        "listViewings": {"name":"realestate.listViewings","method":"GET","path":"/api/realestate/viewings","meta":{"aliases":[],"bodyLimit":"body","credential":"none","scope":"sandbox"}},
        "getViewing": {"name":"realestate.getViewing","method":"GET","path":"/api/realestate/viewings/{viewing_id}","meta":{"aliases":[],"bodyLimit":"body","credential":"none","scope":"sandbox"}},
        "cancelViewing": {"name":"realestate.cancelViewing","method":"DELETE","path":"/api/realestate/viewings/{viewing_id}","meta":{"aliases":[],"bodyLimit":"body","credential":"none","scope":"sandbox"}},
        "listAgents": {"name":"realestate.listAgents","method":"GET","path":"/api/realestate/agents","meta":{"aliases":[],"bodyLimit":"body","credential":"none","scope":"sandbox"}},
      },
      "kinds": {
        "slot_taken": {"status":409,"title":"Slot Taken","description":"Somebody else has the slot. List the slots again, and book one that is free."},
        "listing_closed": {"status":409,"title":"Listing Closed","description":"The listing is neither active nor under offer, and cannot be viewed."},
      },
      "events": {
        "listing.created": true,
        "listing.updated": true,
        "listing.withdrawn": true,
        "listing.published": true,
        "listing.expired": true,
        "viewing.booked": true,
        "viewing.cancelled": true,
        "viewing.reminder": true,
      },
    },
    "collections": [
      {
        "name": "listings",
        "prefix": "lst",
        "defaultSize": 240,
      },
      {
        "name": "agents",
        "prefix": "agt",
      },
      {
        "name": "photos",
        "prefix": "pho",
      },
      {
        "name": "viewings",
        "prefix": "vwg",
        "defaultSize": 80,
      },
    ],
  },
  "saas": {
    "contract": {
      "name": "saas",
      "operations": {
        "listOrganizations": {"name":"saas.listOrganizations","method":"GET","path":"/api/saas/organizations","meta":{"aliases":[],"bodyLimit":"body","credential":"member","scope":"sandbox"}},
        "createOrganization": {"name":"saas.createOrganization","method":"POST","path":"/api/saas/organizations","meta":{"aliases":[],"bodyLimit":"body","credential":"member","scope":"sandbox"}},
        "getOrganization": {"name":"saas.getOrganization","method":"GET","path":"/api/saas/organizations/{organization_id}","meta":{"aliases":[],"bodyLimit":"body","credential":"member","scope":"sandbox"}},
        "changeSubscription": {"name":"saas.changeSubscription","method":"PUT","path":"/api/saas/organizations/{organization_id}/subscription","meta":{"aliases":[],"bodyLimit":"body","credential":"member","scope":"sandbox"}},
        "listInvoices": {"name":"saas.listInvoices","method":"GET","path":"/api/saas/organizations/{organization_id}/invoices","meta":{"aliases":[],"bodyLimit":"body","credential":"member","scope":"sandbox"}},
        "listAuditEntries": {"name":"saas.listAuditEntries","method":"GET","path":"/api/saas/organizations/{organization_id}/audit","meta":{"aliases":[],"bodyLimit":"body","credential":"member","scope":"sandbox"}},
        "listMembers": {"name":"saas.listMembers","method":"GET","path":"/api/saas/organizations/{organization_id}/members","meta":{"aliases":[],"bodyLimit":"body","credential":"member","scope":"sandbox"}},
        "getMember": {"name":"saas.getMember","method":"GET","path":"/api/saas/organizations/{organization_id}/members/{user_id}","meta":{"aliases":[],"bodyLimit":"body","credential":"member","scope":"sandbox"}},
        "putMember": {"name":"saas.putMember","method":"PUT","path":"/api/saas/organizations/{organization_id}/members/{user_id}","meta":{"aliases":[],"bodyLimit":"body","credential":"member","scope":"sandbox"}},
        "removeMember": {"name":"saas.removeMember","method":"DELETE","path":"/api/saas/organizations/{organization_id}/members/{user_id}","meta":{"aliases":[],"bodyLimit":"body","credential":"member","scope":"sandbox"}},
        "listKeys": {"name":"saas.listKeys","method":"GET","path":"/api/saas/organizations/{organization_id}/keys","meta":{"aliases":[],"bodyLimit":"body","credential":"member","scope":"sandbox"}},
        "getKey": {"name":"saas.getKey","method":"GET","path":"/api/saas/organizations/{organization_id}/keys/{key_id}","meta":{"aliases":[],"bodyLimit":"body","credential":"member","scope":"sandbox"}},
        "createKey": {"name":"saas.createKey","method":"POST","path":"/api/saas/organizations/{organization_id}/keys","meta":{"aliases":[],"bodyLimit":"body","credential":"member","scope":"sandbox"}},
        "revokeKey": {"name":"saas.revokeKey","method":"DELETE","path":"/api/saas/organizations/{organization_id}/keys/{key_id}","meta":{"aliases":[],"bodyLimit":"body","credential":"member","scope":"sandbox"}},
        "listContacts": {"name":"saas.listContacts","method":"GET","path":"/api/saas/organizations/{organization_id}/contacts","meta":{"aliases":[],"bodyLimit":"body","credential":"member","scope":"sandbox"}},
        "createContact": {"name":"saas.createContact","method":"POST","path":"/api/saas/organizations/{organization_id}/contacts","meta":{"aliases":[],"bodyLimit":"body","credential":"member","scope":"sandbox"}},
        "exportContacts": {"name":"saas.exportContacts","method":"GET","path":"/api/saas/organizations/{organization_id}/contacts/export","meta":{"aliases":[],"bodyLimit":"body","credential":"member","scope":"sandbox"}},
        "getContact": {"name":"saas.getContact","method":"GET","path":"/api/saas/organizations/{organization_id}/contacts/{contact_id}","meta":{"aliases":[],"bodyLimit":"body","credential":"member","scope":"sandbox"}},
        "replaceContact": {"name":"saas.replaceContact","method":"PUT","path":"/api/saas/organizations/{organization_id}/contacts/{contact_id}","meta":{"aliases":[],"bodyLimit":"body","credential":"member","scope":"sandbox"}},
        "updateContact": {"name":"saas.updateContact","method":"PATCH","path":"/api/saas/organizations/{organization_id}/contacts/{contact_id}","meta":{"aliases":[],"bodyLimit":"body","credential":"member","scope":"sandbox"}},
        "deleteContact": {"name":"saas.deleteContact","method":"DELETE","path":"/api/saas/organizations/{organization_id}/contacts/{contact_id}","meta":{"aliases":[],"bodyLimit":"body","credential":"member","scope":"sandbox"}},
        "startImport": {"name":"saas.startImport","method":"POST","path":"/api/saas/organizations/{organization_id}/imports","meta":{"aliases":[],"bodyLimit":"body","credential":"member","scope":"sandbox"}},
        "getImport": {"name":"saas.getImport","method":"GET","path":"/api/saas/organizations/{organization_id}/imports/{import_id}","meta":{"aliases":[],"bodyLimit":"body","credential":"member","scope":"sandbox"}},
      },
      "kinds": {
        "plan_limit": {"status":402,"title":"Plan Limit","description":"The plan of the organization does not allow more of these. Remove some, or change to a larger plan."},
        "subscription_required": {"status":402,"title":"Subscription Required","description":"The subscription is paused, so nothing can be written. An owner must set a plan and a card; reads still work."},
        "plan_feature": {"status":403,"title":"Plan Feature","description":"The plan of the organization does not have this. A larger plan does."},
      },
      "events": {
        "organization.created": true,
        "member.added": true,
        "key.created": true,
        "key.revoked": true,
        "contact.updated": true,
        "import.started": true,
        "import.completed": true,
        "customer.subscription.updated": true,
        "invoice.paid": true,
        "invoice.payment_failed": true,
      },
    },
    "collections": [
      {
        "name": "organizations",
        "prefix": "org",
        "defaultSize": 12,
      },
      {
        "name": "members",
        "prefix": "mem",
      },
      {
        "name": "organization_keys",
        "prefix": "key",
      },
      {
        "name": "contacts",
        "prefix": "cnt",
        "defaultSize": 480,
      },
      {
        "name": "imports",
        "prefix": "imp",
      },
      {
        "name": "audit_entries",
        "prefix": "aud",
      },
      {
        "name": "organization_usages",
        "prefix": "usage",
      },
      {
        "name": "organization_key_hashes",
        "prefix": "hash",
      },
      {
        "name": "contact_addresses",
        "prefix": "address",
      },
    ],
  },
  "sandboxes": {
    "contract": {
      "name": "sandboxes",
      "operations": {
        "listSandboxes": {"name":"sandboxes.listSandboxes","method":"GET","path":"/sandboxes","meta":{"aliases":[],"bodyLimit":"body","credential":"admin","scope":"registry"}},
        "putSandbox": {"name":"sandboxes.putSandbox","method":"PUT","path":"/sandboxes/{name}","meta":{"aliases":[],"bodyLimit":"body","credential":"admin","scope":"registry"}},
        "getSandbox": {"name":"sandboxes.getSandbox","method":"GET","path":"/sandboxes/{name}","meta":{"aliases":[],"bodyLimit":"body","credential":"admin","scope":"registry"}},
        "deleteSandbox": {"name":"sandboxes.deleteSandbox","method":"DELETE","path":"/sandboxes/{name}","meta":{"aliases":[],"bodyLimit":"body","credential":"admin","scope":"registry"}},
        "resetSandbox": {"name":"sandboxes.resetSandbox","method":"POST","path":"/sandboxes/{name}/reset","meta":{"aliases":[],"bodyLimit":"body","credential":"admin","scope":"registry"}},
        "setClock": {"name":"sandboxes.setClock","method":"POST","path":"/sandboxes/{name}/clock","meta":{"aliases":[],"bodyLimit":"body","credential":"admin","scope":"registry"}},
        "getSnapshot": {"name":"sandboxes.getSnapshot","method":"GET","path":"/sandboxes/{name}/snapshot","meta":{"aliases":[],"bodyLimit":"body","credential":"admin","scope":"registry"}},
        "restoreSnapshot": {"name":"sandboxes.restoreSnapshot","method":"PUT","path":"/sandboxes/{name}/snapshot","meta":{"aliases":[],"bodyLimit":"snapshot","credential":"admin","scope":"registry"}},
        "listRequests": {"name":"sandboxes.listRequests","method":"GET","path":"/sandboxes/{name}/requests","meta":{"aliases":[],"bodyLimit":"body","credential":"admin","scope":"registry"}},
        "clearRequests": {"name":"sandboxes.clearRequests","method":"DELETE","path":"/sandboxes/{name}/requests","meta":{"aliases":[],"bodyLimit":"body","credential":"admin","scope":"registry"}},
        "streamRequests": {"name":"sandboxes.streamRequests","method":"GET","path":"/sandboxes/{name}/requests/stream","meta":{"aliases":[],"bodyLimit":"body","credential":"admin","scope":"registry"}},
        "listFaults": {"name":"sandboxes.listFaults","method":"GET","path":"/sandboxes/{name}/faults","meta":{"aliases":[],"bodyLimit":"body","credential":"admin","scope":"registry"}},
        "putFaults": {"name":"sandboxes.putFaults","method":"PUT","path":"/sandboxes/{name}/faults","meta":{"aliases":[],"bodyLimit":"body","credential":"admin","scope":"registry"}},
        "addFault": {"name":"sandboxes.addFault","method":"POST","path":"/sandboxes/{name}/faults","meta":{"aliases":[],"bodyLimit":"body","credential":"admin","scope":"registry"}},
        "deleteFaults": {"name":"sandboxes.deleteFaults","method":"DELETE","path":"/sandboxes/{name}/faults","meta":{"aliases":[],"bodyLimit":"body","credential":"admin","scope":"registry"}},
        "updateFault": {"name":"sandboxes.updateFault","method":"PATCH","path":"/sandboxes/{name}/faults/{id}","meta":{"aliases":[],"bodyLimit":"body","credential":"admin","scope":"registry"}},
        "deleteFault": {"name":"sandboxes.deleteFault","method":"DELETE","path":"/sandboxes/{name}/faults/{id}","meta":{"aliases":[],"bodyLimit":"body","credential":"admin","scope":"registry"}},
        "listVerdicts": {"name":"sandboxes.listVerdicts","method":"GET","path":"/sandboxes/{name}/conduct","meta":{"aliases":[],"bodyLimit":"body","credential":"admin","scope":"registry"}},
        "listControlTokens": {"name":"sandboxes.listControlTokens","method":"GET","path":"/tokens","meta":{"aliases":[],"bodyLimit":"body","credential":"admin","scope":"registry"}},
        "createControlToken": {"name":"sandboxes.createControlToken","method":"POST","path":"/tokens","meta":{"aliases":[],"bodyLimit":"body","credential":"admin","scope":"registry"}},
        "revokeControlToken": {"name":"sandboxes.revokeControlToken","method":"DELETE","path":"/tokens/{token_id}","meta":{"aliases":[],"bodyLimit":"body","credential":"admin","scope":"registry"}},
      },
      "kinds": {},
      "events": {},
    },
    "collections": [],
  },
  "social": {
    "contract": {
      "name": "social",
      "operations": {
        "listTimeline": {"name":"social.listTimeline","method":"GET","path":"/api/social/timeline","meta":{"aliases":[],"bodyLimit":"body","credential":"viewer","scope":"sandbox"}},
        "streamTimeline": {"name":"social.streamTimeline","method":"GET","path":"/api/social/timeline/stream","meta":{"aliases":[],"bodyLimit":"body","credential":"viewer","scope":"sandbox"}},
        "createPost": {"name":"social.createPost","method":"POST","path":"/api/social/posts","meta":{"aliases":[],"bodyLimit":"body","credential":"bearer","scope":"sandbox"}},
        "getPost": {"name":"social.getPost","method":"GET","path":"/api/social/posts/{post_id}","meta":{"aliases":[],"bodyLimit":"body","credential":"viewer","scope":"sandbox"}},
        "deletePost": {"name":"social.deletePost","method":"DELETE","path":"/api/social/posts/{post_id}","meta":{"aliases":[],"bodyLimit":"body","credential":"bearer","scope":"sandbox"}},
        "getThread": {"name":"social.getThread","method":"GET","path":"/api/social/posts/{post_id}/thread","meta":{"aliases":[],"bodyLimit":"body","credential":"viewer","scope":"sandbox"}},
        "likePost": {"name":"social.likePost","method":"PUT","path":"/api/social/posts/{post_id}/like","meta":{"aliases":[],"bodyLimit":"body","credential":"bearer","scope":"sandbox"}},
        "unlikePost": {"name":"social.unlikePost","method":"DELETE","path":"/api/social/posts/{post_id}/like","meta":{"aliases":[],"bodyLimit":"body","credential":"bearer","scope":"sandbox"}},
        "listAccounts": {"name":"social.listAccounts","method":"GET","path":"/api/social/accounts","meta":{"aliases":[],"bodyLimit":"body","credential":"viewer","scope":"sandbox"}},
        "getAccount": {"name":"social.getAccount","method":"GET","path":"/api/social/accounts/{account_id}","meta":{"aliases":[],"bodyLimit":"body","credential":"viewer","scope":"sandbox"}},
        "followAccount": {"name":"social.followAccount","method":"PUT","path":"/api/social/accounts/{account_id}/follow","meta":{"aliases":[],"bodyLimit":"body","credential":"bearer","scope":"sandbox"}},
        "unfollowAccount": {"name":"social.unfollowAccount","method":"DELETE","path":"/api/social/accounts/{account_id}/follow","meta":{"aliases":[],"bodyLimit":"body","credential":"bearer","scope":"sandbox"}},
        "blockAccount": {"name":"social.blockAccount","method":"PUT","path":"/api/social/accounts/{account_id}/block","meta":{"aliases":[],"bodyLimit":"body","credential":"bearer","scope":"sandbox"}},
        "unblockAccount": {"name":"social.unblockAccount","method":"DELETE","path":"/api/social/accounts/{account_id}/block","meta":{"aliases":[],"bodyLimit":"body","credential":"bearer","scope":"sandbox"}},
      },
      "kinds": {},
      "events": {
        "post.created": true,
        "post.deleted": true,
        "post.liked": true,
        "account.followed": true,
        "account.blocked": true,
      },
    },
    "collections": [
      {
        "name": "accounts",
        "prefix": "acc",
        "defaultSize": 60,
      },
      {
        "name": "posts",
        "prefix": "pst",
        "defaultSize": 400,
      },
      {
        "name": "social_changes",
        "prefix": "chg",
      },
      {
        "name": "social_follows",
        "prefix": "follows",
      },
      {
        "name": "social_blocks",
        "prefix": "blocks",
      },
      {
        "name": "social_likes",
        "prefix": "likes",
      },
    ],
  },
  "webhooks": {
    "contract": {
      "name": "webhooks",
      "operations": {
        "registerWebhook": {"name":"webhooks.registerWebhook","method":"POST","path":"/api/webhooks/register","meta":{"aliases":[],"bodyLimit":"body","credential":"none","scope":"sandbox"}},
        "listRegistrations": {"name":"webhooks.listRegistrations","method":"GET","path":"/api/webhooks/registrations","meta":{"aliases":[],"bodyLimit":"body","credential":"none","scope":"sandbox"}},
        "deleteRegistration": {"name":"webhooks.deleteRegistration","method":"DELETE","path":"/api/webhooks/registrations/{registration_id}","meta":{"aliases":[],"bodyLimit":"body","credential":"none","scope":"sandbox"}},
        "sendTestEvent": {"name":"webhooks.sendTestEvent","method":"POST","path":"/api/webhooks/test/{event_type}","meta":{"aliases":[],"bodyLimit":"body","credential":"none","scope":"sandbox"}},
      },
      "kinds": {},
      "events": {},
    },
    "collections": [
      {
        "name": "webhook_registrations",
        "prefix": "we",
      },
      {
        "name": "webhook_events",
        "prefix": "evt",
      },
      {
        "name": "webhook_deliveries",
        "prefix": "dlv",
      },
    ],
  },
};
