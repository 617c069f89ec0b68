import type { Command } from 'commander';
import { beforeAll, expect, test } from 'vitest';
import { type CommandPage, commandTree, flatten } from '../../scripts/release/command-tree.ts';
import { releasedCommands } from '../../scripts/release/released-program.ts';
import { examples } from '../../src/cli/examples.ts';
import { makeProgram } from '../../src/cli/program.ts';

let commands: CommandPage[];
beforeAll(async () => {
  commands = flatten(await commandTree(releasedCommands));
});

const verbOf = ({ words }: CommandPage) => words.slice(words.lastIndexOf(' ') + 1);
const namesOf = ({ options }: CommandPage) => options.flatMap(({ names }) => names);
/** Programs of a host and tools, which are no resources. */
const isResource = ({ words }: CommandPage) =>
  !/^satrap( agent| gateway| control-plane| webhooks| completion)?$/.test(words);
/** They are short, or filters narrow them. */
const unpaged = ['nodes', 'nodes options', 'hosts', 'hosts data', 'networks', 'context', 'windows'];

test('every noun has a list or shows what it is about', () => {
  const nouns = commands.filter((page) => page.commands.length > 0 && isResource(page));
  expect(nouns.length).toBeGreaterThan(12);
  for (const { words, commands: verbs } of nouns)
    expect(verbs.map(verbOf), words).toSatisfy((all: string[]) => all.includes('list') || all.includes('show'));
});

test('every list and show prints JSON, and a paged list has --last', () => {
  const shown = commands.filter((page) => ['list', 'show'].includes(verbOf(page)));
  for (const page of shown) expect(namesOf(page), page.words).toContain('--json');
  const paged = shown.filter((page) => verbOf(page) === 'list' && !namesOf(page).includes('--last'));
  expect(paged.map(({ words }) => words).toSorted()).toEqual(unpaged.map((noun) => `satrap ${noun} list`).toSorted());
});

test('every destructive command asks unless --yes is given', () => {
  const destructive = commands.filter(({ words }) =>
    / (delete|revoke|members remove|deactivate|rotate-secret|reindex|uninstall|recover|rotate-credentials start)$/.test(
      words,
    ),
  );
  expect(destructive.length).toBeGreaterThan(6);
  for (const page of destructive) expect(namesOf(page), page.words).toContain('--yes');
});

test('no flag has two spellings, and each takes a value everywhere or nowhere', () => {
  const operators = commands.filter(({ words }) => !/^satrap (agent|control-plane)\b/.test(words));
  const options = operators.flatMap((page) => page.options);
  const spellings = Map.groupBy(options, ({ description }) => description);
  for (const [description, same] of spellings)
    expect([...new Set(same.map(({ flags }) => flags))], description).toHaveLength(1);
  const values = Map.groupBy(options, ({ names }) => names.at(-1) ?? '');
  for (const [name, same] of values) expect(new Set(same.map(({ flags }) => /[<[]/.test(flags))).size, name).toBe(1);
  const retired = ['--tail', '--take', '--executor', '--wallets', '--cpu', '--set-label'];
  expect(retired.filter((name) => values.has(name))).toEqual([]);
});

test('a list is also called ls, a show get, and each resource by its singular', () => {
  const aliases = releasedCommands.flatMap(({ aliases = [] }) => aliases);
  for (const singular of [
    'node',
    'host',
    'executor',
    'token',
    'network',
    'release',
    'event',
    'incident',
    'channel',
    'key',
    'member',
    'invitation',
    'organization',
    'notification',
    'session',
  ])
    expect(aliases).toContain(singular);
});

/** The words of a command line, without what a shell does with its output. */
const wordsOf = (line: string): string[] =>
  [...line.replace(/ [>|] .*$/, '').matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, a, b, c]) => a ?? b ?? c ?? '');

test('every command has an example, and no example is of another command', () => {
  const names = commands.filter((page) => page.commands.length === 0).map(({ words }) => words.replace('satrap ', ''));
  expect(Object.keys(examples).toSorted()).toEqual(names.toSorted());
  for (const [name, lines] of Object.entries(examples))
    for (const line of lines) expect(wordsOf(line).join(' ')).toMatch(new RegExp(`^satrap ${name}( |$)`));
});

test('every example parses: its options exist, and their values are allowed', async () => {
  const program = await makeProgram(releasedCommands, () => true);
  const ran: string[] = [];
  let line = '';
  for (const command of commandsOf(program)) {
    if (command.commands.length === 0) command.action(() => void ran.push(line));
    command.configureOutput({ writeErr: () => undefined });
  }
  const faults: string[] = [];
  for (line of Object.values(examples).flat())
    await program.parseAsync(wordsOf(line).slice(1), { from: 'user' }).catch((error: Error) => {
      faults.push(`${line}: ${error.message}`);
    });
  expect(faults).toEqual([]);
  expect(ran).toEqual(Object.values(examples).flat());
});

const commandsOf = (command: Command): Command[] => [command, ...command.commands.flatMap(commandsOf)];

test('help ends with common options and examples, and shows no empty default', async () => {
  const program = await makeProgram(releasedCommands, () => true, { hasExamples: true });
  const nodes = program.commands.find((command) => command.name() === 'nodes');
  const create = nodes?.commands.find((command) => command.name() === 'create');
  const texts: string[] = [];
  create?.configureOutput({ writeOut: (text) => void texts.push(text) });
  create?.outputHelp();
  const printed = texts.join('');
  expect(printed).toMatch(/\nExamples:\n {2}satrap nodes create alpha /);
  expect(printed.indexOf('--network')).toBeLessThan(printed.indexOf('--api-key-file'));
  const all = commands.flatMap((page) => page.options.map(({ description }) => description)).join('\n');
  expect(all).not.toMatch(/default: \[\]|default: ""|(default|preset): preset/);
});
