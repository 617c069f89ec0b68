import {
  closeSync,
  constants,
  fchmod,
  fchown,
  fstatSync,
  fsync,
  opendirSync,
  openSync,
  readFileSync,
  type Stats,
} from 'node:fs';
import { type FileHandle, lstat, mkdir, open, readdir, rename, rmdir, unlink } from 'node:fs/promises';
import { promisify } from 'node:util';

const { O_CREAT, O_DIRECTORY, O_EXCL, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_WRONLY } = constants;

/** An entry below a confined folder is not what its reader may touch: a link, a pipe, a device, someone else's file. */
export class UnsafeEntry extends Error {
  override name = 'UnsafeEntry';
}

export interface FolderEntry {
  name: Buffer;
  /** Of the entry itself, where it is a link. */
  stats: Stats;
}

/** Calls for entries of a folder that wait for the disk together: each alone costs more time than the disk. */
const atOnce = 16;

/** A folder of this size has some thousand entries at most, which are read in one call. Each file system has its unit. */
const smallBytes = 16_384;

/** The name of an entry in its folder. As bytes, because a hostile one need not be text. */
export type EntryName = string | Buffer;

/**
 * An open folder whose entries are reached by name alone. A path is opened component by component, none of them through a
 * link, and each entry is addressed through the descriptor of its folder: a link or a rename at any level, also one made
 * meanwhile, leads nowhere else. Node has no openat(2); `/proc/self/fd/N/NAME` resolves the same way.
 *
 * What a container can write is opened with this class only. The folder that the caller opens by its path must be one
 * that the container cannot replace.
 */
export class ConfinedFolder {
  /** Not a FileHandle: each keeps memory until it is collected, and each of its calls waits for a thread. */
  readonly #descriptor: number;
  #isOpen = true;
  /** For messages. */
  readonly path: string;

  private constructor(descriptor: number, path: string) {
    this.#descriptor = descriptor;
    this.path = path;
  }

  /** Opens a folder whose parents only root and the operator can replace. Throws as `folder`. */
  static async openRoot(path: string): Promise<ConfinedFolder> {
    return ConfinedFolder.#open(path, path);
  }

  static #open(location: string | Buffer, path: string): ConfinedFolder {
    try {
      // The caller has described it, so that it is in memory: a thread would cost more time than the call.
      return new ConfinedFolder(openSync(location, O_RDONLY | O_DIRECTORY | O_NOFOLLOW), path);
    } catch (error) {
      return notFollowed(path, 'a folder')(error as NodeJS.ErrnoException);
    }
  }

  /** Can be repeated. */
  async [Symbol.asyncDispose](): Promise<void> {
    // The number may be that of another file by then.
    if (!this.#isOpen) return;
    this.#isOpen = false;
    closeSync(this.#descriptor);
  }

  /** The path of an entry through this folder's descriptor, for calls that do not follow a link at their end. */
  at(name: EntryName): Buffer {
    const bytes = Buffer.from(name);
    const text = bytes.toString('latin1');
    if (text === '' || text === '.' || text === '..' || /[/\0]/.test(text))
      throw new UnsafeEntry(`${this.path} has no entry named ${JSON.stringify(shownName(name))}`);
    return Buffer.concat([Buffer.from(`${this.#own}/`), bytes]);
  }

  get #own(): string {
    return `/proc/self/fd/${this.#requireOpen()}`;
  }

  #requireOpen(): number {
    if (this.#isOpen) return this.#descriptor;
    throw new Error(`${this.path} is closed`);
  }

  /** Opens a folder in this one. Throws UnsafeEntry for anything else, and file system errors, such as ENOENT. */
  async folder(name: EntryName): Promise<ConfinedFolder> {
    return ConfinedFolder.#open(this.at(name), `${this.path}/${shownName(name)}`);
  }

  /** Opens a folder below this one, by its components. Throws as `folder`. */
  async descend(names: readonly EntryName[]): Promise<ConfinedFolder> {
    let folder = new ConfinedFolder(openSync(this.#own, O_RDONLY | O_DIRECTORY), this.path);
    for (const name of names) {
      await using parent = folder;
      folder = await parent.folder(name);
    }
    return folder;
  }

  /** Creates a folder unless it exists, and opens it. Throws as `folder`. */
  async makeFolder(name: EntryName, mode: number): Promise<ConfinedFolder> {
    await mkdir(this.at(name), { mode }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
    return this.folder(name);
  }

  /** Opens a regular file for reading. Throws UnsafeEntry for anything else, and file system errors. */
  async file(name: EntryName): Promise<FileHandle> {
    const path = `${this.path}/${shownName(name)}`;
    // Without O_NONBLOCK, opening a pipe would wait for a writer.
    const flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK;
    const handle = await open(this.at(name), flags).catch(notFollowed(path, 'a file'));
    if ((await handle.stat()).isFile()) return handle;
    await handle.close();
    throw new UnsafeEntry(`${path} is not a file`);
  }

  /** Creates a file, which must not exist, for writing. Throws file system errors. */
  createFile(name: EntryName, mode: number): Promise<FileHandle> {
    return open(this.at(name), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode);
  }

  /** Reads a regular file of at most `maxBytes`. Throws as `file`, and UnsafeEntry for a larger one. */
  async read(name: EntryName, maxBytes: number): Promise<Buffer> {
    await using file = await this.file(name);
    const { size } = await file.stat();
    if (size > maxBytes) throw new UnsafeEntry(`${this.path}/${shownName(name)} is larger than ${maxBytes} bytes`);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(maxBytes), 0, maxBytes, 0);
    return buffer.subarray(0, bytesRead);
  }

  /** Describes an entry, without following a link. Throws file system errors. */
  stat(name: EntryName): Promise<Stats> {
    return lstat(this.at(name));
  }

  /** Describes this folder. */
  async ownStat(): Promise<Stats> {
    return fstatSync(this.#requireOpen());
  }

  chown(uid: number, gid: number): Promise<void> {
    return promisify(fchown)(this.#requireOpen(), uid, gid);
  }

  /** Ensures that the entries of this folder are on disk. */
  sync(): Promise<void> {
    return promisify(fsync)(this.#requireOpen());
  }

  /** Yields the names of the entries, in no order, a few at a time. */
  async *names(): AsyncGenerator<Buffer> {
    // Without types: a file system may not know them, and a writer may change them.
    if (fstatSync(this.#requireOpen()).size <= smallBytes) {
      yield* await readdir(this.#own, { encoding: 'buffer' });
      return;
    }
    const entries = opendirSync(this.#own, { encoding: 'buffer' as BufferEncoding });
    try {
      for (;;) {
        const entry = await entries.read();
        if (entry === null) return;
        yield Buffer.from(entry.name);
      }
    } finally {
      entries.closeSync();
    }
  }

  /** Yields the entries with what they are, in no order, a few at a time. Those that vanish meanwhile are omitted. */
  async *entries(): AsyncGenerator<FolderEntry[], void> {
    const describe = async (name: Buffer): Promise<FolderEntry[]> => {
      const stats = await this.stat(name).catch(ifGone);
      return stats === null ? [] : [{ name, stats }];
    };
    let names: Buffer[] = [];
    for await (const name of this.names()) {
      names.push(name);
      if (names.length < atOnce) continue;
      yield (await settled(names.map(describe))).flat();
      names = [];
    }
    yield (await settled(names.map(describe))).flat();
  }

  /** Removes an entry other than a folder. A link is removed itself. Throws file system errors, such as EISDIR. */
  unlink(name: EntryName): Promise<void> {
    return unlink(this.at(name));
  }

  /** Removes an empty folder in this one. */
  removeFolder(name: EntryName): Promise<void> {
    return rmdir(this.at(name));
  }

  /** Moves an entry to another folder of the same file system. A link is moved itself. */
  move(name: EntryName, to: ConfinedFolder, newName: EntryName): Promise<void> {
    return rename(this.at(name), to.at(newName));
  }

  /** Lets root, as which the agent runs, list and empty this folder whatever its owner allows. */
  async unlock(): Promise<void> {
    await promisify(fchmod)(this.#requireOpen(), 0o700);
  }

  /** The id of the mount that this folder is on, as the kernel counts them. */
  mountId(): string {
    // No disk is involved, and five turns of the thread pool would be.
    const facts = readFileSync(`/proc/self/fdinfo/${this.#requireOpen()}`, 'utf8');
    const id = /^mnt_id:\s*(\d+)/m.exec(facts)?.[1];
    if (id === undefined) throw new UnsafeEntry(`the mount of ${this.path} is unknown`);
    return id;
  }
}

/**
 * Waits for calls that address entries of a folder, also after the first failure, and throws that: a call that still waits
 * for a thread when its folder is closed can reach another folder under the same number.
 */
export async function settled<T>(calls: readonly Promise<T>[]): Promise<T[]> {
  const results = await Promise.allSettled(calls);
  return results.map((result) => {
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  });
}

/** Handles the failure of a call for an entry that may be gone: null then. Throws every other failure. */
export const ifGone = (error: NodeJS.ErrnoException): null => {
  if (error.code === 'ENOENT') return null;
  throw error;
};

/** The same for a folder, which may also have become something else. */
export const ifReplaced = (error: unknown): null => {
  if (error instanceof UnsafeEntry) return null;
  return ifGone(error as NodeJS.ErrnoException);
};

const maxShown = 80;

/** Returns a name for a message: printable, and not longer than a person reads. */
export function shownName(name: EntryName): string {
  const text = Buffer.from(name)
    .toString('utf8')
    .replaceAll(/[\p{C}\u2028\u2029\ufffd]/gu, '?');
  return text.length > maxShown ? `${text.slice(0, maxShown)}…` : text;
}

/** Turns the errors of an entry that is not what was opened into UnsafeEntry. */
const notFollowed =
  (path: string, expected: string) =>
  (error: NodeJS.ErrnoException): never => {
    if (error.code === 'ELOOP' || error.code === 'ENOTDIR' || error.code === 'ENXIO')
      throw new UnsafeEntry(`${path} is not ${expected}`);
    throw error;
  };
