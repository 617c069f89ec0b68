export interface JsonLimits {
  /** Nested lists and objects. */
  depth: number;
  /** Lists, objects and their entries: a parsed value takes up to 30 times the bytes of its text. */
  values: number;
}

/** Whether a JSON text stays within limits. Reads it once without parsing it; the text may be invalid. */
export function isJsonWithin(text: string, limits: JsonLimits): boolean {
  let depth = 0;
  let values = 1;
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case quote:
        at = endOfString(text, at);
        break;
      case comma:
        values++;
        break;
      case openingBracket:
      case openingBrace:
        values++;
        depth++;
        break;
      case closingBracket:
      case closingBrace:
        depth--;
        break;
    }
    if (depth > limits.depth || values > limits.values) return false;
  }
  return true;
}

const [quote, comma, backslash] = [0x22, 0x2c, 0x5c];
const [openingBracket, closingBracket, openingBrace, closingBrace] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Returns the index of the quote that ends the string beginning at `start`, or the end of an unfinished text. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text.charCodeAt(end - 1 - escapes) === backslash) escapes++;
    if (escapes % 2 === 0) return end;
  }
  return text.length;
}
