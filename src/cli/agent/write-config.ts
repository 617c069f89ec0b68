import { chmodSync, chownSync, closeSync, openSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { parse } from 'smol-toml';
import { hasPassword } from '../../agent/settings/config-file.ts';
import { asUser, type FileOwner } from '../../storage/as-user.ts';
import { writePrivateFile } from '../../storage/private-file.ts';

/**
 * Writes the agent's configuration file. Every user of the host may read it, unless the password of a proxy is in it: then only its owner, and
 * the group of the data directory, which is the agent's.
 */
export function writeConfig(path: string, text: string, dataDir: string): void {
  if (hasPassword(parse(text)['proxy'])) writePrivateFile(path, text);
  else writeFileSync(path, text);
  shareConfig(path, dataDir);
}

/** Lets the agent read the file: a strict umask may have kept that, and the password of a proxy needs a group. */
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
