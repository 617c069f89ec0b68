import { stdSerializers } from 'pino';
import { errorMessage } from '../../../text/error-message.ts';
import { ControlPlaneSetupError } from '../../settings.ts';
import { DrizzleQueryError, databaseErrorOf } from './database.ts';
import type { UrlSetting } from './database-url.ts';
import { QueueTimeout } from './pool/fair-queue.ts';
import { readOnlyCode } from './session.ts';

const unreachable = /^(ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
/**
 * PostgreSQL's codes: lost connection, read-only (a standby, or a full disk at some providers), shutdown, startup or
 * recovery, disk full, out of memory, no free connection.
 */
const notServing = /^(08...|25006|57P0[1-5]|53[123]00|58030)$/;
const connectionLost =
  /^(Connection terminated|timeout e|Query read timeout|Client (was closed|has encountered a connection error)|Cannot use a pool after)/;

/** PostgreSQL's codes, each of many refusals, and its text for what a standby cannot do. */
const ofRecovery = /^(55000|0A000)$/;
const inRecovery = /\bin recovery|during recovery/;

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
    (ofRecovery.test(code) && inRecovery.test(reasonOf(error))) ||
    (code === '' && connectionLost.test(reasonOf(error)))
  );
}

/** Returns whether the server takes no writes: the connections lead to a standby, or a primary of the past. */
export const isReadOnly = (error: unknown): boolean =>
  error instanceof Error && (codeOf(error) === readOnlyCode || inRecovery.test(reasonOf(error)));

/** PostgreSQL's data exceptions: it refuses a value. */
export const isDataFault = (error: unknown): boolean => /^22/.test(codeOf(error));

export const isWorthRetrying = (error: unknown): boolean => /^(ECONNREFUSED|57P03|53300)$/.test(codeOf(error));

const untrusted =
  /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_(VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT(_LOCALLY)?)|CERT_(UNTRUSTED|SIGNATURE_FAILURE)|INVALID_CA)$/;

/** Returns advice for a failed connection: what happened, and what to change. */
export const connectionAdvice = (error: unknown, setting: UrlSetting): string =>
  error instanceof ControlPlaneSetupError
    ? error.message
    : (setupAdvice(error, setting) ?? tlsAdvice(error, setting) ?? poolerAdvice(error, setting));

function tlsAdvice(error: unknown, setting: UrlSetting): string | undefined {
  const code = codeOf(error);
  const reason = reasonOf(error);
  if (untrusted.test(code))
    return `the certificate of the PostgreSQL of ${setting} is not trusted (${reason}); name its authority's certificate with sslrootcert=FILE in the URL`;
  if (/^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/.test(code))
    return `the certificate of the PostgreSQL of ${setting} is not valid today (${reason}); renew it, or correct this host's clock`;
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return `the certificate of the PostgreSQL of ${setting} is for another name (${reason}); use that name in the URL, or sslmode=verify-ca`;
  if (/does not support SSL/.test(reason))
    return `the PostgreSQL of ${setting} has no TLS; turn it on there, or remove sslmode from the URL`;
  if (code === 'EPROTO' || /^ERR_(SSL|TLS|OSSL)_/.test(code) || /establishing an SSL connection/.test(reason))
    return `TLS with the PostgreSQL of ${setting} failed (${reason}); check sslmode, sslcert and sslkey in the URL, and the server's log`;
  return undefined;
}

const poolerAdvice = (error: unknown, setting: UrlSetting): string =>
  `cannot use the PostgreSQL of ${setting} (${reasonOf(error)}); check the URL, and the log of the server or its pooler`;

/** Returns advice for the operator if the database cannot be used; undefined if the operator cannot fix it. */
export function setupAdvice(error: unknown, setting: UrlSetting = 'DATABASE_URL'): string | undefined {
  const code = codeOf(error);
  const reason = reasonOf(error);
  // A server without disk space or memory is still reachable.
  if (/^(53[12]00|58030)$/.test(code)) return undefined;
  if (code === '53300')
    return `the PostgreSQL of ${setting} has no free connection (${reason}); raise its max_connections, or close some of its clients`;
  if (code === readOnlyCode)
    return `the PostgreSQL of ${setting} is read-only (${reason}); name the primary, not a standby, in ${setting}`;
  if (code === '42501')
    return `the user of ${setting} may not migrate the database (${reason}); make this user the owner of the database and of its tables`;
  if (/^28/.test(code) && /no encryption|SSL off/.test(reason))
    return `the PostgreSQL of ${setting} accepts this user or host only with TLS (${reason}); add sslmode=require to the URL, or sslmode=verify-full to check its certificate`;
  if (/^28/.test(code) && /no pg_hba\.conf entry/.test(reason))
    return `the PostgreSQL of ${setting} accepts no such connection (${reason}); add a line for it to the server's pg_hba.conf`;
  if (/^28/.test(code))
    return `PostgreSQL rejects the user of ${setting} (${reason}); correct the user or the password`;
  if (/^3D/.test(code)) return `the database of ${setting} does not exist (${reason}); create it, or correct its name`;
  if (code === '08P01' && /statement pooling/.test(reason))
    return `the pooler of ${setting} pools by statement, which carries no transactions (${reason}); set its pool_mode to transaction or session`;
  if (code === '08P01')
    return `the server of ${setting}, or its pooler, refuses the connection (${reason}); correct the setting that it names, in the URL or in the pooler's configuration`;
  if (isDatabaseAway(error))
    return `cannot connect to the PostgreSQL of ${setting} (${reason}); check that it runs, and that this host can reach it`;
  return undefined;
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
