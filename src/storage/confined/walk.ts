import type { Stats } from 'node:fs';
import { type ConfinedFolder, type EntryName, shownName, UnsafeEntry } from './confined-folder.ts';

export interface Entry {
  /** The folder that has it, open while the entry is visited. */
  folder: ConfinedFolder;
  name: Buffer;
  /** Its path below the root, as bytes. */
  path: Buffer;
  stats: Stats;
}

export interface WalkOptions {
  /** Called for each entry. `false` for a folder: do not look into it. */
  visit(entry: Entry): undefined | boolean;
  /** What happens at an entry whose path is longer: Linux accepts none, so no program opens it by its path. */
  tooDeep: 'skip' | 'refuse';
}

/** Linux accepts no longer path (PATH_MAX), so no program opens what lies deeper by its path. */
const maxPathBytes = 4096;
/** More than any chain data has: about 15,000 files are a whole mainnet node with its indexes. */
const maxEntries = 1_000_000;

/**
 * Visits every entry below a folder, without following links. Holds one descriptor for each level and one name for each
 * folder that waits. Entries that vanish meanwhile are omitted. Throws UnsafeEntry for more than a million entries and, as
 * asked, for paths of over 4,096 bytes, and file system errors, such as EACCES.
 */
export async function walk(root: ConfinedFolder, { visit, tooDeep }: WalkOptions): Promise<void> {
  let seen = 0;
  const list = async (folder: ConfinedFolder, base: Buffer): Promise<Buffer[]> => {
    const waiting: Buffer[] = [];
    for await (const name of folder.names()) {
      const path = base.length === 0 ? name : Buffer.concat([base, Buffer.from('/'), name]);
      seen++;
      if (seen > maxEntries) throw new UnsafeEntry(`${root.path} has more than ${maxEntries} entries`);
      if (path.length > maxPathBytes) {
        if (tooDeep === 'skip') continue;
        throw new UnsafeEntry(`${root.path} has a path of more than ${maxPathBytes} bytes`);
      }
      const stats = await folder.stat(name).catch(ifGone);
      if (stats === null) continue;
      if (visit({ folder, name, path, stats }) !== false && stats.isDirectory()) waiting.push(name);
    }
    return waiting;
  };
  const levels: Level[] = [];
  const enter = async (folder: ConfinedFolder, base: Buffer): Promise<void> => {
    const level: Level = { folder, base, waiting: [] };
    levels.push(level);
    level.waiting = await list(folder, base);
  };
  try {
    await enter(await root.descend([]), Buffer.alloc(0));
    for (let level = levels.at(-1); level !== undefined; level = levels.at(-1)) {
      const name = level.waiting.pop();
      if (name === undefined) {
        levels.pop();
        await level.folder[Symbol.asyncDispose]();
        continue;
      }
      const folder = await level.folder.folder(name).catch(ifReplaced);
      if (folder === null) continue;
      const path = level.base.length === 0 ? name : Buffer.concat([level.base, Buffer.from('/'), name]);
      await enter(folder, path);
    }
  } finally {
    for (const { folder } of levels) await folder[Symbol.asyncDispose]();
  }
}

interface Level {
  folder: ConfinedFolder;
  base: Buffer;
  /** Folders to enter. */
  waiting: Buffer[];
}

const ifGone = (error: NodeJS.ErrnoException): null => {
  if (error.code === 'ENOENT') return null;
  throw error;
};

/** A folder that became something else has no entries below it. */
const ifReplaced = (error: unknown): null => {
  if (error instanceof UnsafeEntry) return null;
  return ifGone(error as NodeJS.ErrnoException);
};

/** Returns a path as text. Throws UnsafeEntry if it is none: no daemon writes such a name. */
export function textPath(root: ConfinedFolder, path: EntryName): string {
  const bytes = Buffer.from(path);
  const text = bytes.toString('utf8');
  if (Buffer.from(text).equals(bytes)) return text;
  throw new UnsafeEntry(`${root.path} has an entry whose name is not text: ${shownName(path)}`);
}
