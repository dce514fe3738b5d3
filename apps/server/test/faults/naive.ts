/** A model of the rules that is as plain as the text about them: one request after the other, counts in a map. */

/** A rule of the model; what it does is a name. */
export interface ModelRule {
  readonly id: string;
  readonly does: 'answer' | 'delay' | 'drip' | 'hang';
  readonly after: number;
  readonly times: number | null;
  readonly every: number;
  readonly per: 'sandbox' | 'operation';
  readonly operation: string | null;
}

/** Says which rules strike each request, and keeps the counts. */
export class Model {
  readonly #rules: readonly ModelRule[];
  readonly #matched = new Map<string, number>();
  readonly #struck = new Map<string, number>();

  constructor(rules: readonly ModelRule[]) {
    this.#rules = rules;
  }

  /** Ids of the rules that strike a request for an operation. */
  ask(operation: string): string[] {
    const about = this.#rules.filter((rule) => rule.operation === null || rule.operation === operation);
    const key = (rule: ModelRule): string => `${rule.id} ${rule.per === 'operation' ? operation : ''}`;
    const ripe = about.filter((rule) => {
      const matched = (this.#matched.get(key(rule)) ?? 0) + 1;
      this.#matched.set(key(rule), matched);
      const isNth = matched > rule.after && (matched - rule.after - 1) % rule.every === 0;
      return isNth && (rule.times === null || (this.#struck.get(key(rule)) ?? 0) < rule.times);
    });
    const hang = ripe.find(({ does }) => does === 'hang');
    const first = (does: string) => ripe.find((rule) => rule.does === does);
    const strike =
      hang === undefined ? ripe.filter((rule) => rule.does === 'delay' || rule === first(rule.does)) : [hang];
    for (const rule of strike) this.#struck.set(key(rule), (this.#struck.get(key(rule)) ?? 0) + 1);
    return strike.map(({ id }) => id);
  }
}
