import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { anchorOf } from '../../docs/.vitepress/anchor.ts';
import type { Box } from './box.ts';

const docs = join(import.meta.dirname, '../../docs');
/** The pages for operators, each of whose shell blocks a test runs on a machine. */
const pages = ['start.md', 'hosts/*.md', 'nodes/endpoints.md', 'control-plane/*.md'];

/** The shell blocks of the pages, by page, heading and number, such as `start.md#3-add-a-host/2`. */
export function documentedBlocks(): Map<string, string> {
  const blocks = new Map<string, string>();
  for (const page of globSync(pages, { cwd: docs }).toSorted()) {
    let section = page;
    const parts = readFileSync(join(docs, page), 'utf8').matchAll(
      // Other blocks as well: their comments look like headings.
      /^#+ (.*)$|^( *)```(\w*)\n([\s\S]*?)^ *```$/gm,
    );
    for (const [, heading, indent = '', language, block = ''] of parts) {
      if (heading !== undefined) section = `${page}#${anchorOf(heading)}`;
      else if (language === 'sh')
        blocks.set(freeKey(blocks, section), block.replaceAll(new RegExp(`^${indent}`, 'gm'), ''));
    }
  }
  return blocks;
}

function freeKey(blocks: ReadonlyMap<string, string>, section: string): string {
  let number = 1;
  while (blocks.has(blockKey(section, number))) number++;
  return blockKey(section, number);
}

const blockKey = (section: string, number: number): string => (number === 1 ? section : `${section}/${number}`);

/** Example text in a block, and what a test runs in its place. */
export type Examples = Readonly<Record<string, string>>;

/** Returns a block with its examples replaced. Throws for an unknown block, and for an example that the block does not have. */
export function documented(key: string, examples: Examples = {}): string {
  let block = documentedBlocks().get(key);
  if (block === undefined) throw new Error(`the documentation has no shell block ${key}`);
  for (const [example, actual] of Object.entries(examples)) {
    if (!block.includes(example)) throw new Error(`the block ${key} does not have «${example}»`);
    block = block.replaceAll(example, actual);
  }
  return block;
}

/** Runs a block in root's folder, as pasted by root, and returns its output. Each of its commands must succeed. */
export async function runDocumented(
  box: Box,
  key: string,
  examples?: Examples,
  { input = '', by = 'sh -e block.sh' } = {},
): Promise<string> {
  await box.do('cat >/root/block.sh', documented(key, examples));
  return box.do(`cd /root && ${by}`, input);
}
