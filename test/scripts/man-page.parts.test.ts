import { spawnSync } from 'node:child_process';
import { beforeAll, expect, test } from 'vitest';
import { type CommandPage, commandTree, flatten } from '../../scripts/release/command-tree.ts';
import { manPage } from '../../scripts/release/man-page.ts';
import { releasedCommands } from '../../scripts/release/released-program.ts';

let tree: CommandPage;
let page: string;
beforeAll(async () => {
  tree = await commandTree(releasedCommands);
  page = manPage(tree, '1.2.3', '2026-01-31');
});

test('satrap(1) has each command with its options', () => {
  const plain = page.replace(/\\\[u(\w+)\]/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
  const sections = plain.replaceAll('\\-', '-').split('\n.SS ');
  const commands = flatten(tree).filter(({ commands }) => commands.length === 0);
  expect(sections).toHaveLength(commands.length + 1);
  for (const { words, description, options, examples } of commands) {
    const section = sections.find((text) => text.startsWith(`${words} `)) ?? '';
    for (const text of [description, ...options.map(({ flags }) => flags), ...examples])
      expect([words, section]).toEqual([words, expect.stringContaining(text)]);
  }
});

test('satrap(1) has only macros of man(7), and no text that troff would interpret', () => {
  const [first, ...lines] = page.trimEnd().split('\n');
  expect(first).toBe('.TH SATRAP 1 "2026-01-31" "Satrap 1.2.3" "Satrap"');
  for (const line of lines) expect(line).toMatch(/^(\.(SH|SS|TP|B|I|PP|EX|EE)( .+)?|\\&.+|[^.'].*)$/);
  expect(page).toMatch(/^[\n\x20-\x7e]+$/);
});

const linters = [
  ['mandoc', '-T', 'lint', '-W', 'warning'],
  ['groff', '-man', '-ww', '-z'],
].filter(([program = '']) => spawnSync(program, ['-h']).error === undefined);

test.each(linters)('%s accepts satrap(1)', (program, ...args) => {
  const { stdout, stderr } = spawnSync(program ?? '', args, { input: page, encoding: 'utf8' });
  expect(stdout + stderr).toBe('');
});
