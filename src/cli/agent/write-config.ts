import { chmodSync, chownSync, statSync, writeFileSync } from 'node:fs';
import { parse } from 'smol-toml';
import { hasPassword } from '../../agent/settings/proxy-password.ts';
import { writePrivateFile } from '../../storage/private-file.ts';

/**
 * Writes the agent's configuration file. Every user of the host may read it, unless the password of a proxy is in it: then only its owner, and
 * the group of the data directory, which is the agent's.
 */
export function writeConfig(path: string, text: string, dataDir: string): void {
  if (!hasPassword(parse(text)['proxy'])) {
    writeFileSync(path, text, { mode: 0o644 });
    return;
  }
  writePrivateFile(path, text);
  const { gid } = statSync(dataDir, { throwIfNoEntry: false }) ?? statSync(path);
  if (process.getuid?.() === 0) chownSync(path, statSync(path).uid, gid);
  chmodSync(path, 0o640);
}
