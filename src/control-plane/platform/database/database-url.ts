import { readFileSync } from 'node:fs';
import { type ConnectionOptions, checkServerIdentity, getCACertificates } from 'node:tls';
import type { ClientConfig } from 'pg';
import { errorMessage } from '../../../text/error-message.ts';
import { ControlPlaneSetupError } from '../../settings.ts';

/** The settings that hold a URL of PostgreSQL. */
export type UrlSetting = 'DATABASE_URL' | 'DIRECT_DATABASE_URL' | 'READ_DATABASE_URL';

/** What a session must allow, as libpq's `target_session_attrs`. */
export type SessionKind = 'any' | 'writable' | 'read-only';

export interface DatabaseUrl {
  setting: UrlSetting;
  /** Each host of the URL, in the order to try; with `sslmode=prefer`, first with TLS and then without. */
  endpoints: readonly ClientConfig[];
  /** Checked with several hosts: the first one with such a session is used. */
  wants: SessionKind;
}

const form =
  /^postgres(?:ql)?:\/\/(?:(?<login>[^/?]*)@)?(?<hosts>[^/?@]*)(?:\/(?<database>[^?]*))?(?:\?(?<query>.*))?$/s;

/**
 * Reads a URL as libpq does, with several hosts, `target_session_attrs` and `sslmode`
 * (https://www.postgresql.org/docs/current/libpq-connect.html). Throws ControlPlaneSetupError, without the password.
 */
export function readDatabaseUrl(url: string, setting: UrlSetting = 'DATABASE_URL'): DatabaseUrl {
  const { login = '', hosts = '', database = '', query = '' } = form.exec(url)?.groups ?? refuseForm(setting);
  const decode = (text: string): string => {
    try {
      return decodeURIComponent(text);
    } catch {
      return refuse(setting, 'has a percent sign that starts no code such as %40; write %25 for a percent sign');
    }
  };
  const given = new URLSearchParams(query);
  const [user = '', ...password] = login.split(':');
  const config: ClientConfig = withoutEmpty({
    user: given.get('user') ?? decode(user),
    password: given.get('password') ?? decode(password.join(':')),
    database: given.get('dbname') ?? decode(database),
    options: given.get('options'),
    application_name: given.get('application_name'),
    sslnegotiation: given.get('sslnegotiation') === 'direct' ? ('direct' as const) : undefined,
  });
  const addresses = addressesOf(hosts, given).map(({ host, port }) => ({
    host: decode(host),
    port: portOf(port, setting),
  }));
  const encryption = encryptionOf(given, setting);
  return {
    setting,
    endpoints: addresses.flatMap(({ host, port }) =>
      encryption(host).map((ssl) => ({ ...config, ...withoutEmpty({ host, port, ssl }) })),
    ),
    wants: sessionKindOf(given.get('target_session_attrs'), setting, addresses.length > 1),
  };
}

const refuse = (setting: UrlSetting, fault: string): never => {
  throw new ControlPlaneSetupError(`${setting} ${fault}`);
};
const refuseForm = (setting: UrlSetting): never =>
  refuse(setting, 'is not a PostgreSQL URL; it must look like postgres://USER:PASSWORD@HOST:5432/DATABASE');

/** Of the authority, or of the parameters `host`, `hostaddr` and `port`, which are lists as well. */
function addressesOf(hosts: string, given: URLSearchParams): { host: string; port: string }[] {
  const named = given.get('host') ?? given.get('hostaddr');
  if (named === null)
    return hosts.split(',').map((address) => {
      const { host = '', port = '' } = /^(?<host>\[.*\]|[^:]*)(?::(?<port>.*))?$/.exec(address)?.groups ?? {};
      return { host: host.replace(/^\[(.*)\]$/, '$1'), port: port || (given.get('port') ?? '') };
    });
  const ports = given.get('port')?.split(',') ?? [];
  return named.split(',').map((host, index) => ({ host, port: ports[index] ?? ports[0] ?? '' }));
}

function portOf(text: string, setting: UrlSetting): number | undefined {
  if (text === '') return undefined;
  const port = Number(text);
  return Number.isInteger(port) && port > 0 && port < 65_536
    ? port
    : refuse(setting, 'has a port that is not a number from 1 to 65535');
}

function sessionKindOf(given: string | null, setting: UrlSetting, isSeveral: boolean): SessionKind {
  switch (given) {
    case null:
    case 'any':
    case 'prefer-standby':
      // Only the read replica is of use without writes.
      return isSeveral && setting !== 'READ_DATABASE_URL' ? 'writable' : 'any';
    case 'read-write':
    case 'primary':
      return 'writable';
    case 'read-only':
    case 'standby':
      return 'read-only';
    default:
      return refuse(
        setting,
        'has an unknown target_session_attrs; use read-write, primary, read-only, standby, prefer-standby or any',
      );
  }
}

type Encryption = false | ConnectionOptions;

/** Returns the ways to encrypt a connection to a host, in the order to try. */
function encryptionOf(given: URLSearchParams, setting: UrlSetting): (host: string) => (Encryption | undefined)[] {
  const file = (name: string): string | undefined => {
    const path = given.get(name);
    if (path === null || path === '' || path === 'system') return undefined;
    try {
      return readFileSync(path, 'utf8');
    } catch (error) {
      return refuse(setting, `names a file in ${name} that cannot be read (${errorMessage(error)})`);
    }
  };
  const own = withoutEmpty({ ca: file('sslrootcert'), cert: file('sslcert'), key: file('sslkey') });
  const isNamed = own.ca !== undefined;
  const isTrusting = { ...own, rejectUnauthorized: false };
  const trusted = (host: string) => ({
    ca: [...getCACertificates('default'), ...getCACertificates('system')],
    ...own,
    // A name for a socket that is connected already is otherwise compared with «localhost».
    checkServerIdentity: (_: string, certificate: Parameters<typeof checkServerIdentity>[1]) =>
      checkServerIdentity(host, certificate),
  });
  const ofAnyName = (host: string) => ({ ...trusted(host), checkServerIdentity: () => undefined });
  const wants = given.get('sslmode') ?? (given.get('ssl') === 'true' || isNamed ? 'verify-full' : null);
  switch (wants) {
    case null:
      return () => [undefined];
    case 'disable':
      return () => [false];
    case 'allow':
      return () => [false, isTrusting];
    case 'prefer':
      return () => [isTrusting, false];
    case 'no-verify':
      return () => [isTrusting];
    case 'require':
      // As libpq: with an authority of its own, its certificates are verified.
      return isNamed ? (host) => [ofAnyName(host)] : () => [isTrusting];
    case 'verify-ca':
      return (host) => [ofAnyName(host)];
    case 'verify-full':
      return (host) => [trusted(host)];
    default:
      return refuse(setting, 'has an unknown sslmode; use disable, allow, prefer, require, verify-ca or verify-full');
  }
}

type WithoutEmpty<T> = { [Key in keyof T]?: NonNullable<T[Key]> };

const withoutEmpty = <T extends object>(values: T): WithoutEmpty<T> =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined && value !== null && value !== ''),
  ) as WithoutEmpty<T>;

/** The URL for what no pooler carries: LISTEN, migrations and backups. */
export const directUrl = (url: string, direct: string | undefined): { url: string; setting: UrlSetting } =>
  direct === undefined ? { url, setting: 'DATABASE_URL' } : { url: direct, setting: 'DIRECT_DATABASE_URL' };
