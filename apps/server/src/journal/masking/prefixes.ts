/**
 * Tokens that say by how they begin what they are: our own, and those of services that publish how theirs look. The facts
 * are those of the services' documentation, as the rules of gitleaks and GitHub's secret scanning gather them.
 */
import { ALNUM, endOf, TOKEN, TOKEN68 } from './characters.js';

/** How tokens of a kind look. */
interface Prefix {
  readonly text: string;
  /** Fewest characters after it. */
  readonly least: number;
  /** Class of those characters. */
  readonly of: number;
  /** Whether it is a word of its own language as well: then a digit is part of every token. */
  readonly isWord: boolean;
}

const list = (texts: string, least: number, of = TOKEN): Prefix[] =>
  texts.split(' ').map((text) => ({ text, least, of, isWord: false }));

const PREFIXES: readonly Prefix[] = [
  // Ours: opaque tokens, refresh tokens, API keys, tokens of the control API, secrets of webhooks.
  ...list('uat_', 24),
  ...list('usk_', 9),
  ...list('utk_', 24),
  ...list('rt_', 40),
  ...list('whsec_', 8, TOKEN68),
  // Stripe.
  ...list('sk_live_ sk_test_ rk_live_ rk_test_ sk_prod_ rk_prod_', 8, ALNUM),
  // GitHub, GitLab.
  ...list('ghp_ gho_ ghu_ ghs_ ghr_', 30),
  ...list('github_pat_', 22),
  ...list('glpat- gldt- glrt- glrtr- glptt- glft- glimt- glagent- gloas- glsoat- glffct- glcbt-', 16),
  // Slack.
  ...list('xoxa- xoxb- xoxc- xoxd- xoxe- xoxo- xoxp- xoxr- xoxs- xoxe.xoxp- xoxe.xoxb- xapp-', 10),
  // Google: keys of APIs, access tokens, secrets of clients.
  ...list('AIza', 35),
  ...list('ya29.', 20),
  ...list('GOCSPX-', 20),
  // Where software is published.
  ...list('npm_', 30),
  ...list('pypi-AgE', 30),
  ...list('rubygems_', 40),
  ...list('dckr_pat_', 20),
  // Others.
  ...list('hf_', 30),
  ...list('r8_', 30),
  ...list('shpat_ shpca_ shppa_ shpss_', 30),
  ...list('dop_v1_ doo_v1_ dor_v1_', 40),
  ...list('hvs. hvb. hvr.', 20),
  ...list('lin_api_ ntn_ figd_', 30),
  ...list('sbp_', 36),
  ...list('sq0atp- sq0csp-', 20),
  ...list('pscale_tkn_ pscale_pw_ pscale_oauth_', 20),
  ...list('ATATT3', 60, TOKEN68),
  ...list('SG.', 40, TOKEN68),
  ...list('PMAK-', 40),
  ...list('xkeysib-', 60),
  ...list('AGE-SECRET-KEY-1', 40),
  ...list('v1.local. v2.local. v3.local. v4.local. v1.public. v2.public. v3.public. v4.public.', 40, TOKEN68),
  // OpenAI, Anthropic and who writes keys as they do.
  { text: 'sk-', least: 20, of: TOKEN, isWord: true },
];

const byFirst: (readonly Prefix[] | undefined)[] = [];
for (const prefix of PREFIXES) {
  const first = prefix.text.charCodeAt(0);
  byFirst[first] = [...(byFirst[first] ?? []), prefix];
}

/** How far into a token a digit is looked for. */
const DIGIT_WITHIN = 48;

const CAPITAL_A = 0x41;

/** Key ids of AWS: these, and 16 characters. Those that it gives out are Base32; in examples and tests they are any. */
const AWS = /(?:AKIA|ASIA|ABIA|ACCA)[A-Z\d]{16}(?![A-Za-z\d])/y;

/** What tokens begin with. */
export const BEGINNINGS: readonly string[] = ['AKIA', 'ASIA', 'ABIA', 'ACCA', ...PREFIXES.map(({ text }) => text)];

/** Where a token ends that begins at an index: the same index where there is none. */
export function tokenEnd(text: string, at: number, isCut: boolean): number {
  for (const { text: prefix, least, of, isWord } of byFirst[text.charCodeAt(at)] ?? []) {
    if (!text.startsWith(prefix, at)) continue;
    const from = at + prefix.length;
    if (isWord && !/\d/.test(text.slice(from, from + DIGIT_WITHIN))) continue;
    const end = endOf(text, from, of);
    if (isCut && end === text.length && end > from) return end;
    if (end - from >= least) return end;
  }
  if (text.charCodeAt(at) !== CAPITAL_A) return at;
  AWS.lastIndex = at;
  return AWS.test(text) ? AWS.lastIndex : at;
}
