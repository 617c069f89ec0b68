/** proposal-json-parse-with-source, which TypeScript does not declare yet. */
interface JsonWithSource {
  parse(text: string, reviver: (key: string, value: unknown, context?: { source?: string }) => unknown): unknown;
  rawJSON(text: string): unknown;
}
const exact = JSON as unknown as JsonWithSource;

/**
 * Parses JSON so that JSON.stringify reproduces its numbers exactly, such as 0.00000001 or an integer beyond 2^53; those are opaque values.
 * A browser without the proposal writes the nearest double. Throws SyntaxError.
 */
export const parseExactJson = (text: string): unknown =>
  exact.parse(text, (_key, value, { source } = {}) =>
    typeof value === 'number' && source !== undefined && source !== String(value) ? exact.rawJSON(source) : value,
  );
