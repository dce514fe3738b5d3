/** Reads an HTTP Archive as the network panel of Chromium's own tools does, with the code that they are made of. */
import type { BrowserContext } from 'playwright-core';

/** A request as the network panel lists it. */
export interface PanelRequest {
  readonly url: string;
  readonly method: string;
  readonly status: number;
  readonly mimeType: string;
  /** What was sent; null without a body. */
  readonly sent: string | null;
  /** The answer as the panel shows it; undefined without one. */
  readonly content: string | undefined;
  readonly requestHeaders: readonly string[];
}

/** The panel's page; it comes with the browser, as does the module of it that opens archives. */
const PANEL = 'devtools://devtools/bundled/inspector.html';

/** What is done in the panel's page: as a text, since what compiles the tests would put its own `import` into a function. */
const script = (archive: object): string => `(async () => {
  const { HARFormat, Importer } = await import('./models/har/har.js');
  const { log } = new HARFormat.HARRoot(${JSON.stringify(archive)});
  return Promise.all(
    Importer.Importer.requestsFromHARLog(log).map(async (request) => ({
      url: request.url(),
      method: request.requestMethod,
      status: request.statusCode,
      mimeType: request.mimeType,
      sent: await request.requestFormData(),
      content: (await request.requestContentData()).text,
      requestHeaders: request.requestHeaders().map(({ name }) => name.toLowerCase()),
    })),
  );
})()`;

/** Opens an archive in the network panel. */
export async function openInPanel(context: BrowserContext, archive: object): Promise<PanelRequest[]> {
  const page = await context.newPage();
  await page.goto(PANEL);
  try {
    return await page.evaluate<PanelRequest[]>(script(archive));
  } finally {
    await page.close();
  }
}
