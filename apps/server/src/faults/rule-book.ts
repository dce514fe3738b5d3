/** The rules of a sandbox, compiled once, and asked which of them match a request. */
import type { KeptRule } from '@understudy/contract/sandboxes';
import { LRUCache } from '#platform/lru-cache';
import { detachString } from '../kit/detach-string.js';
import { type CompiledRule, compileRule } from './compiled-rule.js';
import type { RequestView } from './request-view.js';

/** Targets of which it is remembered which rules are about them, over all sandboxes, and the longest one, in characters. */
const MAX_TARGETS = 5000;
const MAX_TARGET = 500;

/** Positions of rules in their book, by its number and the target: the rules themselves would stay when the book is gone. */
const remembered = new LRUCache<string, readonly number[]>({ max: MAX_TARGETS });

const NONE: readonly CompiledRule[] = [];

const books = new WeakMap<readonly KeptRule[], RuleBook>();
let made = 0;

/** Some rules, compiled. */
export class RuleBook {
  readonly #number = (made += 1);
  readonly #rules: readonly CompiledRule[];
  /** Whether some rule tells bodies apart. */
  readonly hashesBodies: boolean;

  private constructor(rules: readonly KeptRule[]) {
    this.#rules = rules.filter(({ enabled }) => enabled).map((rule) => compileRule(rule));
    this.hashesBodies = this.#rules.some(({ per }) => per === 'url');
  }

  /** The book of some rules: the same one for the same list. */
  static of(rules: readonly KeptRule[]): RuleBook {
    const known = books.get(rules);
    if (known !== undefined) return known;
    const book = new RuleBook(rules);
    books.set(rules, book);
    return book;
  }

  /**
   * The rules that are in force and match a request, in their order.
   *
   * @param now gives the sandbox's present, in ms since 1970
   */
  matching(subject: RequestView, now: () => number): readonly CompiledRule[] {
    let matching: CompiledRule[] | undefined;
    let present: number | undefined;
    for (const position of this.#about(subject)) {
      const rule = this.#rules[position];
      if (rule === undefined) continue;
      present ??= now();
      if (present >= rule.from && present < rule.until && rule.isFor(subject)) (matching ??= []).push(rule);
    }
    return matching ?? NONE;
  }

  /** The positions of the rules that are about the target of a request. */
  #about(subject: RequestView): readonly number[] {
    const { operation = '', target } = subject;
    const key = `${this.#number} ${operation} ${target}`;
    const known = remembered.get(key);
    if (known !== undefined) return known;
    const about = this.#rules.flatMap((rule, position) => (rule.isAbout(subject) ? position : []));
    if (target.length <= MAX_TARGET) remembered.set(detachString(key), about);
    return about;
  }
}
