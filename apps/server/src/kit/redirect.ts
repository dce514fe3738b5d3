/** What a browser gets instead of an answer: where it is sent, or a page that it is shown. */

/** Sends a browser elsewhere. */
export interface Redirect {
  readonly location: string;
  /** Value of the Set-Cookie header. */
  readonly cookie?: string | undefined;
}

/** A page for a browser. */
export interface HtmlPage {
  readonly html: string;
  /** Its status; 200 where left out. */
  readonly status?: number | undefined;
  /** Its Content-Security-Policy, as narrow as it can be. */
  readonly policy: string;
  /** Value of the Set-Cookie header. */
  readonly cookie?: string | undefined;
}

/** Where a browser is sent, or what it is shown. */
export type ForBrowser = Redirect | HtmlPage;

/** Sends a browser elsewhere, or shows it a page, instead of answering. */
export interface Redirection {
  readonly redirect: ForBrowser;
}
