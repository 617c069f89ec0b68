import { constants, type Stats } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, opendir, readFile, rename, rmdir, unlink } from 'node:fs/promises';

const { O_CREAT, O_DIRECTORY, O_EXCL, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_WRONLY } = constants;

/** An entry below a confined folder is not what its reader may touch: a link, a pipe, a device, someone else's file. */
export class UnsafeEntry extends Error {
  override name = 'UnsafeEntry';
}

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
  readonly #handle: FileHandle;
  /** For messages. */
  readonly path: string;

  private constructor(handle: FileHandle, path: string) {
    this.#handle = handle;
    this.path = path;
  }

  /** Opens a folder whose parents only root and the operator can replace. Throws as `folder`. */
  static async openRoot(path: string): Promise<ConfinedFolder> {
    const handle = await open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW).catch(notFollowed(path, 'a folder'));
    return new ConfinedFolder(handle, path);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#handle.close();
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
    return `/proc/self/fd/${this.#handle.fd}`;
  }

  /** Opens a folder in this one. Throws UnsafeEntry for anything else, and file system errors, such as ENOENT. */
  async folder(name: EntryName): Promise<ConfinedFolder> {
    const path = `${this.path}/${shownName(name)}`;
    const handle = await open(this.at(name), O_RDONLY | O_DIRECTORY | O_NOFOLLOW).catch(notFollowed(path, 'a folder'));
    return new ConfinedFolder(handle, path);
  }

  /** Opens a folder below this one, by its components. Throws as `folder`. */
  async descend(names: readonly EntryName[]): Promise<ConfinedFolder> {
    let folder = new ConfinedFolder(await open(this.#own, O_RDONLY | O_DIRECTORY), this.path);
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
  ownStat(): Promise<Stats> {
    return this.#handle.stat();
  }

  chown(uid: number, gid: number): Promise<void> {
    return this.#handle.chown(uid, gid);
  }

  /** Ensures that the entries of this folder are on disk. */
  sync(): Promise<void> {
    return this.#handle.sync();
  }

  /** Yields the names of the entries, in no order, a few at a time. */
  async *names(): AsyncGenerator<Buffer> {
    // Without types: a file system may not know them, and a writer may change them.
    const entries = await opendir(this.#own, { encoding: 'buffer' as BufferEncoding });
    for await (const { name } of entries) yield Buffer.from(name);
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
    await this.#handle.chmod(0o700);
  }

  /** The id of the mount that this folder is on, as the kernel counts them. */
  async mountId(): Promise<string> {
    const facts = await readFile(`/proc/self/fdinfo/${this.#handle.fd}`, 'utf8');
    return /^mnt_id:\s*(\d+)/m.exec(facts)?.[1] ?? '';
  }
}

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
