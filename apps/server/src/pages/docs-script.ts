/** The script that starts Swagger UI, and the style that fits it to the other pages. */

/** Runs in the browser, as it stands. */
export const docsScript = `
const root = document.getElementById('reference');
const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', follow);
follow();

// Swagger UI sends every default there is.
function leaveOptional(document) {
  const shared = Object.values(document.components?.parameters ?? {});
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
  for (const parameter of [...shared, ...operations.flatMap((operation) => operation.parameters ?? [])]) {
    if (parameter.required || !parameter.schema) continue;
    const { default: value, ...schema } = parameter.schema;
    if (value !== undefined) parameter.description += ' Default: \`' + value + '\`.';
    parameter.schema = schema;
  }
  return document;
}

const options = {
  domNode: root,
  presets: [SwaggerUIBundle.presets.apis],
  layout: 'BaseLayout',
  deepLinking: true,
  displayRequestDuration: true,
  // Closed: an overview of the domains first. With all open, Swagger UI would draw only the rows in view.
  docExpansion: 'none',
  defaultModelsExpandDepth: 0,
  tryItOutEnabled: true,
  filter: true,
  validatorUrl: null,
};

fetch(root.dataset.openapi)
  .then((answer) => (answer.ok ? answer.json() : Promise.reject(new Error('status ' + answer.status))))
  .then((document) => SwaggerUIBundle({ ...options, spec: leaveOptional(document) }))
  .catch((error) => { root.textContent = 'The OpenAPI document could not be loaded: ' + error.message; });
`;

/** Swagger UI on the ground of the other pages, in their letters. */
export const docsStyle = `
#reference { min-height: 60vh; }
#reference .message { max-width: 72rem; margin: 0 auto; padding: 2rem 1.5rem; }
#reference .swagger-ui { background: var(--paper); }
#reference .swagger-ui, #reference :is(p, li, label, select, input, button, h2, h3, h4, h5, th, td, small, .info :is(h1, a),
  .parameter__name, .opblock-summary-method, .opblock-summary-description, .markdown, .tab, .response-control-media-type) { font-family: var(--sans); }
#reference .wrapper { max-width: 72rem; padding: 0 1.5rem; }
#reference .info { margin: 2.5rem 0 1rem; }
#reference .info__contact, #reference .info__license { display: none; }
#reference .scheme-container { margin: 0 0 1.5rem; padding: 0 0 1rem; background: none; box-shadow: none; }
#reference .opblock-tag { padding-inline: 0; border-color: var(--line); }
#reference .opblock { box-shadow: none; }
#reference section.models { border-color: var(--line); }
/* One error body stands for all: they have the same members. */
#reference tr.response:is([data-code^="4"], [data-code^="5"]):not([data-code="400"]) :is(.response-controls, .model-example) { display: none; }
@media (max-width: 44rem) {
  #reference .wrapper { padding: 0 1rem; }
  #reference .operation-filter-input { width: 100%; }
  #reference .opblock-summary-description { flex-basis: 100%; padding: .125rem .625rem; text-align: left; }
  #reference .opblock .opblock-summary { flex-wrap: wrap; }
  #reference table.parameters, #reference table.responses-table { display: block; overflow-x: auto; }
}
`;
