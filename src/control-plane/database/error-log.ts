import { DrizzleQueryError } from 'drizzle-orm';
import { stdSerializers } from 'pino';

const longestMessage = 500;

/** What the database says of a failure, without the rows that it quotes in `detail` and `where`. */
interface DatabaseFault extends Error {
  code?: string;
  table?: string;
  constraint?: string;
}

/** How errors stand in the log: of a statement that failed not the statement and its parameters, which hold what people entrusted to us. */
export function errorForLog(error: unknown): unknown {
  if (!(error instanceof DrizzleQueryError)) return error instanceof Error ? stdSerializers.err(error) : error;
  const { name, message, code, table, constraint, stack } = (error.cause ??
    new Error('the database gave no reason')) as DatabaseFault;
  const frames = (stack ?? '').split('\n').filter((line) => /^ +at /.test(line));
  return { type: name, message: message.slice(0, longestMessage), code, table, constraint, stack: frames.join('\n') };
}
