import { backupDueMs } from '../../../contract/backup-due.ts';
import { isPlainHttp } from '../../../contract/endpoint-url.ts';
import { type Finding, type Judged, ok, problem, warning } from '../../../contract/finding.ts';
import type { BackupFacts } from '../../../control-plane/commands/backup/backup-state.ts';
import { counted } from '../../../text/counted.ts';
import { age, gibibytes } from '../../output.ts';
import { switchText } from '../install/switch-text.ts';
import type { DoctorFacts } from './gather.ts';

const dayMs = 86_400_000;
/** Events and expiries carry times of this host and of the database. */
const maxSkewSeconds = 5;
/** What a migration, a backup and PostgreSQL's log need at least. */
const lowDiskMiB = 2048;
const fullDiskMiB = 256;

type Database = Exclude<DoctorFacts['database'], { error: string }>;

/** Returns the checks of a control plane and how to fix their problems. `now`: milliseconds since the epoch. */
export function judgeFacts(facts: DoctorFacts, now: number): Finding[] {
  const { database } = facts;
  return [
    ...judgeService(facts),
    ...('error' in database ? [databaseProblem(database.error, facts)] : judgeDatabase(database, facts)),
    judgePooler(facts),
    judgeReadReplica(facts),
    judgeDisk(facts),
    ...('error' in database || database.contents === null ? [] : [judgeBackup(database.contents, now)]),
    ...judgeUrl(facts, now),
    judgeOwnCertificate(facts, now),
    judgeMail(facts),
  ].filter((found) => found !== null);
}

const envFile = '/etc/satrap/control-plane.env';
const restart = 'systemctl restart satrap-control-plane';

function judgeService({ own, secretError, service, ready, installedVersion, switching }: DoctorFacts): Judged[] {
  const upgrade =
    switching === null
      ? null
      : warning('upgrade', switchText(switching), 'wait; follow it with journalctl -fu satrap-control-plane');
  if (secretError !== null)
    return [problem('secret', secretError, 'run the command as root, or name the data folder with --data'), upgrade];
  if ('error' in service)
    return [
      problem(
        'service',
        `${own}: ${service.error}`,
        'systemctl status satrap-control-plane; journalctl -u satrap-control-plane -n 50; if it listens elsewhere, set SATRAP_HOST and SATRAP_PORT',
      ),
      upgrade,
    ];
  const { version } = service.serving;
  return [
    ready.isReady
      ? ok('service', `${own} is ready`)
      : problem(
          'service',
          `${own} is not ready: ${ready.text}`,
          'fix the database first; journalctl -u satrap-control-plane -n 50',
        ),
    version === installedVersion
      ? ok('version', `${version} is running`)
      : warning('version', `${version} is running, and ${installedVersion} is installed`, restart),
    upgrade,
  ];
}

const databaseProblem = (error: string, { isEmbedded }: DoctorFacts): Finding =>
  problem(
    'database',
    error,
    isEmbedded ? 'journalctl -u satrap-control-plane -n 50' : `correct the URL in ${envFile}, then ${restart}`,
  );

function judgeDatabase(database: Database, { isEmbedded }: DoctorFacts): Judged[] {
  const { name, user, canCreate, foreignTables, extensions, contents } = database;
  const kind = isEmbedded ? 'embedded PostgreSQL' : 'PostgreSQL';
  const grant = `as the server’s administrator: ALTER DATABASE ${name} OWNER TO ${user}; and the same for the tables of the schema public`;
  return [
    judgeState(database, kind),
    contents === null
      ? problem(
          'contents',
          `the database ${name} has no control plane`,
          'satrap control-plane install, or satrap control-plane restore FILE',
        )
      : ok('contents', `${counted(contents.hosts, 'host')}, ${counted(contents.nodes, 'node')}`),
    !canCreate || foreignTables.length > 0
      ? problem(
          'rights',
          canCreate
            ? `${user} does not own ${foreignTables.slice(0, 3).join(', ')}${foreignTables.length > 3 ? ' and others' : ''}, so an upgrade cannot migrate the database`
            : `${user} may not create tables in the schema public, so an upgrade cannot migrate the database`,
          grant,
        )
      : ok('rights', `${user} may migrate the database`),
    extensions.length === 0
      ? null
      : warning(
          'extensions',
          `the schema public has ${extensions.join(', ')}, so a rollback cannot restore the database`,
          `give Satrap a database of its own, or move each extension: ALTER EXTENSION ${extensions[0]} SET SCHEMA`,
        ),
    judgeClock(database, isEmbedded),
    judgeConnections(database, isEmbedded),
  ];
}

function judgeState({ state, version, sizeMiB }: Database, kind: string): Finding {
  const text = `${kind} ${version}`;
  if (state === 'writable') return ok('database', `${text}, ${Math.ceil(sizeMiB)} MiB, takes writes`);
  return state === 'standby'
    ? problem(
        'database',
        `${text} is a standby, which takes no writes`,
        `name the primary in DATABASE_URL in ${envFile}, then ${restart}`,
      )
    : problem(
        'database',
        `${text} is read-only`,
        'look for default_transaction_read_only of the role, the database and the server, and for a full disk there',
      );
}

function judgeClock({ clockAheadSeconds: ahead }: Database, isEmbedded: boolean): Judged {
  // The same clock.
  if (isEmbedded) return null;
  if (Math.abs(ahead) <= maxSkewSeconds) return ok('clock', 'in sync with the database');
  return warning(
    'clock',
    `${Math.round(Math.abs(ahead))} s ${ahead > 0 ? 'ahead of' : 'behind'} the database`,
    'on both hosts: timedatectl set-ntp true (on Debian: apt-get install systemd-timesyncd)',
  );
}

function judgeConnections({ connections, maxConnections }: Database, isEmbedded: boolean): Judged {
  if (isEmbedded) return null;
  const text = `${connections} of ${maxConnections} in use`;
  return connections < maxConnections * 0.9
    ? ok('connections', text)
    : warning('connections', text, 'raise max_connections of PostgreSQL, or close some of its clients');
}

function judgePooler({ pooler, hasDirectUrl }: DoctorFacts): Judged {
  if (pooler === null) return null;
  if ('error' in pooler)
    // Without DIRECT_DATABASE_URL, this is the database's own error.
    return hasDirectUrl
      ? problem('pooler', pooler.error, `correct DATABASE_URL in ${envFile}, or start the pooler`)
      : null;
  if (!pooler.isPooled) return ok('pooler', 'none');
  return ok(
    'pooler',
    `DATABASE_URL leads through a pooler${hasDirectUrl ? ', DIRECT_DATABASE_URL to the server' : ', which pools by session'}`,
  );
}

function judgeReadReplica({ readReplica }: DoctorFacts): Judged {
  if (readReplica === null) return null;
  return 'error' in readReplica
    ? warning(
        'read replica',
        readReplica.error,
        `correct or remove READ_DATABASE_URL in ${envFile}; until then, the primary answers`,
      )
    : ok('read replica', 'reachable');
}

function judgeDisk({ disk: { path, freeMiB, totalMiB }, isEmbedded }: DoctorFacts): Finding {
  const text = `${gibibytes(freeMiB)} of ${gibibytes(totalMiB)} GiB free (${path})`;
  const remedy = `free disk space: du -xh ${path} | sort -h | tail`;
  if (freeMiB < fullDiskMiB) return isEmbedded ? problem('disk', text, remedy) : warning('disk', text, remedy);
  return freeMiB < lowDiskMiB ? warning('disk', text, remedy) : ok('disk', text);
}

function judgeBackup({ lastBackup: last, backupsDisabledAt }: BackupFacts, now: number): Finding {
  const text =
    last === null ? 'there is no backup' : `the last backup is ${age(last.at, now)} old (${counted(last.rows, 'row')})`;
  // Backups made in another way are not recorded.
  if (backupsDisabledAt !== null) return ok('backup', `scheduled backups are off since ${backupsDisabledAt}; ${text}`);
  if (last !== null && now - Date.parse(last.at) <= backupDueMs) return ok('backup', text);
  const remedy =
    'systemctl start satrap-control-plane-backup; journalctl -u satrap-control-plane-backup -n 20; without systemd: satrap control-plane scheduled-backup each day';
  return warning('backup', text, remedy);
}

function judgeUrl({ ofUrl }: DoctorFacts, now: number): Judged[] {
  if (ofUrl === null)
    return [
      warning(
        'public URL',
        'not set, so links in messages and the command for new hosts have no address',
        'satrap control-plane install --public-url https://satrap.example.com',
      ),
    ];
  const { publicUrl, addresses, error, certificateEndsAt, events } = ofUrl;
  const { hostname = publicUrl } = URL.parse(publicUrl) ?? {};
  if (addresses.length === 0)
    return [
      problem(
        'public URL',
        `cannot resolve ${hostname}`,
        `getent hosts ${hostname}; add the name to DNS, or correct SATRAP_PUBLIC_URL`,
      ),
    ];
  if (error !== null) return [problem('public URL', `${publicUrl}: ${error}`, remedyFor(error, publicUrl))];
  return [
    isPlainHttp(publicUrl)
      ? warning(
          'public URL',
          `${publicUrl} is plain http, which sends keys unencrypted`,
          'put a reverse proxy with TLS in front of it, and set SATRAP_PUBLIC_URL to its https URL',
        )
      : ok('public URL', `${publicUrl} is reachable as agents reach it`),
    events && judgeEvents(publicUrl, events),
    judgeCertificate(certificateEndsAt, now),
  ];
}

function remedyFor(error: string, url: string): string {
  if (/certificate|CERT|self-signed|issuer/i.test(error))
    return 'let the proxy send its whole chain of certificates; for a private authority, install its certificate on this host and on each host (Debian: /usr/local/share/ca-certificates, then update-ca-certificates)';
  if (/ECONNREFUSED/.test(error)) return 'start the reverse proxy, or correct SATRAP_PUBLIC_URL';
  return `curl -v ${url}/healthz; correct the reverse proxy, or SATRAP_PUBLIC_URL`;
}

function judgeEvents(publicUrl: string, events: NonNullable<NonNullable<DoctorFacts['ofUrl']>['events']>): Finding {
  if ('serving' in events) return ok('events', 'pass the public URL at once');
  if (events.isHeldBack)
    return warning(
      'events',
      'do not pass the public URL, so hosts and the console learn of changes late',
      'a proxy buffers them: turn off its buffering of text/event-stream (nginx: proxy_buffering off)',
    );
  return problem(
    'events',
    `${publicUrl} leads to another control plane, or to a proxy that changes requests: ${events.error}`,
    'correct SATRAP_PUBLIC_URL, or the reverse proxy, which must pass all paths and the header Authorization',
  );
}

function judgeCertificate(endsAt: string | null, now: number): Judged {
  return endsAt === null ? null : judgeExpiry('certificate', 'the certificate of the public URL', endsAt, now);
}

/** Of a control plane that serves HTTPS itself. */
function judgeOwnCertificate({ service }: DoctorFacts, now: number): Judged {
  if ('error' in service || service.serving.certificate === null) return null;
  const { expiresAt, fault } = service.serving.certificate;
  return fault === null
    ? judgeExpiry('own certificate', 'the certificate of SATRAP_TLS_CERT', expiresAt, now)
    : warning(
        'own certificate',
        `${fault}; serving the previous certificate, which expires ${expiresAt}`,
        'correct the files of SATRAP_TLS_CERT and SATRAP_TLS_KEY; they are loaded within 10 s, without a restart',
      );
}

function judgeExpiry(check: string, what: string, expiresAt: string, now: number): Finding {
  const days = Math.floor((Date.parse(expiresAt) - now) / dayMs);
  if (days < 0)
    return problem(
      check,
      `${what} expired on ${expiresAt}`,
      'renew it, and check what renews it: systemctl list-timers',
    );
  const text = `${what} expires in ${counted(days, 'day')}`;
  return days >= 14
    ? ok(check, text)
    : warning(check, text, 'renew it, and check what renews it: systemctl list-timers');
}

function judgeMail({ mail }: DoctorFacts): Judged {
  if (mail === null) return null;
  return 'error' in mail
    ? problem(
        'mail',
        `the mail server: ${mail.error}`,
        'correct the URL in the file of SATRAP_SMTP, or the mail server; email channels send nothing until then',
      )
    : ok('mail', 'the mail server accepts the sign-in');
}
