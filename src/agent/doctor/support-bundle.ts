import { execFile } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { arch, release } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { createGzip } from 'node:zlib';
import { pack } from 'tar-stream';
import type { Finding } from '../../contract/finding.ts';
import { ownVersion } from '../../version.ts';
import { queryAgent } from '../admin-socket/client.ts';
import { hostRuntime } from '../offline/host-runtime.ts';
import { defaultConfigPath } from '../settings/config-file.ts';
import { defaultDataDir } from '../settings/options.ts';
import type { DoctorSettings } from './gather.ts';
import { redact, storedSecrets } from './redact.ts';

export interface SupportBundleOptions {
  given: DoctorSettings;
  findings: readonly Finding[];
  /** A file with lines of the agent's log, in addition to the journal. */
  logFile?: string | undefined;
}

const journalLines = 3000;

/** Returns the contents of a support bundle by file name, without secrets. */
export async function supportBundle({
  given,
  findings,
  logFile,
}: SupportBundleOptions): Promise<Record<string, string>> {
  const { configPath = defaultConfigPath } = given;
  const settings = 'settings' in given ? given.settings : null;
  const dataDir = settings?.dataDir ?? defaultDataDir;
  const store = storedSecrets(dataDir);
  const secrets = [settings?.apiKey, ...proxyPasswords(settings?.proxy), ...store.secrets];
  const known = secrets.filter((secret) => secret !== undefined);
  const texts: Record<string, string> = {
    'about.json': shown({
      version: ownVersion(),
      node: process.version,
      kernel: release(),
      arch: arch(),
      at: new Date(),
      // Then the passwords of its nodes are redacted by pattern only.
      storeFault: store.fault,
    }),
    'doctor.json': shown(findings),
    'status.json': shown(await queryAgent(dataDir, '/status').catch(asError)),
    'agent.toml': existsSync(configPath) ? readFileSync(configPath, 'utf8') : '',
    'containers.json': shown(await hostRuntime(settings).listing().catch(asError)),
    'journal.txt': await journal(),
    ...(logFile === undefined ? {} : { 'log.txt': readFileSync(logFile, 'utf8') }),
  };
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, redact(text, known)]));
}

/** Writes the texts into a .tar.gz that only its owner can read. Throws if the file exists. */
export async function writeBundle(path: string, texts: Readonly<Record<string, string>>): Promise<void> {
  const archive = pack();
  const compressed = buffer(archive.pipe(createGzip()));
  for (const [name, text] of Object.entries(texts))
    archive.entry({ name: join('satrap-support', name), mode: 0o600 }, text);
  archive.finalize();
  writeFileSync(path, await compressed, { flag: 'wx', mode: 0o600 });
}

const shown = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
const asError = (error: unknown) => ({ error: String(error) });

/** The password in a proxy's URL, both encoded and decoded. */
function proxyPasswords(proxy: string | undefined): string[] {
  const password = (proxy === undefined ? null : URL.parse(proxy))?.password ?? '';
  try {
    return [password, decodeURIComponent(password)];
  } catch {
    // It contains a percent sign that is no escape, so it is used as is.
    return [password];
  }
}

async function journal(): Promise<string> {
  const units = ['satrap-agent', 'satrap-agent-upgrade', 'docker', 'podman'].map((unit) => `--unit=${unit}`);
  const words = [...units, `--lines=${journalLines}`, '--no-pager', '--output=short-iso'];
  try {
    return (await promisify(execFile)('journalctl', words, { maxBuffer: 64 * 1024 * 1024, timeout: 30_000 })).stdout;
  } catch (error) {
    return `cannot read the journal: ${String(error)}\n`;
  }
}
