/** proposal-json-parse-with-source, which TypeScript does not declare yet. */
interface JsonWithSource {
  parse(text: string, reviver: (key: string, value: unknown, context?: { source?: string }) => unknown): unknown;
  rawJSON(text: string): unknown;
}
const exact = JSON as unknown as JsonWithSource;

/** Parses JSON so that JSON.stringify reproduces numbers exactly, such as 0.00000001 or 2^60, as opaque values. Throws SyntaxError. */
export const parseExactJson = (text: string): unknown =>
  // A browser without the proposal writes the nearest double.
  exact.parse(text, (_key, value, { source } = {}) =>
    typeof value === 'number' && source !== undefined && source !== String(value) ? exact.rawJSON(source) : value,
  );
