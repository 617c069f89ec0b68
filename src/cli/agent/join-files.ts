import { accessSync, constants, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { readConfigFile } from '../../agent/settings/config-file.ts';
import { dataDirFault, joinedKeyFile } from '../../agent/settings/data-dir.ts';
import { setTopLevel } from '../../agent/settings/edit-config.ts';
import { defaultDataDir } from '../../agent/settings/options.ts';
import { writePrivateFile } from '../../storage/private-file.ts';
import { errorMessage } from '../../text/error-message.ts';
import { CommandError } from '../command-error.ts';
import { writeConfig } from './write-config.ts';

export interface JoinFiles {
  url: string;
  /** The executor's name. */
  name: string;
  dataDir: string;
  /** The configuration file. */
  config: string;
  force?: boolean;
  /** Further settings of the connection by their keys in the file. */
  connection?: Readonly<Record<string, string>>;
}

/** What will be written once there is a key. */
export interface JoinPlan {
  keyFile: string;
  /** Null where the configuration says all of it already. */
  config: { path: string; text: string; dataDir: string } | null;
  /** The flags that the agent needs beside the configuration, each with a space before it. */
  runFlags: string;
}

/**
 * Checks that the key and the settings can be written where the agent reads them. Throws CommandError when they cannot, and when this host
 * has a key or another control plane already, unless `force` allows to replace them.
 */
export function prepareJoin({ url, name, dataDir, config, force = false, connection = {} }: JoinFiles): JoinPlan {
  const present = readConfigFile(existsSync(config) ? config : undefined);
  if (present.path !== null && present.faults.length > 0) throw new CommandError(present.faults.join('\n'));
  const fault = dataDirFault(dataDir, process.getuid?.() ?? 0);
  if (fault !== null && !belongsToAgent(fault)) throw new CommandError(fault);
  const named = present.values['api_key_file'];
  const keyFile = typeof named === 'string' ? named : joinedKeyFile(dataDir);
  if (existsSync(keyFile) && !force)
    throw new CommandError(`this host has a key already, in ${keyFile}; to replace it, add --force`);
  const { url: presentUrl, name: presentName } = present.values;
  const differs = [
    ...(presentUrl !== undefined && presentUrl !== url ? [`url is ${String(presentUrl)}`] : []),
    ...(presentName !== undefined && presentName !== name ? [`name is ${String(presentName)}`] : []),
  ];
  if (differs.length > 0 && !force)
    throw new CommandError(`${config} says otherwise: ${differs.join(', ')}; to change it, add --force`);
  const wanted = { url, name, ...connection };
  const saysAll = Object.entries(wanted).every(([key, value]) => String(present.values[key]) === value);
  requireWritable(keyFile, 'the key', 0o700);
  if (!saysAll) requireWritable(config, 'the settings', 0o755);
  const text = saysAll ? '' : setTopLevel(present.path === null ? '' : readFileSync(config, 'utf8'), wanted);
  const flags = [
    ...(config === '/etc/satrap/agent.toml' ? [] : [` --config ${config}`]),
    ...(dataDir === defaultDataDir ? [] : [` --data-dir ${dataDir}`]),
  ];
  return { keyFile, config: saysAll ? null : { path: config, text, dataDir }, runFlags: flags.join('') };
}

/** Writes the key, then the settings. Throws CommandError, with what to do: the token was used already. */
export function storeJoin({ keyFile, config }: JoinPlan, key: string): void {
  try {
    writePrivateFile(keyFile, `${key}\n`);
    if (config !== null) writeConfig(config.path, config.text, config.dataDir);
  } catch (error) {
    throw new CommandError(
      `the token was used, but its key could not be stored: ${errorMessage(error)}; mend that, and join again with another token and --force`,
    );
  }
}

function requireWritable(path: string, what: string, directoryMode: number): void {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: directoryMode });
    accessSync(dirname(path), constants.W_OK | constants.X_OK);
    if (existsSync(path)) accessSync(path, constants.W_OK);
  } catch (error) {
    throw new CommandError(
      `${what} cannot be written to ${path}: ${errorMessage(error)}; join as root or as the agent’s user, or name another place with --data-dir and --config`,
    );
  }
}

/** Root may join for an agent with a user of its own. */
const belongsToAgent = (fault: string): boolean =>
  process.getuid?.() === 0 && fault.includes('belongs to another user');
