/** Leads past the navigation, by keys. No link: its fragment would be one of the console’s base, and not of the page that is open. */
export const SkipLink = () => (
  <button type="button" className="skip-link" onClick={() => document.getElementById('main')?.focus()}>
    Skip to the page
  </button>
);
