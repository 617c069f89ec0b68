/** Returns what a text says as JSON; null for what is no JSON, such as the page of a proxy. Pure. */
export function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
