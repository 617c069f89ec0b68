import { stdSerializers } from 'pino';
import { errorMessage } from '../../../text/error-message.ts';
import { DrizzleQueryError, databaseErrorOf } from './database.ts';
import { QueueTimeout } from './pool/fair-queue.ts';

const unreachable = /^(ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
/** PostgreSQL's codes: lost connection, shutdown, startup or recovery, disk full, out of memory, no free connection. */
const notServing = /^(08...|57P0[123]|53[123]00|58030)$/;
const connectionLost =
  /^(Connection terminated|timeout e|Query read timeout|Client (was closed|has encountered a connection error)|Cannot use a pool after)/;

/** The socket of a stopped server; elsewhere, the code means a file. */
const isMissingSocket = (error: unknown): boolean => {
  const { code, syscall } = databaseErrorOf(error) as NodeJS.ErrnoException;
  return code === 'ENOENT' && syscall === 'connect';
};

const codeOf = (error: unknown): string => String(databaseErrorOf(error).code ?? '');
const reasonOf = (error: unknown): string => errorMessage((error as { cause?: unknown }).cause ?? error);

export const isDatabaseBusy = (error: unknown): boolean =>
  error instanceof Error && databaseErrorOf(error) instanceof QueueTimeout;

export const isCancelled = (error: unknown): boolean =>
  error instanceof Error && (codeOf(error) === '57014' || (databaseErrorOf(error) as Error).name === 'AbortError');

export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  return (
    isDatabaseBusy(error) ||
    unreachable.test(code) ||
    isMissingSocket(error) ||
    notServing.test(code) ||
    (code === '' && connectionLost.test(reasonOf(error)))
  );
}

/** PostgreSQL's data exceptions: it refuses a value. */
export const isDataFault = (error: unknown): boolean => /^22/.test(codeOf(error));

export const isWorthRetrying = (error: unknown): boolean => /^(ECONNREFUSED|57P03|53300)$/.test(codeOf(error));

/** Returns advice for the operator if the database cannot be opened; undefined if the operator cannot fix it. */
export function setupAdvice(error: unknown): string | undefined {
  const code = codeOf(error);
  const reason = reasonOf(error);
  // A server without disk space or memory is still reachable.
  if (/^(53[12]00|58030)$/.test(code)) return undefined;
  if (code === '53300')
    return `the PostgreSQL of DATABASE_URL has no free connection (${reason}); raise its max_connections, or close some of its clients`;
  if (code === '25006')
    return `the PostgreSQL of DATABASE_URL is read-only (${reason}); name the primary, not a standby, in DATABASE_URL`;
  if (code === '42501')
    return `the user of DATABASE_URL may not migrate the database (${reason}); make this user the owner of the database and of its tables`;
  if (/^28/.test(code))
    return `PostgreSQL rejects the user of DATABASE_URL (${reason}); correct the user or the password`;
  if (/^3D/.test(code))
    return `the database of DATABASE_URL does not exist (${reason}); create it, or correct its name`;
  if (isDatabaseAway(error))
    return `cannot connect to the PostgreSQL of DATABASE_URL (${reason}); check that it runs, and that this host can reach it`;
  return undefined;
}

/** Returns what is wrong with a DATABASE_URL, without its password; undefined for a valid one. */
export function urlFault(url: string): string | undefined {
  if (URL.canParse(url) && /^postgres(ql)?:$/.test(new URL(url).protocol)) return undefined;
  return 'DATABASE_URL is not a PostgreSQL URL; it must look like postgres://USER:PASSWORD@HOST:5432/DATABASE';
}

const maxMessageLength = 500;

/** Prepares an error for the log. Omits a failed statement and its parameters: they contain customer data. */
export function errorForLog(error: unknown): unknown {
  if (!(error instanceof DrizzleQueryError)) return error instanceof Error ? stdSerializers.err(error) : error;
  const cause: Error & { code?: string; table?: string; constraint?: string } =
    error.cause ?? new Error('the database gave no reason');
  const { name, message, code, table, constraint, stack } = cause;
  const frames = (stack ?? '').split('\n').filter((line) => /^ +at /.test(line));
  return { type: name, message: message.slice(0, maxMessageLength), code, table, constraint, stack: frames.join('\n') };
}
