/** Collects whatever a browser has to complain of while it shows a page. */
import type { Page } from 'playwright-core';

// Runs in the page before anything else: a violation is reported even where no console message follows.
const tellViolations = `document.addEventListener('securitypolicyviolation', (event) =>
  console.error('CSP: ' + event.violatedDirective + ' refused ' + event.blockedURI));`;

/** Watches a page from before it is opened; the list fills as things go wrong. */
export async function complaintsOf(page: Page, origin: string): Promise<string[]> {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(`page error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(`console: ${message.text()}`);
  });
  page.on('requestfailed', (request) => complaints.push(`failed: ${request.url()}`));
  page.on('request', (request) => {
    const { protocol, origin: asked } = new URL(request.url());
    if (protocol !== 'data:' && asked !== origin) complaints.push(`another origin: ${request.url()}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) complaints.push(`status ${response.status()}: ${response.url()}`);
  });
  await page.addInitScript(tellViolations);
  return complaints;
}
