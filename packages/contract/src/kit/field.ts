/** Field schemas that several domains share. */
import { z } from 'zod';

/**
 * An instant as text: ISO 8601 in UTC, to the millisecond (RFC 3339 §5.6).
 *
 * @example
 * ```ts
 * import { instant } from '@understudy/contract';
 * const createdAt = instant('When the record was created.', '2025-01-06T09:00:00.000Z');
 * ```
 */
export function instant(description: string, example: string) {
  return z.iso.datetime().meta({ description, examples: [example] });
}

/** The first instant of the year 0000 in UTC, in ms since 1970: the earliest that RFC 3339 §5.6 can write. */
export const EARLIEST_INSTANT = -62_167_219_200_000;

/** The last millisecond of the year 9999 in UTC, in ms since 1970: the latest that RFC 3339 §5.6 can write. */
export const LATEST_INSTANT = 253_402_300_799_999;

const datetime = z.iso.datetime({
  offset: true,
  abort: true,
  error: 'must be an ISO 8601 instant with a time zone, such as 2026-01-01T00:00:00Z',
});

/** An instant that a clock can be set to, with an offset from UTC; in UTC it lies in the years 0000 to 9999. */
export const settableInstant = datetime.check(({ value, issues }) => {
  const ms = Date.parse(value);
  if (ms >= EARLIEST_INSTANT && ms <= LATEST_INSTANT) return;
  // It goes on, so that a union reports this and not of its other forms.
  const message = 'must lie in the years 0000 to 9999 in UTC';
  issues.push({ code: 'invalid_format', format: 'datetime', message, input: value, continue: true });
});

/**
 * The id of a record.
 *
 * @example
 * ```ts
 * import { recordId } from '@understudy/contract';
 * const courseId = recordId('Id of a course.', 'crs_0001');
 * ```
 */
export function recordId(description: string, example: string) {
  return z
    .string()
    .min(1)
    .max(128)
    .meta({ description, examples: [example] });
}

/**
 * One word of a closed list.
 *
 * @example
 * ```ts
 * import { choice } from '@understudy/contract';
 * const status = choice(['draft', 'published'], 'State of the page.');
 * ```
 */
export function choice<const Words extends readonly [string, ...string[]]>(words: Words, description: string) {
  return z.enum(words).meta({ description, examples: [words[0]] });
}

/**
 * One word of a closed list, in any case; it is read as lower case.
 *
 * @example
 * ```ts
 * import { choiceInAnyCase } from '@understudy/contract';
 * const level = choiceInAnyCase(['beginner', 'expert'], 'Level; upper and lower case alike.');
 * ```
 */
export function choiceInAnyCase<const Words extends readonly [string, ...string[]]>(words: Words, description: string) {
  const lower = (value: Words[number]): unknown => (typeof value === 'string' ? value.toLowerCase() : value);
  // zod drops the examples of a transforming schema from JSON Schema, so the inner one carries them.
  return z.preprocess(lower, choice(words, description)).meta({ description, examples: [words[0]] });
}

const codes =
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW';

/** A member that is the code of a country. */
export const countryCode = (description: string) =>
  z
    .string()
    // A pattern of all of them says in the API reference what an enum of 249 would say at greater length in every type.
    .regex(new RegExp(`^(?:${codes.replaceAll(' ', '|')})$`), {
      error: 'must be the code of a country in two capital letters (ISO 3166-1 alpha-2), such as DE',
    })
    .meta({ description, examples: ['DE'] });
