import { beforeAll, expect, test } from 'vitest';
import { type CommandPage, commandTree, flatten } from '../../scripts/release/command-tree.ts';
import { releasedCommands } from '../../scripts/release/released-program.ts';

let commands: CommandPage[];
beforeAll(async () => {
  commands = flatten(await commandTree(releasedCommands));
});

const verbOf = ({ words }: CommandPage) => words.slice(words.lastIndexOf(' ') + 1);
const namesOf = ({ options }: CommandPage) => options.flatMap(({ names }) => names);
/** Programs of a host and tools, which are no resources. */
const isResource = ({ words }: CommandPage) => !/^satrap( agent| control-plane| webhooks| completion)?$/.test(words);
/** They are short, or filters narrow them. */
const unpaged = ['nodes', 'nodes options', 'hosts', 'hosts data', 'networks', 'context'];

test('every noun has a list or shows what it is about', () => {
  const nouns = commands.filter((page) => page.commands.length > 0 && isResource(page));
  expect(nouns.length).toBeGreaterThan(12);
  for (const { words, commands: verbs } of nouns)
    expect(verbs.map(verbOf), words).toSatisfy((all: string[]) => all.includes('list') || all.includes('show'));
});

test('every list and every show prints JSON, and a list that pages says how many with --last', () => {
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

test('no flag has two spellings: one description means one flag, and one flag takes a value everywhere or nowhere', () => {
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
