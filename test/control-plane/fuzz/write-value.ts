import {
  type GraphQLInputType,
  type GraphQLType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
} from 'graphql';
import type { Random } from '../../harness/random.ts';

/** Raw material for values: ids and names of the caller's organization and of the other one. */
export interface Words {
  own: readonly string[];
  foreign: readonly string[];
}

const dates = ['2026-01-01T00:00:00Z', '2027-06-01T12:00:00.123456789+05:30', '0001-01-01T00:00:00Z'] as const;
const texts = ['regtest', 'a-name', '28.1', 'txindex', 'prune', '1', '0', 'signet', 'getblockchaininfo', ''] as const;
/** No address outside this machine: webhooks may go to these. */
const hostile = [
  ...[null, '', ' ', '\u0000', '\ud800', 'x'.repeat(3000), "'; DROP TABLE node; --", '%', '../../etc/passwd', '-1'],
  ...['http://127.0.0.1:1/', 'https://[::1]/', '__proto__', '9999-99-99', 0, -1, 2 ** 31, 2 ** 53, 1e308, 0.5, true],
  ...[[], {}, [null], { __proto__: null }, [[[[1]]]], 'toString', '1'.repeat(400)],
] as const;

/** Returns a value of this type: mostly valid, sometimes of the other organization, sometimes hostile. */
export function writeValue(random: Random, type: GraphQLInputType, name: string, words: Words, level = 0): unknown {
  if (random.below(25) === 0) return random.pick(hostile);
  if (isNonNullType(type)) return writeValue(random, type.ofType, name, words, level);
  if (isListType(type)) {
    return Array.from({ length: random.below(4) }, () => writeValue(random, type.ofType, name, words, level + 1));
  }
  if (isEnumType(type)) return random.pick(type.getValues()).name;
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields());
    const given = type.isOneOf
      ? random.some(fields, 1)
      : fields.filter((field) => isRequiredInputField(field) || (level < 5 && random.below(4) === 0));
    return Object.fromEntries(
      given.map((field) => [field.name, writeValue(random, field.type, field.name, words, level + 1)]),
    );
  }
  if (type.name === 'Int') return /^(take|skip|tail)$/.test(name) ? 1 + random.below(500) : random.below(2000);
  if (type.name === 'Float') return random.below(4000) / 4;
  if (type.name === 'Boolean') return random.below(2) === 0;
  if (type.name === 'DateTime') return random.pick(dates);
  if (type.name === 'JSON') return { height: random.below(100), text: random.pick(texts) };
  return random.pick(random.below(4) === 0 ? texts : random.below(3) === 0 ? words.foreign : words.own);
}

/** Writes a value into a document, as a literal of its type where it has one. */
export function literalOf(value: unknown, type: GraphQLType | undefined): string {
  if (isNonNullType(type)) return literalOf(value, type.ofType);
  if (Array.isArray(value)) {
    const itemType = isListType(type) ? type.ofType : type;
    return `[${value.map((item) => literalOf(item, itemType)).join(', ')}]`;
  }
  if (value instanceof Object) {
    const fields = isInputObjectType(type) ? type.getFields() : {};
    return `{ ${Object.entries(value)
      .map(([name, item]) => `${name}: ${literalOf(item, fields[name]?.type)}`)
      .join(', ')} }`;
  }
  if (isEnumType(type) && typeof value === 'string' && /^[a-z_]\w*$/i.test(value)) return value;
  return JSON.stringify(value);
}
