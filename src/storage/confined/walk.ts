import {
  type ConfinedFolder,
  type EntryName,
  type FolderEntry,
  ifReplaced,
  shownName,
  UnsafeEntry,
} from './confined-folder.ts';

export interface Entry extends FolderEntry {
  /** The folder that has it, open while the entry is visited. */
  folder: ConfinedFolder;
  /** Its path below the root, as bytes. */
  path: Buffer;
}

export interface WalkOptions {
  /** Called for each entry. `false` for a folder: do not look into it. */
  visit(entry: Entry): undefined | boolean;
  /** What happens at an entry whose path is longer: Linux accepts none, so no program opens it by its path. */
  tooDeep: 'skip' | 'refuse';
  /** For a visitor that keeps what it sees. Default: any number, in constant memory. */
  limits?: WalkLimits;
}

export interface WalkLimits {
  maxEntries: number;
  /** The length of all their paths together. */
  maxPathBytes: number;
}

/** Linux accepts no longer path (PATH_MAX), so no program opens what lies deeper by its path. */
const maxPathBytes = 4096;

/**
 * Visits every entry below a folder, without following links. Holds two descriptors and a few names for each level. Entries
 * that vanish meanwhile are omitted. Throws UnsafeEntry beyond the limits and, as asked, for paths of over 4,096 bytes,
 * and file system errors, such as EACCES.
 */
export async function walk(root: ConfinedFolder, { visit, tooDeep, limits }: WalkOptions): Promise<void> {
  let entries = 0;
  let pathBytes = 0;
  const count = (path: Buffer): void => {
    if (limits === undefined) return;
    entries++;
    pathBytes += path.length;
    if (entries > limits.maxEntries) throw new UnsafeEntry(`${root.path} has more than ${limits.maxEntries} entries`);
    if (pathBytes > limits.maxPathBytes)
      throw new UnsafeEntry(`the paths in ${root.path} have more than ${limits.maxPathBytes} bytes`);
  };
  const levels: Level[] = [];
  const enter = (folder: ConfinedFolder, base: Buffer): void => {
    levels.push({ folder, base, batches: folder.entries(), batch: [] });
  };
  try {
    enter(await root.descend([]), Buffer.alloc(0));
    for (let level = levels.at(-1); level !== undefined; level = levels.at(-1)) {
      const { folder, base, batches, batch } = level;
      const entry = batch.pop();
      if (entry === undefined) {
        const { value: next = [], done } = await batches.next();
        level.batch = next;
        if (done !== true) continue;
        levels.pop();
        await folder[Symbol.asyncDispose]();
        continue;
      }
      const { name, stats } = entry;
      const path = base.length === 0 ? name : Buffer.concat([base, Buffer.from('/'), name]);
      if (path.length > maxPathBytes) {
        if (tooDeep === 'skip') continue;
        throw new UnsafeEntry(`${root.path} has a path of more than ${maxPathBytes} bytes`);
      }
      count(path);
      if (visit({ folder, name, path, stats }) === false || !stats.isDirectory()) continue;
      const inner = await folder.folder(name).catch(ifReplaced);
      if (inner !== null) enter(inner, path);
    }
  } finally {
    for (const { folder, batches } of levels) {
      await batches.return();
      await folder[Symbol.asyncDispose]();
    }
  }
}

interface Level {
  folder: ConfinedFolder;
  base: Buffer;
  batches: AsyncGenerator<FolderEntry[], void>;
  /** Entries to visit. */
  batch: FolderEntry[];
}

/** Returns a path as text. Throws UnsafeEntry if it is none: no daemon writes such a name. */
export function textPath(root: ConfinedFolder, path: EntryName): string {
  const bytes = Buffer.from(path);
  const text = bytes.toString('utf8');
  if (Buffer.from(text).equals(bytes)) return text;
  throw new UnsafeEntry(`${root.path} has an entry whose name is not text: ${shownName(path)}`);
}
