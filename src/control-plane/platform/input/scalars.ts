import { GraphQLScalarType, Kind } from 'graphql';
import { invalidQuery } from './errors.ts';

/** ISO 8601 and PostgreSQL write years from 0001 to 9999 identically. */
const firstInstant = Date.parse('0001-01-01T00:00:00.000Z');
const lastInstant = Date.parse('9999-12-31T23:59:59.999Z');
const instantPattern = /^\d{4}-\d\d-\d\dT(?!24)\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;

/** Date.parse turns 30 February into 2 March. */
const isDay = (day: string): boolean => {
  const time = Date.parse(`${day}T00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
};

/** Returns an instant in the API's format, or undefined for anything else. */
export function readInstant(value: unknown): string | undefined {
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  if (typeof value !== 'string' || !(time >= firstInstant && time <= lastInstant)) return undefined;
  const instant = new Date(time).toISOString();
  return instant === value || (instantPattern.test(value) && isDay(value.slice(0, 10))) ? instant : undefined;
}

function requireInstant(value: unknown): string {
  const instant = readInstant(value);
  if (instant === undefined)
    throw invalidQuery('must be an ISO 8601 instant of the years 0001 to 9999, such as 2026-01-31T12:00:00.000Z');
  return instant;
}

const dateTime = new GraphQLScalarType<string, string>({
  name: 'DateTime',
  serialize: (value) => (value instanceof Date ? value.toISOString() : requireInstant(value)),
  parseValue: requireInstant,
  parseLiteral: (literal) => requireInstant(literal.kind === Kind.STRING ? literal.value : undefined),
});

const json = new GraphQLScalarType({ name: 'JSON', serialize: (value) => value, parseValue: (value) => value });

function requireByteCount(value: unknown): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  throw invalidQuery('must be an integer from 0 to 9007199254740991');
}

const byteCount = new GraphQLScalarType<number, number>({
  name: 'ByteCount',
  serialize: requireByteCount,
  parseValue: requireByteCount,
  parseLiteral: (literal) => requireByteCount(literal.kind === Kind.INT ? Number(literal.value) : undefined),
});

export const scalarResolvers = { DateTime: dateTime, JSON: json, ByteCount: byteCount };

/** Returns whether a text is a UUID. Check before a query: PostgreSQL raises an error for a malformed one. */
export const isUuid = (text: string): boolean => /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(text);
