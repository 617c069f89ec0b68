import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { unitTemplate } from '../../../agent/host/units.ts';
import { defaultSettings, ownUrl, type TlsFiles } from '../../../control-plane/settings.ts';
import { packageRoot } from '../../../package-root.ts';
import { userOf } from '../../../storage/as-user.ts';
import { type ProgramFolder, programFolderOf } from '../../../upgrade-watcher/program-folder.ts';
import { CommandError } from '../../command-error.ts';
import { getHere } from '../own-address.ts';
import { tlsFiles } from '../tls-files.ts';

/** As in the unit. */
export const dataDir = defaultSettings.dataDir;
export const envPath = '/etc/satrap/control-plane.env';
export const systemUser = 'satrap-control-plane';
export const unitName = 'satrap-control-plane.service';

export const backupUnits = {
  service: 'satrap-control-plane-backup.service',
  timer: 'satrap-control-plane-backup.timer',
};

/** Returns this version's units by name. */
export const renderUnits = (folder: ProgramFolder): Map<string, string> =>
  new Map(
    [unitName, ...Object.values(backupUnits)].map((name) => [
      name,
      unitTemplate(name).replaceAll('/opt/satrap', folder.path),
    ]),
  );

/** Throws CommandError for a program outside of a versions folder, as in a clone. */
export function requireProgramFolder(): ProgramFolder {
  const folder = programFolderOf(packageRoot());
  if (folder !== null) return folder;
  throw new CommandError(
    'this program runs from a clone; install a release: sh install.sh --from URL -- control-plane install',
  );
}

export const readEnv = (): Record<string, string> =>
  existsSync(envPath) ? parseEnvironmentFile(readFileSync(envPath, 'utf8')) : {};

/** Returns an environment file's text with these values set and everything else unchanged. */
export function setEnv(text: string, values: Readonly<Record<string, string>>): string {
  const isSet = (line: string) => Object.keys(values).some((key) => line.startsWith(`${key}=`));
  const kept = text.split('\n').filter((line) => line !== '' && !isSet(line));
  return [...kept, ...Object.entries(values).map(([key, value]) => `${key}=${value}`), ''].join('\n');
}

export interface Address {
  host: string;
  port: number;
  tls: TlsFiles | undefined;
}

/** The address that the service listens on. Throws CommandError for an invalid setting. */
export const addressOf = (env: Readonly<Record<string, string>>): Address => ({
  host: env['SATRAP_HOST'] || defaultSettings.host,
  port: portOf(env, 'SATRAP_PORT', defaultSettings.port),
  tls: tlsFiles({ tlsCert: env['SATRAP_TLS_CERT'], tlsKey: env['SATRAP_TLS_KEY'] }),
});

/** Parses a port. Throws CommandError for an invalid one. */
export function portOf(env: Readonly<Record<string, string>>, key: string, usual: number): number {
  const port = Number(env[key] || usual);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new CommandError(`${key} in ${envPath} must be a port from 0 to 65535, not ${env[key]}`, 'usage');
}

/** Queries the service's readiness. */
export async function isReady(env: Readonly<Record<string, string>>): Promise<boolean> {
  const url = `${ownUrl(addressOf(env))}/readyz`;
  try {
    const answer = await getHere(url, { signal: AbortSignal.timeout(5000) });
    answer.resume();
    return answer.statusCode === 200;
  } catch {
    return false;
  }
}

const assignment =
  /^[ \t]*([A-Za-z_]\w*)[ \t]*=[ \t]*((?:"(?:\\[\s\S]|[^"\\])*"[ \t]*|'[^']*'[ \t]*)*)((?:\\[\s\S]|[^\n\\])*)$/gm;
const quoted = /"((?:\\[\s\S]|[^"\\])*)"|'([^']*)'/g;

/** Parses a file as systemd's EnvironmentFile= does: a # within a value, such as a password, starts no comment. */
export const parseEnvironmentFile = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(assignment)].map(([, key = '', inQuotes = '', bare = '']) => [
      key,
      [...inQuotes.matchAll(quoted)]
        .map(([, double, single = '']) => double?.replace(/\\(?:\n|(["\\`$]))/g, '$1') ?? single)
        .join('') + bare.trimEnd().replace(/\\(?:\n|([\s\S]))/g, '$1'),
    ]),
  );

/** Runs a Satrap command as the service's user with its settings. Returns its output. Throws CommandError with its error output. */
export function runAsService(program: string, words: readonly string[]): string {
  const { uid, gid } = userOf(dataDir);
  const env = { PATH: process.env['PATH'] ?? '', ...readEnv() };
  try {
    const stdio = ['ignore' as const, 'pipe' as const, 'pipe' as const];
    return execFileSync(program, [...words], { uid, gid, env, cwd: '/', encoding: 'utf8', stdio });
  } catch (error) {
    const said = String((error as { stderr?: string }).stderr ?? '').trim();
    throw new CommandError(said.replace(/^error: /, '') || `${program} ${words.join(' ')} failed: ${String(error)}`);
  }
}
