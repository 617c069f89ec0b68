import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { MeasuredOption, VersionData } from '../src/bitcoin/clients/version-data.ts';

// Writes a major version's options, as the daemon lists them, into its data file:
//   bitcoind -help-debug > help.txt
//   node scripts/read-client-options.ts --client bitcoind --version 32.1 help.txt bitcoind.1
// A release's man page (share/man/man1/bitcoind.1, or the output of -help) has the options that a build without a wallet lacks.

const categories: Readonly<Record<string, string>> = {
  'block creation': 'block_creation',
  'chain selection': 'chain_selection',
  connection: 'connection',
  'debugging/testing': 'debugging',
  'node relay': 'relay',
  'rpc server': 'rpc',
  wallet: 'wallet',
  'wallet debugging/testing': 'wallet',
  'zeromq notification': 'zeromq',
};
/** Options that a configuration file cannot set. */
const notSettings: ReadonlySet<string> = new Set(['?', 'help', 'help-debug']);

/** Parses the options in a help text or man page. */
export function parseHelp(text: string): Record<string, MeasuredOption> {
  const found: Record<string, MeasuredOption> = {};
  const plain = text
    .replace(/\\f[A-Z]|\\[,/]/g, '')
    .replace(/\\([-e"'])/g, '$1')
    .replace(/^\.(HP|IP)$\n/gm, (_line, macro) => (macro === 'HP' ? '\n' : '    '))
    .replace(/^\.(PP|SH.*)$\n?/gm, '\n');
  let category = 'general';
  for (const block of plain.split(/\n(?=\s{0,3}-[\w?])|\n(?=[A-Z][\w/ ]* options:)/)) {
    const heading = /^(?:([\w/ ]+?) options|Options):\s*$/im.exec(block.trim());
    if (heading !== null && !block.trim().startsWith('-'))
      category = categories[(heading[1] ?? '').toLowerCase()] ?? 'general';
    const option = /^\s*-([\w?-]+)[^\n]*\n([\s\S]*)$/.exec(block);
    if (option === null) continue;
    const [, key = '', about = ''] = option;
    const help = about.replace(/\s+/g, ' ');
    const value = defaultOf(help);
    if (!notSettings.has(key))
      found[key] = {
        category,
        ...(value === null ? {} : { default: value }),
        ...(/multiple times/.test(help) ? { repeatable: true } : {}),
      };
  }
  return found;
}

/** Returns the default in a description; null without one, or if it is no value. */
export function defaultOf(help: string): string | null {
  const [, stated = ''] = /[( ]default: ?([^)]*?)(?:[,;)]|$)/.exec(help) ?? [];
  const [, word = '', rest = ''] = /^"?([\w.:]*\w)"?\.?(.*)$/.exec(stated.trim()) ?? [];
  if (word === '' || ['none', 'disabled', 'empty', 'download', 'platform'].includes(word)) return null;
  if (rest !== '' && !/^ (when|if|unless|and|=|\[)/.test(rest)) return null;
  return { true: '1', false: '0', '0M': '0' }[word] ?? word;
}

/** Returns a version's options. Those that only `-help-debug` lists are for debugging. */
export function optionsOf(helpDebug: string, manual: string): Record<string, MeasuredOption> {
  const all = parseHelp(helpDebug);
  const forPeople = parseHelp(manual);
  const marked = Object.entries(all).map(([key, option]) => [
    key,
    Object.hasOwn(forPeople, key) ? option : { ...option, advanced: true },
  ]);
  const merged: [string, MeasuredOption][] = Object.entries({ ...forPeople, ...Object.fromEntries(marked) });
  return Object.fromEntries(merged.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** Formats a data file with a line for each option. */
export function dataFile({ options, ...facts }: VersionData): string {
  const lines = Object.entries(options).map(([key, option]) => `    ${JSON.stringify(key)}: ${JSON.stringify(option)}`);
  return `${JSON.stringify(facts, null, 2).slice(0, -2)},\n  "options": {\n${lines.join(',\n')}\n  }\n}\n`;
}

function main(): void {
  const { values, positionals } = parseArgs({
    options: { client: { type: 'string', default: 'bitcoind' }, version: { type: 'string' } },
    allowPositionals: true,
  });
  const [help, manual] = positionals.map((path) => readFileSync(path, 'utf8'));
  const { client, version } = values;
  if (version === undefined || help === undefined || manual === undefined)
    throw new Error('usage: read-client-options.ts [--client CLIENT] --version VERSION HELP-DEBUG MANUAL');
  const [major = ''] = version.split('.');
  const file = join(import.meta.dirname, `../src/bitcoin/clients/${client}/${major}.json`);
  const today = new Date().toISOString().slice(0, 10);
  const skeleton = {
    ...{ major, optionsOf: version, released: today },
    releases: [{ version, released: today, offered: true }],
    ...{ assumedSizesGB: {}, upgrade: { notes: [] } },
  };
  const kept = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : skeleton;
  writeFileSync(file, dataFile({ ...kept, optionsOf: version, options: optionsOf(help, manual) }));
  execFileSync('biome', ['format', '--write', file], { stdio: 'inherit' });
}

if (import.meta.main) main();
