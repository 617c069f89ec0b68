/** JSON as it was sent: numbers keep their digits, and objects have each key once. */
export type Json =
  | { kind: 'literal'; source: 'null' | 'true' | 'false' }
  | { kind: 'number'; source: string }
  | { kind: 'string'; value: string }
  | { kind: 'array'; items: readonly Json[] }
  | { kind: 'object'; entries: ReadonlyMap<string, Json> };

export interface ParseLimits {
  /** Nested arrays and objects. */
  depth: number;
  /** Values in the text, which take up to 50 times the bytes of their text. */
  values: number;
  /** Characters of one number. */
  digits: number;
}

/** Why a text is refused. The message repeats nothing of the text. */
export class JsonFault extends Error {
  override name = 'JsonFault';
}

/**
 * Parses JSON as RFC 8259 defines it, and refuses what parsers read differently: a doubled key, a lone surrogate, U+0000, a
 * byte order mark. So the daemon cannot see another call than the gateway checked. Throws JsonFault.
 */
export function parseJson(text: string, limits: ParseLimits): Json {
  const parser = new Parser(text, limits);
  return parser.parse();
}

/** Writes a value, without spaces. The daemon gets this text and not the sender's. */
export function serializeJson(json: Json): string {
  switch (json.kind) {
    case 'literal':
    case 'number':
      return json.source;
    case 'string':
      return JSON.stringify(json.value);
    case 'array':
      return `[${json.items.map(serializeJson).join(',')}]`;
    case 'object':
      return `{${[...json.entries].map(([key, value]) => `${JSON.stringify(key)}:${serializeJson(value)}`).join(',')}}`;
  }
}

const spaces = /[ \t\n\r]*/y;
/** All but control characters, the quote and the backslash. */
const plainCharacters = /[ !#-[\]-\u{10ffff}]*/uy;
const numbers = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const literals = /null|true|false/y;
const fourDigits = /[0-9a-fA-F]{4}/y;
const escapes: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

class Parser {
  readonly #text: string;
  readonly #limits: ParseLimits;
  #at = 0;
  #depth = 0;
  #values = 0;

  constructor(text: string, limits: ParseLimits) {
    this.#text = text;
    this.#limits = limits;
  }

  parse(): Json {
    const value = this.#value();
    this.#match(spaces);
    if (this.#at < this.#text.length) throw new JsonFault('text after the end of the JSON');
    return value;
  }

  #value(): Json {
    this.#values++;
    if (this.#values > this.#limits.values) throw new JsonFault('too many values');
    this.#match(spaces);
    switch (this.#text[this.#at]) {
      case '{':
        return this.#nested(() => this.#object());
      case '[':
        return this.#nested(() => this.#array());
      case '"':
        return { kind: 'string', value: this.#string() };
      case 'n':
      case 't':
      case 'f':
        return { kind: 'literal', source: this.#required(literals) as 'null' | 'true' | 'false' };
      default:
        return this.#number();
    }
  }

  #nested(read: () => Json): Json {
    this.#depth++;
    if (this.#depth > this.#limits.depth) throw new JsonFault('nested too deeply');
    this.#at++;
    const value = read();
    this.#depth--;
    return value;
  }

  #array(): Json {
    const items: Json[] = [];
    if (this.#skips(']')) return { kind: 'array', items };
    do items.push(this.#value());
    while (this.#skips(','));
    this.#expect(']');
    return { kind: 'array', items };
  }

  #object(): Json {
    const entries = new Map<string, Json>();
    if (this.#skips('}')) return { kind: 'object', entries };
    do {
      this.#match(spaces);
      if (this.#text[this.#at] !== '"') throw new JsonFault('a key of an object must be a string');
      const key = this.#string();
      if (entries.has(key)) throw new JsonFault('an object has a key twice');
      this.#expect(':');
      entries.set(key, this.#value());
    } while (this.#skips(','));
    this.#expect('}');
    return { kind: 'object', entries };
  }

  #number(): Json {
    const source = this.#required(numbers);
    if (source.length > this.#limits.digits) throw new JsonFault('a number has too many digits');
    return { kind: 'number', source };
  }

  /** Reads from a quote to the one that ends the string. */
  #string(): string {
    this.#at++;
    let value = this.#match(plainCharacters);
    while (this.#text[this.#at] === '\\') {
      this.#at++;
      value += this.#escape() + this.#match(plainCharacters);
    }
    if (this.#text[this.#at] !== '"') throw new JsonFault('a string is incomplete or has a control character');
    this.#at++;
    if (!value.isWellFormed() || value.includes('\0')) throw new JsonFault('a string is not Unicode text');
    return value;
  }

  #escape(): string {
    const letter = this.#text[this.#at] ?? '';
    this.#at++;
    if (letter === 'u') return String.fromCharCode(Number.parseInt(this.#required(fourDigits), 16));
    const meaning = Object.hasOwn(escapes, letter) ? escapes[letter] : undefined;
    if (meaning === undefined) throw new JsonFault('a string has an unknown escape');
    return meaning;
  }

  #skips(character: string): boolean {
    this.#match(spaces);
    if (this.#text[this.#at] !== character) return false;
    this.#at++;
    return true;
  }

  #expect(character: string): void {
    if (!this.#skips(character)) throw new JsonFault(`“${character}” is missing`);
  }

  #required(pattern: RegExp): string {
    const found = this.#match(pattern);
    if (found === '') throw new JsonFault('not JSON');
    return found;
  }

  #match(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0] ?? '';
    this.#at += found.length;
    return found;
  }
}
