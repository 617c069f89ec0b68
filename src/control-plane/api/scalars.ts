import { GraphQLError, GraphQLScalarType, Kind } from 'graphql';
import type { Resolvers } from '../generated.ts';

function instant(given: unknown): string {
  const looksRight =
    typeof given === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(given);
  const time = looksRight ? Date.parse(given) : Number.NaN;
  if (Number.isNaN(time)) {
    throw new GraphQLError('must be an ISO 8601 instant such as 2026-01-31T12:00:00.000Z', {
      extensions: { code: 'invalid_input' },
    });
  }
  return new Date(time).toISOString();
}

const dateTime = new GraphQLScalarType<string, string>({
  name: 'DateTime',
  serialize: (value) => (value instanceof Date ? value.toISOString() : instant(value)),
  parseValue: instant,
  parseLiteral: (literal) => instant(literal.kind === Kind.STRING ? literal.value : undefined),
});

const json = new GraphQLScalarType({ name: 'JSON', serialize: (value) => value, parseValue: (value) => value });

export const scalarResolvers: Resolvers = { DateTime: dateTime, JSON: json };
