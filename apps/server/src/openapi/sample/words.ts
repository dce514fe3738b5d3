/** Texts by the name of a member, what it is a member of, and how it is described. */
import { cities, drawParagraph, drawSentence, drawWords, things } from '../../kit/dataset.js';
import { firstNames } from '../../kit/generated/names.js';
import { type Random, hashText } from '../../kit/random.js';
import { type Naming, drawHex, drawLetters, drawUuid } from './naming.js';
import { remembered } from '../understand/nouns.js';
import { drawTimeText, isTimeName } from './numbers.js';

type Draw = (naming: Naming) => string;

const from =
  (listed: string): Draw =>
  ({ random }) =>
    random.pick(listed.split(', '));

/** A list in an order of its own for each noun, by the position: no two of a few records have the same. */
const inTurn = (list: readonly string[], { index, noun }: Naming): string =>
  list[(hashText(noun) + index * 7) % list.length] ?? '';

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** In plain letters, for addresses of mail and pages. */
const plain = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');

const fullName: Draw = ({ facts: { person } }) => `${person.first} ${person.last}`;

export const email: Draw = ({ facts: { person }, name, noun, index, random }) => {
  const isOffice = /support|billing|contact_email|noreply|from_email|company|organi[sz]ation/.test(`${name} ${noun}`);
  const local = isOffice
    ? random.pick(['hello', 'office', 'team'])
    : plain(`${person.first}.${person.last}`).replace('-', '.');
  return `${local}.${index + 1}@example.${random.pick(['com', 'com', 'org', 'net'])}`;
};

/** Of the numbers that are kept for fiction (NANP 555-01XX). */
export const phone: Draw = ({ random }) =>
  `+1${random.int(201, 989)}555${String(random.int(100, 199)).padStart(4, '0')}`;

export const slug: Draw = (naming) => {
  const { random, index } = naming;
  return `${plain(drawWords(random, 2, 2))}-${index + 1}`;
};

const IMAGE = /avatar|image|img|photo|picture|thumb|logo|icon|banner|cover|poster|screenshot/;

export const url: Draw = ({ name, noun, random, index, facts }) => {
  const image = IMAGE.exec(`${name} ${noun}`)?.[0];
  if (image !== undefined) return `https://example.com/images/${plain(noun) || image}-${index + 1}.png`;
  if (/website|homepage|home_page|^site|blog/.test(name)) return `https://${plain(facts.company)}.example.com`;
  if (/callback|webhook|hook|redirect/.test(name))
    return `https://example.com/${/redirect/.test(name) ? 'callback' : 'webhooks'}`;
  if (/video/.test(name)) return `https://example.com/videos/${random.pick(things)}-${index + 1}.mp4`;
  if (/download|file|document|pdf/.test(name))
    return `https://example.com/files/${random.pick(things)}-${index + 1}.pdf`;
  return `https://example.com/${plain(noun) || 'pages'}/${random.pick(things)}-${index + 1}`;
};

export const hostname: Draw = ({ facts }) => `${plain(facts.company)}.example.com`;

/** Of the networks that are kept for documentation (RFC 5737, RFC 3849). */
export const ipv4: Draw = ({ random }) =>
  `${random.pick(['192.0.2', '198.51.100', '203.0.113'])}.${random.int(1, 254)}`;
export const ipv6: Draw = ({ random }) =>
  `2001:db8::${random.int(1, 65_000).toString(16)}:${random.int(1, 65_000).toString(16)}`;

const PERSON =
  /user|customer|client|contact|person|people|member|employee|author|owner|creator|assignee|reporter|student|teacher|patient|doctor|driver|guest|recipient|sender|account_holder|passenger|player|candidate|applicant|artist|agent|attendee|participant|reviewer|subscriber|tenant_user|buyer|seller|payer|payee|cardholder|beneficiary|profile|speaker|manager|lead|follower|friend|instructor|nurse|staff|collaborator|committer/;
const COMPANY =
  /compan|organi[sz]ation|\borg\b|vendor|supplier|brand|merchant|store|shop|employer|business|tenant|workspace|manufacturer|publisher|bank|agency|airline|carrier|partner|insurer|dealer|hotel|restaurant|provider/;
const PET = /\bpet\b|\bdog|\bcat\b|animal|horse|puppy|kitten/;
const GOODS = /product|item|article|good|sku|variant|catalog|listing|offer|menu|merchandise|part\b|device|asset/;
const WORD =
  /tag|label|categor|genre|topic|keyword|skill|group|department|team|role|channel|folder|bucket|queue|status|type|kind|field|attribute|feature|permission/;

/** The name of a thing, by what it is. */
const nameOf: Draw = (naming) => {
  const { noun, random, facts } = naming;
  if (/city|town/.test(noun)) return inTurn(cities, naming);
  if (/country/.test(noun)) return facts.place.country;
  if (/region|state\b|province/.test(noun)) return facts.place.region ?? facts.place.name;
  if (/currency/.test(noun)) return random.pick(['Euro', 'US dollar', 'Pound sterling', 'Yen']);
  if (/language/.test(noun)) return random.pick(['English', 'French', 'German', 'Portuguese', 'Spanish']);
  if (/file|attachment|document\b|upload/.test(noun)) return fileName(naming);
  if (/repo|package|branch|database|server|cluster|host|instance|node\b|container|image\b/.test(noun))
    return slug(naming);
  if (PET.test(noun)) return inTurn(firstNames, naming);
  if (GOODS.test(noun)) return `${random.pick(materials)} ${capital(inTurn(things, naming))}`;
  if (COMPANY.test(noun)) return facts.company;
  if (PERSON.test(noun)) return fullName(naming);
  if (WORD.test(noun)) return capital(inTurn(things, naming));
  return drawWords(random, 3, 4);
};

const materials =
  'Bamboo, Brass, Ceramic, Cotton, Copper, Cork, Glass, Leather, Linen, Oak, Steel, Stone, Walnut, Wool'.split(', ');

const fileName: Draw = ({ random, index, name, noun }) => {
  const ending = IMAGE.test(`${name} ${noun}`) ? 'png' : random.pick(['pdf', 'csv', 'txt', 'docx']);
  return `${random.pick(things)}-${index + 1}.${ending}`;
};

const username: Draw = ({ facts: { person }, index }) => `${plain(person.first)}.${plain(person.last)}${index + 1}`;

/** ISO 3166-1 alpha-3 by alpha-2. */
const threeLetters: ReadonlyMap<string, string> = new Map(
  'PT PRT, DE DEU, GB GBR, FR FRA, NL NLD, SE SWE, CA CAN, US USA, BR BRA, JP JPN, SG SGP, IN IND, KE KEN, AU AUS'
    .split(', ')
    .map((pair) => [pair.slice(0, 2), pair.slice(3)]),
);

const country: Draw = ({ facts: { place }, maxLength, name, description, like }) => {
  const isThree =
    maxLength === 3 ||
    /alpha-?3|three.letter|3.letter/.test(description) ||
    (typeof like === 'string' && /^[A-Z]{3}$/.test(like));
  if (isThree) return threeLetters.get(place.code) ?? 'USA';
  const isCode =
    maxLength < 8 || /code|iso/.test(name) || /iso.?3166|alpha-?2|two.letter|2.letter|country code/.test(description);
  if (!isCode && !(typeof like === 'string' && /^[A-Za-z]{2}$/.test(like))) return place.country;
  return typeof like === 'string' && /^[a-z]{2}$/.test(like) ? place.code.toLowerCase() : place.code;
};

const currency: Draw = ({ facts, like, description }) => {
  const isLower = (typeof like === 'string' && /^[a-z]{3}$/.test(like)) || /lowercase/.test(description);
  return isLower ? facts.place.currency.toLowerCase() : facts.place.currency;
};

const region: Draw = (naming) => naming.facts.place.region ?? naming.facts.address.district;

const hash: Draw = ({ name, description, random }) => {
  const said = `${name} ${description}`;
  if (/md5|etag/.test(said)) return drawHex(random, 32);
  return drawHex(random, /sha.?256|checksum|digest/.test(said) ? 64 : /sha.?512/.test(said) ? 128 : 40);
};

const color: Draw = ({ random, maxLength, description, like }) => {
  const isBare =
    maxLength === 6 ||
    (typeof like === 'string' && /^[0-9a-f]{6}$/i.test(like)) ||
    /without the leading/.test(description);
  return isBare ? drawHex(random, 6) : `#${drawHex(random, 6)}`;
};

const digits = (random: Random, length: number): string =>
  Array.from({ length }, (_, at) => random.int(at === 0 ? 1 : 0, 9)).join('');

const price: Draw = ({ random }) => `${random.int(2, 240)}.${random.pick(['00', '50', '90', '95', '99'])}`;

/** An id that a client takes as it is. */
export const id: Draw = ({ noun, name, random, maxLength }) => {
  const of = name.replace(/_?(?:id|ids|uid|key|ref|reference)$/, '') || noun;
  const prefix = plain(of).replaceAll('-', '').slice(0, 4);
  const text = `${prefix === '' ? 'id' : prefix}_${drawLetters(random, 14)}`;
  return text.length > maxLength ? drawLetters(random, maxLength) : text;
};

const place =
  (pick: (naming: Naming['facts']) => string): Draw =>
  (naming) =>
    pick(naming.facts);

const sentence: Draw = ({ random, maxLength }) => (maxLength < 40 ? drawWords(random, 2, 4) : drawSentence(random));
const title: Draw = ({ random }) => drawWords(random, 3, 5);
const thing: Draw = ({ random }) => random.pick(things);

/** Names of members, the first that fits: each with how its texts are drawn. */
const byName: readonly (readonly [RegExp, Draw])[] = [
  [/e_?mail(?:_address)?$|(?:^|_)email(?:_|$)(?!.*(?:id|count|status|type|verified|template|subject|body))/, email],
  [/(?:^|_)(?:uuid|guid)$/, ({ random }) => drawUuid(random)],
  [/^(?:first|given|fore)_?name$|_(?:first|given)_name$/, place(({ person }) => person.first)],
  [/^(?:last|family|sur)_?name$|surname$|_(?:last|family)_name$/, place(({ person }) => person.last)],
  [/middle_?name$/, ({ random }) => `${random.pick(firstNames).charAt(0)}.`],
  [/^(?:user_?name|login|handle|screen_name|nick_?name|user_login)$|_(?:username|login)$/, username],
  [/(?:phone|mobile|telephone|fax|cell|msisdn)(?:_?(?:number|no))?$|^tel$/, phone],
  [/(?:file|document|attachment)_?name$/, fileName],
  [/(?:host|domain|server)_?name$|^(?:host|domain|fqdn)$|_domain$/, hostname],
  [
    /(?:company|organi[sz]ation|business|employer|vendor|merchant|store|brand|manufacturer|supplier|bank|carrier|publisher)(?:_name)?$|^org(?:_name)?$/,
    place(({ company }) => company),
  ],
  [
    /(?:^|_)(?:full|display|real|legal|cardholder|holder|account_holder|contact|customer|user|owner|author|recipient|sender|patient|student|employee|guest|driver|creator|assignee|manager|billing|shipping|agent)_?name$/,
    fullName,
  ],
  [/^name$/, nameOf],
  [/^title$/, (naming) => (GOODS.test(naming.noun) ? nameOf(naming) : title(naming))],
  [/(?:^|_)country(?:_?code)?(?:_iso)?$|^nationality$|_country$/, country],
  [/(?:^|_)currency(?:_?code)?$|_currency$/, currency],
  [/(?:^|_)(?:city|town|locality|municipality)(?:_name)?$/, place((facts) => facts.place.name)],
  [
    /(?:^|_)(?:region|province|county|state_code|state_province|administrative_area|state_or_province|region_code)$/,
    region,
  ],
  [/(?:zip|postal_?code|post_?code|zip_?code)$|^postal$/, place(({ address }) => address.postalCode ?? '')],
  [
    /(?:^|_)(?:street|street_?address|street_?name|address_?(?:line_?)?1|line_?1|line_?one)$/,
    place(({ address }) => address.line1),
  ],
  [/address_?(?:line_?)?[23]$|^line_?[23]$|suite|apartment|^unit_number$/, ({ random }) => `Floor ${random.int(1, 9)}`],
  [/(?:mac_?address|^mac)$/, ({ random }) => (drawHex(random, 12).match(/../g) ?? []).join(':')],
  [/(?:^|_)ip(?:v4)?(?:_?address)?$/, ipv4],
  [/(?:^|_)ipv6(?:_?address)?$/, ipv6],
  [
    /^(?:address|formatted_address|full_address|location)$|(?:billing|shipping|home|postal|delivery)_address$/,
    place(({ address, place: { name } }) => `${address.line1}, ${name}`),
  ],
  [/(?:district|neighbou?rhood|suburb|borough)$/, place(({ address }) => address.district)],
  [/(?:time_?zone|^tz|timezone_id|time_zone_name)$/, place((facts) => facts.place.timezone)],
  [/(?:^|_)lat(?:itude)?$/, place(({ address }) => String(address.location.latitude))],
  [/(?:^|_)(?:lng|lon|long|longitude)$/, place(({ address }) => String(address.location.longitude))],
  [
    /(?:^|_)(?:locale|lang|language)(?:_?(?:code|tag))?$/,
    ({ random, maxLength, name, like }) =>
      (/locale/.test(name) && maxLength >= 5) || (typeof like === 'string' && /^[a-z]{2}-[A-Z]{2}$/.test(like))
        ? random.pick(['en-GB', 'en-US', 'fr-FR', 'de-DE', 'pt-PT'])
        : random.pick(['en', 'fr', 'de', 'pt', 'es']),
  ],
  [/(?:mime_?type|content_?type|media_?type)$/, from('application/pdf, image/png, text/csv, application/json')],
  [/(?:file_)?(?:extension|ext)$/, from('pdf, png, csv, json')],
  [
    /(?:^|_)(?:url|uri|link|href|website|homepage|permalink|webhook|avatar|thumbnail|photo|image|picture|logo)s?(?:_url|_uri)?$|^(?:url|uri)_/,
    url,
  ],
  [
    /(?:file_?)?path$|^directory$|^folder$/,
    ({ random, index }) => `/${random.pick(things)}/${random.pick(things)}-${index + 1}`,
  ],
  [/slug$/, slug],
  [/(?:^|_)(?:sha\d*|commit|md5|hash|digest|checksum|fingerprint|etag|commit_id|commit_sha)$/, hash],
  [/password|passphrase/, ({ random }) => `${drawLetters(random, 12)}7!`],
  [
    /(?:token|secret|api_?key|private_?key|access_?key|client_secret|signature|nonce|jwt)$/,
    ({ random, maxLength }) => drawLetters(random, Math.min(32, maxLength)),
  ],
  [/cursor|(?:next|prev)[a-z_]*token$|continuation/, ({ random }) => drawLetters(random, 20)],
  [/(?:^|_)colou?r(?:_code|_hex)?$|_colou?r$/, color],
  [
    /(?:^|_)version$|_version$|^ver$|^release$/,
    ({ random }) => `${random.int(1, 4)}.${random.int(0, 12)}.${random.int(0, 20)}`,
  ],
  [/user_?agent$/, () => 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'],
  [/isbn/, ({ random }) => `978${digits(random, 10)}`],
  [/(?:ean|gtin|upc|barcode)$/, ({ random }) => digits(random, 13)],
  [
    /(?:^|_)sku$|part_number|product_code|article_number|item_code|model_number/,
    ({ random }) => `${drawLetters(random, 3, 26, 51)}-${random.int(1000, 9999)}`,
  ],
  [/iban$/, ({ random }) => `DE${digits(random, 20)}`],
  [/(?:^|_)(?:bic|swift)(?:_code)?$/, () => 'EXAMDEFFXXX'],
  [/^(?:last_?4|last_?four|last_digits)$|_last4$/, ({ random }) => digits(random, 4)],
  [/(?:cvv|cvc)\d?$/, ({ random }) => digits(random, 3)],
  [/card_?number|credit_card$/, () => '4242424242424242'],
  [
    /(?:account|routing|invoice|order|reference|tracking|serial|registration|policy|receipt|document|contract|case|ticket|confirmation|vat|tax)_?(?:number|no|code)$/,
    ({ random, maxLength }) => digits(random, Math.min(8, Math.max(1, maxLength))),
  ],
  [
    /job_?title$|^(?:position|occupation|profession|designation)$/,
    from('Accountant, Analyst, Architect, Designer, Editor, Engineer, Manager, Nurse, Planner, Teacher'),
  ],
  [/department$/, from('Finance, Legal, Logistics, Marketing, Operations, Research, Sales, Support')],
  [/^(?:gender|sex)$/, from('female, male')],
  [/^(?:role|user_role)$/, from('admin, editor, member, viewer')],
  [/^(?:severity|priority|urgency|impact)$/, from('low, medium, high')],
  [/(?:^|_)log_?level$/, from('debug, info, warn, error')],
  [/(?:^|_)(?:status|state)$/, from('active, pending, inactive')],
  [/^(?:environment|env|stage)$/, from('production, staging, development')],
  [/(?:^|_)(?:unit|units|uom|unit_of_measure)$/, from('kg, g, m, cm, l, pcs')],
  [/(?:day_of_week|weekday)$/, from('Monday, Tuesday, Wednesday, Thursday, Friday')],
  [/^month(?:_name)?$/, from('January, March, May, July, October')],
  [/^year$|_year$/, ({ now, random }) => String(new Date(now).getUTCFullYear() - random.int(0, 12))],
  [/^(?:size|clothing_size)$/, from('S, M, L, XL')],
  [/^(?:breed|species)$/, from('beagle, collie, tabby, siamese, terrier')],
  [/^(?:object|object_type|entity_type|resource_type)$/, ({ noun }) => noun.replaceAll(' ', '_') || 'object'],
  [/(?:method|http_method)$/, from('GET, POST, PUT, DELETE')],
  [/duration$|interval$/, ({ random }) => `PT${random.int(5, 55)}M`],
  [/(?:price|amount|cost|total|subtotal|fee|balance|salary|budget|revenue|discount|tax)$/, price],
  [/(?:percent|percentage|ratio)$/, ({ random }) => String(random.int(1, 99))],
  [
    /(?:^|_)(?:count|quantity|qty|total_count|number|num|position|rank|order|sequence)$/,
    ({ random }) => String(random.int(1, 40)),
  ],
  [/(?:^|_)(?:id|ids|uid|key|ref|reference|identifier|oid)$/, id],
  [
    /(?:author|owner|creator|assignee|reporter|recipient|sender|contact|manager|customer|driver|instructor|artist|(?:created|updated|modified|approved|assigned|uploaded|deleted)_(?:by|to))$/,
    fullName,
  ],
  [
    /(?:title|subject|headline|heading|caption|display_name|label|name)$/,
    (naming) =>
      /name$|label$/.test(naming.name)
        ? nameOf({ ...naming, noun: naming.name.replace(/_?(?:name|label)$/, '') || naming.noun })
        : title(naming),
  ],
  [
    /(?:description|summary|bio|about|notes?|comment|message|reason|details?|abstract|excerpt|explanation|instructions|feedback|remark|purpose|tagline|help|hint|error)$/,
    sentence,
  ],
  [
    /(?:^|_)(?:body|content|text|html|markdown|article|story|overview|biography)$/,
    ({ random, maxLength }) => (maxLength < 300 ? drawSentence(random) : drawParagraph(random)),
  ],
  [
    /(?:tag|keyword|topic|categor(?:y|ie)|genre|group|type|kind|class|label|skill|hobby|interest|model|material|flavou?r|channel|section|area|scope|feature|theme|template|source|platform|service|provider|code)s?$/,
    thing,
  ],
];

/** Words of descriptions that say what a text is. */
const byDescription: readonly (readonly [RegExp, Draw])[] = [
  [/\be-?mail address/, email],
  [/\buuid\b|\bguid\b/, ({ random }) => drawUuid(random)],
  [/iso.?4217|currency code/, currency],
  [/iso.?3166|country code/, country],
  [/\bbcp.?47|iso.?639|language code/, from('en, fr, de, pt, es')],
  [/iana time ?zone|tz database|time ?zone name/, place((facts) => facts.place.timezone)],
  [/e\.164|phone number/, phone],
  [/sha-?256|sha-?1\b|\bmd5\b|git commit|hexadecimal hash/, hash],
  [/semantic version|semver/, ({ random }) => `${random.int(1, 4)}.${random.int(0, 12)}.${random.int(0, 20)}`],
  [/iso.?8601 duration/, ({ random }) => `PT${random.int(5, 55)}M`],
  [/iso.?8601|rfc.?3339|date ?time|timestamp|^(?:the )?(?:date|time) (?:when|at which|that|of)/, drawTimeText],
  [/\burl\b|\buri\b|\bhyperlink/, url],
  [/\bip address/, ipv4],
  [/mime type|media type|content type/, from('application/pdf, image/png, text/csv')],
  [/hex(?:adecimal)? colou?r/, color],
  [/base-?64/, ({ random }) => drawLetters(random, 16)],
  [/unique (?:id|identifier)|identifier (?:of|for)|\bid of\b/, id],
  [/(?:^|\b)names? of the (?:user|person|customer|contact)/, fullName],
];

/** The rule for a name, in a list that is empty where there is none. */
const ruleFor = remembered((name) => byName.filter(([pattern]) => pattern.test(name)).map(([, draw]) => draw));

/** A text that looks like what a member holds; undefined where its name says nothing. */
export function textFor(naming: Naming): string | undefined {
  const { name, description } = naming;
  if (name === 'state' && /address|location|place|city|venue/.test(naming.noun)) return region(naming);
  if (isTimeName(name)) return drawTimeText(naming);
  const named = ruleFor(name)[0];
  // A name that says little is told better by its description.
  const isVague = named === undefined || named === thing || named === sentence || /^(?:value|data|code|id)$/.test(name);
  const described =
    isVague && description !== '' ? byDescription.find(([pattern]) => pattern.test(description)) : undefined;
  return (described?.[1] ?? named)?.(naming);
}

/** A text of which nothing is known. */
export const anyText: Draw = ({ random }) => drawWords(random, 1, 2).toLowerCase();
