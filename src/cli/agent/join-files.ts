import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { parse } from 'smol-toml';
import { hasPassword, readIfThere, setTopLevel } from '../../agent/settings/config-file.ts';
import { dataDirFault, joinedKeyFile } from '../../agent/settings/data-dir.ts';
import { defaultDataDir } from '../../agent/settings/options.ts';
import { isReadableBy } from '../../storage/as-user.ts';
import { writePrivateFile } from '../../storage/private-file.ts';
import { errorMessage } from '../../text/error-message.ts';
import { CommandError } from '../command-error.ts';

/**
 * Checks that the key and the settings, by their keys in the file, can be written where the agent reads them, and changes nothing. A token
 * replaces the host's current key, control plane and name. Throws CommandError.
 */
export function prepareJoin(
  { dataDir, config }: { dataDir: string; config: string },
  wanted: Readonly<Record<string, string>>,
) {
  const present = readIfThere(config);
  if (present.path !== null && present.faults.length > 0) throw new CommandError(present.faults.join('\n'));
  const fault = dataDirFault(dataDir, process.getuid?.() ?? 0);
  // Root may join on behalf of an agent with its own user.
  const isOfAgent = process.getuid?.() === 0 && fault?.includes('belongs to another user');
  if (fault !== null && !isOfAgent) throw new CommandError(fault);
  const named = present.values['api_key_file'];
  const keyFile = typeof named === 'string' ? named : joinedKeyFile(dataDir);
  const saysAll = Object.entries(wanted).every(([key, value]) => String(present.values[key]) === value);
  requireWritable(keyFile, 'the key');
  if (!saysAll) requireWritable(config, 'the settings');
  const text = saysAll ? '' : setTopLevel(present.path === null ? '' : readFileSync(config, 'utf8'), wanted);
  const flags = [
    ...(config === '/etc/satrap/agent.toml' ? [] : [` --config ${config}`]),
    ...(dataDir === defaultDataDir ? [] : [` --data-dir ${dataDir}`]),
  ];
  return {
    keyFile,
    /** Null if the configuration needs no change. */
    config: saysAll ? null : { path: config, text, dataDir },
    /** The flags that the agent needs besides the configuration, each after a space. */
    runFlags: flags.join(''),
  };
}

/** Writes the key, then the settings. Throws CommandError with what to do, because the token is used up. */
export function storeJoin({ keyFile, config }: ReturnType<typeof prepareJoin>, key: string): void {
  try {
    mkdirSync(dirname(keyFile), { recursive: true, mode: 0o700 });
    writePrivateFile(keyFile, `${key}\n`);
    if (config !== null) mkdirSync(dirname(config.path), { recursive: true, mode: 0o755 });
    if (config !== null) writeConfig(config.path, config.text, config.dataDir);
  } catch (error) {
    throw new CommandError(
      `the token was used, but its key could not be stored: ${errorMessage(error)}; fix the cause and join again with another token`,
    );
  }
}

function requireWritable(path: string, what: string): void {
  try {
    accessSync(existingFolder(dirname(path)), constants.W_OK | constants.X_OK);
    if (existsSync(path)) accessSync(path, constants.W_OK);
  } catch (error) {
    throw new CommandError(
      `cannot write ${what} to ${path}: ${errorMessage(error)}; join as root or as the agent’s user, or set --data-dir and --config`,
    );
  }
}

/** Returns the folder, or its nearest existing ancestor. */
const existingFolder = (folder: string): string =>
  existsSync(folder) || dirname(folder) === folder ? folder : existingFolder(dirname(folder));

/**
 * Writes the configuration file. Every user of the host may read it, unless it holds a proxy password: then only its owner
 * and the agent's group.
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
