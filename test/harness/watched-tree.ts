import { lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** What a watched tree contains, so that it shows in a copy. */
export const secret = 'host secret';

/**
 * A tree that must stay untouched, on a file system that is mounted with `strictatime`: each read of a file, and each look
 * into a folder, changes its access time.
 */
export class WatchedTree {
  readonly path: string;
  readonly #paths: readonly string[];
  readonly #isLinked: boolean;
  #before: string[];

  /** Writes the tree. `isLinked`: other names of its files come and go, which change their inodes. */
  constructor(path: string, files: readonly string[], { isLinked = false }: { isLinked?: boolean } = {}) {
    this.path = path;
    for (const file of files) {
      mkdirSync(dirname(join(path, file)), { recursive: true });
      writeFileSync(join(path, file), secret, { mode: 0o600 });
    }
    this.#paths = [path, ...readdirSync(path, { recursive: true, encoding: 'utf8' }).map((name) => join(path, name))];
    this.#isLinked = isLinked;
    this.#before = this.#settled();
  }

  /** Describes all that changed since the last call, or since the tree was written; empty if nothing was touched. */
  changes(): string[] {
    const now = this.#state();
    const contents = this.#paths.flatMap((path) => {
      if (lstatSync(path, { throwIfNoEntry: false })?.isFile() !== true) return [];
      return readFileSync(path, 'utf8') === secret ? [] : [`${path} has other contents`];
    });
    const listed = readdirSync(this.path, { recursive: true }).length + 1;
    const entries = listed === this.#paths.length ? [] : [`${this.path} has ${listed} entries`];
    const states = now.filter((state, index) => state !== this.#before[index]);
    this.#before = this.#settled();
    return [...states, ...contents, ...entries];
  }

  /** The state once the clock of inodes, which ticks at least every 10 ms, has moved on: a later access has a later time. */
  #settled(): string[] {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    return this.#state();
  }

  #state(): string[] {
    return this.#paths.map((path) => {
      const stats = lstatSync(path, { bigint: true, throwIfNoEntry: false });
      if (stats === undefined) return `${path} is gone`;
      const { mode, uid, gid, ino, atimeNs, mtimeNs, ctimeNs, nlink, size } = stats;
      const ofInode = this.#isLinked && stats.isFile() ? [] : [ctimeNs, nlink];
      return [path, mode, uid, gid, ino, size, atimeNs, mtimeNs, ...ofInode].join(' ');
    });
  }
}
