import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { buildSchema, parse, validate } from 'graphql';
import { beforeAll, expect, test } from 'vitest';
import { agent } from '../../src/cli/agent/command.ts';
import { placeOf } from '../../src/cli/completion/candidates.ts';
import { queries } from '../../src/cli/completion/live-names.ts';
import { operatorCommands } from '../../src/cli/operator-commands.ts';
import { makeProgram } from '../../src/cli/program.ts';
import { satrapHere } from '../harness/satrap-here.ts';
import { scratchFolder } from '../harness/scratch-folder.ts';

const root = join(import.meta.dirname, '../..');
const scriptOf = (shell: string): string => join(root, `templates/completions/satrap.${shell}`);

let program: Command;
beforeAll(async () => {
  program = await makeProgram([agent, ...operatorCommands], () => true);
});

test.each([
  ['node ', undefined, ['list', 'rotate-credentials', 'rpc']],
  ['nodes show ', 'node', []],
  ['nodes rpc alpha ', 'method', []],
  ['hosts drain a b ', 'hosts', []],
  ['hosts drain --reason nodes ', 'hosts', []],
  ['nodes list --host ', 'host', []],
  ['nodes list --network ', 'network', ['mainnet', 'signet']],
  ['keys create --sec', undefined, ['--secret-file', '--expires']],
  ['channels deliveries ', undefined, ['list', 'show', 'redeliver']],
  ['completion ', undefined, ['bash', 'zsh', 'fish']],
  ['rubbish ', undefined, []],
])('completes “satrap %s” with values for %s and the words %j', (line, value, words) => {
  const place = placeOf(program, line.split(' '));
  expect(place.value).toBe(value);
  expect(place.known.map(({ word }) => word)).toEqual(expect.arrayContaining(words));
  expect(place.known.length > 0).toBe(words.length > 0);
});

test('knows the options before a value, which choose the control plane to ask', () => {
  const words = ['nodes', 'show', '--context', 'home', '--url', 'http://127.0.0.1:1', ''];
  expect(placeOf(program, words).options).toEqual({ context: 'home', url: 'http://127.0.0.1:1' });
});

test('offers no hidden command, and prints nothing when names cannot be read', async () => {
  const { stdout } = await satrapHere(['complete', '--', 'comp']);
  expect(stdout).toBe('completion\tprint the completion script of a shell: bash, zsh, fish\n');
  const env = { SATRAP_URL: 'http://127.0.0.1:2/graphql', SATRAP_API_KEY: 'a-key-for-the-tests' };
  expect(await satrapHere(['complete', '--', 'nodes', 'show', ''], env)).toMatchObject({ code: 6, stdout: '' });
});

test('asks the control plane only for what its schema has', () => {
  const files = globSync('schema/*.graphql', { cwd: root }).map((file) => readFileSync(join(root, file), 'utf8'));
  const schema = buildSchema(files.join('\n'));
  const errors = Object.values(queries).flatMap((query) => validate(schema, parse(`{ ${query} }`)));
  expect(errors).toEqual([]);
});

test('satrap completion prints the script of a shell', async () => {
  const { stdout } = await satrapHere('completion bash');
  expect(stdout).toMatch(/^complete -o default -F _satrap satrap$/m);
});

const isInstalled = (shell: string): boolean => {
  try {
    execFileSync(shell, ['-c', 'true']);
    return true;
  } catch {
    return false;
  }
};

test.each(['bash', 'zsh', 'fish'].filter(isInstalled))('the script of %s has no syntax error', (shell) => {
  expect(execFileSync(shell, ['-n', scriptOf(shell)], { encoding: 'utf8' })).toBe('');
});

/** The real program as `satrap`. */
function environment(): NodeJS.ProcessEnv {
  const folder = scratchFolder('completion');
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  symlinkSync(join(root, 'scripts/satrap'), join(bin, 'satrap'));
  return { HOME: folder, PATH: `${bin}:${process.env['PATH']}` };
}

test.each([
  [['nodes', 'crea'], 'create\n'],
  [['nodes', 'list', '--network', ''], 'mainnet\nsignet\ntestnet4\nregtest\n'],
  [['nodes', 'show', 'al'], '\n'],
])('bash completes %j', (words, expected) => {
  const script = `source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _satrap satrap; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const args = ['-c', script, 'bash', scriptOf('bash'), 'satrap', ...words];
  expect(execFileSync('bash', args, { encoding: 'utf8', env: environment() })).toBe(expected);
});

test.each(['fish'].filter(isInstalled))('%s completes a command with its description', () => {
  const script = `source ${scriptOf('fish')}; complete -C 'satrap nodes crea'`;
  expect(execFileSync('fish', ['-c', script], { encoding: 'utf8', env: environment() })).toBe(
    'create\tdeploy a node\n',
  );
});
