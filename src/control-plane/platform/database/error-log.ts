import { stdSerializers } from 'pino';
import { DrizzleQueryError } from './drizzle.ts';

const maxMessageLength = 500;

/** A database error, without the rows that it quotes in `detail` and `where`. */
interface DatabaseError extends Error {
  code?: string;
  table?: string;
  constraint?: string;
}

/** Prepares an error for the log. Omits a failed statement and its parameters: they contain customer data. */
export function errorForLog(error: unknown): unknown {
  if (!(error instanceof DrizzleQueryError)) return error instanceof Error ? stdSerializers.err(error) : error;
  const { name, message, code, table, constraint, stack } = (error.cause ??
    new Error('the database gave no reason')) as DatabaseError;
  const frames = (stack ?? '').split('\n').filter((line) => /^ +at /.test(line));
  return { type: name, message: message.slice(0, maxMessageLength), code, table, constraint, stack: frames.join('\n') };
}
