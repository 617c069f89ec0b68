import { existsSync, readFileSync, statSync } from 'node:fs';
import { parse as parseToml, TomlError } from 'smol-toml';
import { errorMessage } from '../../text/error-message.ts';
import { nearestOf } from '../../text/nearest.ts';
import { settingList } from './options.ts';

export const apiKeyFileKey = 'api_key_file';

export const defaultConfigPath = '/etc/satrap/agent.toml';
const knownKeys = [...settingList.map(({ key }) => key), apiKeyFileKey];

export interface ConfigFile {
  path: string | null;
  values: Readonly<Record<string, unknown>>;
  faults: readonly string[];
}

/** Reads the configuration file. A named file must exist; the default one may be missing. */
export const readConfigFile = (named: string | undefined): ConfigFile =>
  named === undefined ? readIfThere(defaultConfigPath) : readFile(named);

/** Reads a configuration file that may be missing. Another file, such as the default one, never takes its place. */
export const readIfThere = (path: string): ConfigFile =>
  existsSync(path) ? readFile(path) : { path: null, values: {}, faults: [] };

function readFile(path: string): ConfigFile {
  const place = `the configuration file ${path}`;
  try {
    const values = parseToml(readFileSync(path, 'utf8'));
    const unknown = Object.keys(values).filter((key) => !knownKeys.includes(key));
    return { path, values, faults: unknown.map((key) => `${place}: unknown setting ${key}${hintFor(key)}`) };
  } catch (error) {
    const reason =
      error instanceof TomlError
        ? `is not valid TOML: ${error.message.split('\n')[0]} (line ${error.line})`
        : errorMessage(error);
    return { path, values: {}, faults: [`${place}: ${reason}`] };
  }
}

function hintFor(key: string): string {
  if (key === 'api_key') return `; put the key into a separate file and set ${apiKeyFileKey}`;
  const near = nearestKey(key);
  return near === undefined ? '' : `; did you mean ${near}?`;
}

/** Finds the setting meant by a misspelled key: equal except for dashes and case, a prefix of either, or similar. */
export function nearestKey(key: string): string | undefined {
  const plain = key.toLowerCase().replaceAll('-', '_');
  return knownKeys.find((known) => known.startsWith(plain) || plain.startsWith(known)) ?? nearestOf(knownKeys)(plain);
}

export const hasPassword = (proxy: unknown): boolean =>
  typeof proxy === 'string' && (URL.parse(proxy)?.password ?? '') !== '';

export function passwordWarnings({ path, values }: Pick<ConfigFile, 'path' | 'values'>): string[] {
  if (path === null || !hasPassword(values['proxy']) || (statSync(path).mode & 0o004) === 0) return [];
  return [
    `every user of this host can read the proxy’s password in ${path}; run: chgrp satrap ${path} && chmod 640 ${path}`,
  ];
}

/** Sets top-level keys in the text of a TOML file, as strings, and keeps everything else unchanged. */
export function setTopLevel(text: string, values: Readonly<Record<string, string>>): string {
  const firstTable = text.search(/^\s*\[/m);
  const head = firstTable < 0 ? text : text.slice(0, firstTable);
  const tables = firstTable < 0 ? '' : text.slice(firstTable);
  let edited = head;
  const added: string[] = [];
  for (const [key, value] of Object.entries(values)) {
    const line = `${key} = ${JSON.stringify(value)}`;
    const existing = new RegExp(`^[ \\t]*${key}[ \\t]*=.*$`, 'm');
    if (existing.test(edited)) edited = edited.replace(existing, () => line);
    else added.push(`${line}\n`);
  }
  return `${added.join('')}${edited}${tables}`;
}
