/** What there is to do where no request is shown. */
import { CodeLine } from './clipboard.js';
import { baseUrl } from './place.js';

/** The next step. */
export function EmptyRequests({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (isFiltered) {
    return (
      <div class="empty">
        <h2>No request passes the filter</h2>
        <button type="button" onClick={onClear}>
          Show all <kbd>Esc</kbd>
        </button>
      </div>
    );
  }
  return (
    <div class="empty">
      <h2>Waiting for requests</h2>
      <p>Point your app at this base URL. What it sends appears here as it comes.</p>
      <CodeLine name="base URL" text={baseUrl} />
      <p class="soft">
        Nothing at hand? The <a href={`${baseUrl}/`}>start page</a> has calls to copy.
      </p>
    </div>
  );
}
