import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { beforeAll, expect, test } from 'vitest';
import { agent } from '../../src/cli/agent/command.ts';
import { controlPlane } from '../../src/cli/control-plane/command.ts';
import { operatorCommands } from '../../src/cli/operator-commands.ts';
import { makeProgram } from '../../src/cli/program.ts';
import { demo } from '../../src/demo/command.ts';

// Who reads of a command types it. So each one that is named anywhere must be there, with its options.

const root = join(import.meta.dirname, '../..');
const named = ['README.md', 'docs/**/*.md', 'templates/**/*', 'schema/*.graphql', 'src/**/*.{ts,tsx}'];
const files = globSync(named, { cwd: root, exclude: (path) => /generated/.test(path) }).filter((path) =>
  /\.\w+$/.test(path),
);

let program: Command;
beforeAll(async () => {
  program = await makeProgram([agent, controlPlane, ...operatorCommands, demo], () => true);
});

const first = [agent, controlPlane, ...operatorCommands, demo]
  .flatMap(({ name, aliases = [] }) => [name, ...aliases])
  .join('|');
/** Up to whatever ends a command in a document, a message or a comment. */
const mention = new RegExp(`\\bsatrap ((?:${first})(?:[ ][^\`'"”$#|&;,()\\n]*)?)`, 'g');

/** What is wrong with a command as it is named; null where it exists. Prose may follow a command that takes no further one. */
function faultOf(words: string): string | null {
  let command = program;
  const left = words.trim().split(/\s+/);
  for (let next = command; next !== undefined; ) {
    command = next;
    next = command.commands.find((child) => [child.name(), ...child.aliases()].includes(left[0] ?? '')) as Command;
    if (next !== undefined) left.shift();
  }
  const [word = ''] = left;
  const path = words.slice(0, words.length - left.join(' ').length).trim();
  if (command.commands.length > 0 && /^[a-z][a-z-]*$/.test(word)) return `there is no ${word} in: satrap ${path}`;
  const flags = [...command.options.flatMap(({ long, short }) => [long, short]), '--help'];
  const unknown = left.filter((each) => /^--[a-z]/.test(each)).filter((each) => !flags.includes(each.split('=')[0]));
  return unknown.length === 0 ? null : `satrap ${path} takes no ${unknown.join(', ')}`;
}

test('every command that a text or the schema names exists, with its options', () => {
  const faults: string[] = [];
  let count = 0;
  for (const file of files)
    for (const [, words = ''] of readFileSync(join(root, file), 'utf8').matchAll(mention)) {
      count++;
      const fault = faultOf(words);
      if (fault !== null) faults.push(`${file}: ${fault}`);
    }
  expect(faults).toEqual([]);
  expect(count).toBeGreaterThan(100);
});
