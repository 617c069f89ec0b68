import { chmodSync, chownSync, closeSync, openSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { parse } from 'smol-toml';
import { hasPassword } from '../../agent/settings/config-file.ts';
import { asUser, type FileOwner } from '../../storage/as-user.ts';
import { writePrivateFile } from '../../storage/private-file.ts';

/**
 * Writes the agent's configuration file. Every user of the host may read it, unless it holds a proxy password: then only its owner and the
 * agent's group, which is that of the data directory.
 */
export function writeConfig(path: string, text: string, dataDir: string): void {
  if (hasPassword(parse(text)['proxy'])) writePrivateFile(path, text);
  else writeFileSync(path, text);
  shareConfig(path, dataDir);
}

/** Makes the file readable for the agent: a strict umask may prevent that, and a proxy password needs the group. */
export function shareConfig(path: string, dataDir: string): void {
  const { uid, gid } = statSync(dataDir, { throwIfNoEntry: false }) ?? statSync(path);
  if (!hasPassword(parse(readFileSync(path, 'utf8'))['proxy'])) {
    if (!isReadableBy({ uid, gid }, path)) chmodSync(path, 0o644);
    return;
  }
  if (process.getuid?.() === 0) chownSync(path, statSync(path).uid, gid);
  chmodSync(path, 0o640);
}

function isReadableBy(user: FileOwner, path: string): boolean {
  try {
    asUser(user, () => closeSync(openSync(path, 'r')));
    return true;
  } catch {
    return false;
  }
}
