/** Returns an instant as a field of the kind `datetime-local` takes it: to the minute, in the reader's own time. Pure but for the time zone. */
export function localInput(ms: number): string {
  const offsetMs = new Date(ms).getTimezoneOffset() * 60_000;
  return new Date(ms - offsetMs).toISOString().slice(0, 16);
}

/** Returns the instant that such a field names in milliseconds since 1970; null where it names none. */
export function atLocal(text: string): number | null {
  const ms = new Date(text).getTime();
  return text === '' || Number.isNaN(ms) ? null : ms;
}
