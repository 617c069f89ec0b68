import { GraphQLScalarType, Kind } from 'graphql';
import type { Resolvers } from '../resolvers.generated.ts';
import { invalidQuery } from './errors.ts';

/** The years that both ISO 8601 and PostgreSQL write in the same way. */
const first = Date.parse('0001-01-01T00:00:00.000Z');
const last = Date.parse('9999-12-31T23:59:59.999Z');

/** An instant as the API shows it; undefined for what is none. */
export function readInstant(given: unknown): string | undefined {
  const looksRight =
    typeof given === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(given);
  const time = looksRight ? Date.parse(given) : Number.NaN;
  return time >= first && time <= last ? new Date(time).toISOString() : undefined;
}

function instant(given: unknown): string {
  const read = readInstant(given);
  if (read === undefined) {
    throw invalidQuery('must be an ISO 8601 instant of the years 0001 to 9999, such as 2026-01-31T12:00:00.000Z');
  }
  return read;
}

const dateTime = new GraphQLScalarType<string, string>({
  name: 'DateTime',
  serialize: (value) => (value instanceof Date ? value.toISOString() : instant(value)),
  parseValue: instant,
  parseLiteral: (literal) => instant(literal.kind === Kind.STRING ? literal.value : undefined),
});

const json = new GraphQLScalarType({ name: 'JSON', serialize: (value) => value, parseValue: (value) => value });

export const scalarResolvers: Resolvers = { DateTime: dateTime, JSON: json };
