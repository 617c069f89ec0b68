import { expect, test } from 'vitest';
import { JsonFault, parseJson, serializeJson } from '../../../src/gateway/json/parse.ts';
import { Random } from '../../harness/random.ts';

const limits = { depth: 8, values: 50, digits: 40 };
const written = (text: string): string => serializeJson(parseJson(text, limits));

test.each([
  ['a number beyond 2^53', '9007199254740993'],
  ['a number beyond a double', '1e400'],
  ['zeros at the end', '0.10000000'],
  ['a negative zero', '-0'],
  ['an empty object and array', '{"a":{},"b":[]}'],
  ['letters beyond the basic plane', '"₿🟠"'],
])('keeps %s', (_, text) => {
  expect(written(text)).toBe(text);
});

test('writes escapes as the characters that they mean', () => {
  expect(written('"\\u0073t\\u006fp\\/\\ud83d\\udfe0\\n"')).toBe('"stop/🟠\\n"');
});

test('drops spaces between values', () => {
  expect(written(' { "a" : [ 1 , 2 ] }\r\n\t')).toBe('{"a":[1,2]}');
});

test('keeps a key named __proto__', () => {
  expect(written('{"__proto__":{"method":"stop"}}')).toBe('{"__proto__":{"method":"stop"}}');
});

test.each([
  ['a doubled key', '{"method":"uptime","method":"stop"}'],
  ['a key doubled by an escape', '{"method":"uptime","\\u006dethod":"stop"}'],
  ['a lone surrogate', '"\\ud800"'],
  ['surrogates in the wrong order', '"\\udfe0\\ud83d"'],
  ['U+0000', '"a\\u0000b"'],
  ['a raw line break in a string', '"a\nb"'],
  ['an unknown escape', '"\\x41"'],
  ['an escape with too few digits', '"\\u12"'],
  ['a string without an end', '"abc'],
  ['a byte order mark', '\ufeff{}'],
  ['text after the end', '{} {}'],
  ['a comma at the end of an array', '[1,]'],
  ['a comma at the end of an object', '{"a":1,}'],
  ['a leading zero', '01'],
  ['a plus sign', '+1'],
  ['a number without digits', '-'],
  ['NaN', 'NaN'],
  ['a comment', '/* */ 1'],
  ['single quotes', "'a'"],
  ['a key without quotes', '{a:1}'],
  ['a capital literal', 'True'],
  ['no text', ''],
  ['only spaces', '  '],
  ['too deep a nesting', '['.repeat(9) + ']'.repeat(9)],
  ['too many values', `[${'1,'.repeat(60)}1]`],
  ['a number with too many digits', '1'.repeat(41)],
])('refuses %s', (_, text) => {
  expect(() => parseJson(text, limits)).toThrow(JsonFault);
});

test('reads exactly the texts that JSON.parse reads, and the same values', () => {
  const random = new Random(46);
  const pieces = [
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"a"',
    '"b"',
    '1',
    '-2.5e3',
    'null',
    'true',
    ' ',
    '"\\n"',
    '"\\u0041"',
    '0',
  ];
  const roomy = { depth: 100, values: 1000, digits: 100 };
  for (let round = 0; round < 20_000; round++) {
    const text = Array.from({ length: 1 + random.below(9) }, () => random.pick(pieces)).join('');
    const native = parsedOr(() => JSON.stringify(JSON.parse(text)));
    const own = parsedOr(() => JSON.stringify(JSON.parse(serializeJson(parseJson(text, roomy)))));
    // A doubled key is the one difference.
    if (own !== native)
      expect({ text, own, isDoubled: /("a"|"b"|"\\n"|"\\u0041").*\1/.test(text) }).toMatchObject({
        own: null,
        isDoubled: true,
      });
  }
});

function parsedOr(parse: () => string): string | null {
  try {
    return parse();
  } catch (error) {
    if (error instanceof JsonFault || error instanceof SyntaxError) return null;
    throw error;
  }
}
