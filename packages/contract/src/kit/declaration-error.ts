/** What is wrong with the declaration of a domain. */

/** Thrown where a domain is declared wrongly in a way that types would have shown, for who writes without them. */
export class DeclarationError extends TypeError {
  override readonly name = 'DeclarationError';
}
