import {
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  type GraphQLType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
} from 'graphql';
import type { Random } from '../../harness/random.ts';

type Field = GraphQLField<unknown, unknown>;

export interface Operation {
  query: string;
  variables: Record<string, unknown>;
}

/** A list and its path in a query. */
interface ListField {
  type: GraphQLObjectType;
  field: Field;
  path: readonly Field[];
}

const isList = ({ type }: Field): boolean => isListType(getNullableType(type));
const maxLevels = 5;
/** Few operations exceed the limit of a query. */
const maxFields = 290;

/** Returns every list that a query can reach, with a shortest path to it. */
export function listFields(schema: GraphQLSchema): ListField[] {
  const query = schema.getQueryType();
  const found: ListField[] = [];
  const seen = new Set<GraphQLNamedType>();
  let level = query ? [{ type: query, path: [] as readonly Field[] }] : [];
  while (level.length > 0) {
    const next: typeof level = [];
    for (const { type, path } of level) {
      if (seen.has(type)) continue;
      seen.add(type);
      for (const field of Object.values(type.getFields())) {
        if (isList(field)) found.push({ type, field, path });
        const inner = getNamedType(field.type);
        if (isObjectType(inner)) next.push({ type: inner, path: [...path, field] });
      }
    }
    level = next;
  }
  return found;
}

/** Writes operations of a schema, with fragments, variables, and an alias per field, so that none conflict. */
export class OperationWriter {
  readonly #schema: GraphQLSchema;
  readonly #random: Random;
  readonly #words: Words;
  readonly #fragments: string[] = [];
  readonly #declared: string[] = [];
  readonly #variables: Record<string, unknown> = {};
  #fields = 0;

  constructor(schema: GraphQLSchema, random: Random, words: Words) {
    this.#schema = schema;
    this.#random = random;
    this.#words = words;
  }

  /** Writes a query that has the list between other fields of its object, other lists among them, or up to 60 times. */
  aroundList({ type, field, path }: ListField): Operation {
    const random = this.#random;
    const others = Object.values(type.getFields()).filter((other) => !other.args.some(isRequiredArgument));
    const siblings = random.some(others.filter(isList), 3).concat(random.some(others, 3));
    const lists = Array.from({ length: random.below(4) === 0 ? 2 + random.below(60) : 1 }, () => field);
    const fields = random.some([...siblings, ...lists], 70);
    const inner = `{ ${fields.map((each) => this.#field(each, path.length)).join(' ')} }`;
    const selection = path.reduceRight((within, step) => `{ ${this.#call(step)} ${within} }`, inner);
    return this.#operation('query', selection);
  }

  /** Writes an operation of random fields. */
  any(kind: 'query' | 'mutation' | 'subscription'): Operation {
    const roots = { query: 'getQueryType', mutation: 'getMutationType', subscription: 'getSubscriptionType' } as const;
    const type = this.#schema[roots[kind]]();
    const count = kind === 'query' ? 1 + this.#random.below(5) : 1;
    const fields = this.#random.some(Object.values(type?.getFields() ?? {}), count);
    return this.#operation(kind, `{ ${fields.map((field) => this.#field(field, 0)).join(' ')} }`);
  }

  #operation(kind: string, selection: string): Operation {
    const declared = this.#declared.length === 0 ? '' : `(${this.#declared.join(', ')})`;
    return { query: [`${kind}${declared} ${selection}`, ...this.#fragments].join(' '), variables: this.#variables };
  }

  #field(field: Field, level: number): string {
    const type = getNamedType(field.type);
    const isInner = isObjectType(type);
    if (isInner && (level >= maxLevels || this.#fields > maxFields)) return `a${this.#fields++}: __typename`;
    return this.#call(field) + (isInner ? ` ${this.#selection(type, level + 1)}` : '');
  }

  #selection(type: GraphQLObjectType, level: number): string {
    const random = this.#random;
    const all = Object.values(type.getFields());
    const fields = random.some(all, 1 + random.below(random.below(5) === 0 ? all.length : 5));
    const texts = fields.map((field) => this.#field(field, level));
    const inner = `{ ${texts.join(' ')} }`;
    if (random.below(8) === 0) {
      const name = `F${this.#fields++}`;
      this.#fragments.push(`fragment ${name} on ${type.name} ${inner}`);
      return `{ ...${name} }`;
    }
    return random.below(8) === 0 ? `{ ... on ${type.name} @include(if: true) ${inner} __typename }` : inner;
  }

  #call({ name, args }: Field): string {
    const random = this.#random;
    const given = args.filter((argument) => isRequiredArgument(argument) || random.below(3) === 0);
    const texts = given.map((argument) => {
      const value = writeValue(random, argument.type, argument.name, this.#words);
      if (random.below(2) === 0) return `${argument.name}: ${literalOf(value, argument.type)}`;
      const variable = `v${this.#fields++}`;
      this.#declared.push(`$${variable}: ${argument.type}`);
      this.#variables[variable] = value;
      return `${argument.name}: $${variable}`;
    });
    return `a${this.#fields++}: ${name}${texts.length === 0 ? '' : `(${texts.join(', ')})`}`;
  }
}

/** Raw material for values: ids and names of the caller's organization and of the other one. */
interface Words {
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
function writeValue(random: Random, type: GraphQLInputType, name: string, words: Words, level = 0): unknown {
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
function literalOf(value: unknown, type: GraphQLType | undefined): string {
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
