/** A table, whose rows stand as blocks on a narrow screen. */
import { type Html, html } from '../kit/html.js';

/** A table with these columns. */
export function table(columns: readonly string[], rows: readonly Html[]): Html {
  return html`<div class="scroll">
    <table class="stack">
      <thead>
        <tr>
          ${columns.map((column) => html`<th scope="col">${column}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`;
}
