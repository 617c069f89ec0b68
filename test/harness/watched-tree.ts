import { lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Access, AccessLog, describeAccess, isOfStranger } from './access-log.ts';

/** What a watched tree contains, so that it shows in a copy. */
export const secret = 'host secret';

interface EntryState {
  path: string;
  /** What nobody may change. */
  facts: string;
  /** Of the last read. */
  readAt: bigint;
}

/**
 * A tree that must stay untouched, on a file system that is mounted with `strictatime`: each read of a file, and each look
 * into a folder, changes its access time. The kernel also tells who opens what, so that a read by somebody else on this
 * machine, such as a search of the whole disk, does not count.
 */
export class WatchedTree implements Disposable {
  readonly path: string;
  readonly #paths: readonly string[];
  readonly #isLinked: boolean;
  readonly #log: AccessLog;
  /** Paths that strangers have opened, and read whenever they want, and those that others have opened. */
  readonly #opened = { byStrangers: new Set<string>(), byOthers: new Set<string>() };
  /** By others, while this process looked at the tree itself. */
  #pending: Access[] = [];
  #before: EntryState[];

  /** Writes the tree. `isLinked`: other names of its files come and go, which change their inodes. */
  constructor(path: string, files: readonly string[], { isLinked = false }: { isLinked?: boolean } = {}) {
    this.path = path;
    for (const file of files) {
      mkdirSync(dirname(join(path, file)), { recursive: true });
      writeFileSync(join(path, file), secret, { mode: 0o600 });
    }
    this.#paths = [path, ...readdirSync(path, { recursive: true, encoding: 'utf8' }).map((name) => join(path, name))];
    this.#isLinked = isLinked;
    this.#log = new AccessLog(this.#paths);
    this.#before = this.#settled();
  }

  [Symbol.dispose](): void {
    this.#log[Symbol.dispose]();
  }

  /** Describes all that changed since the last call, or since the tree was written; empty if nothing was touched. */
  changes(): string[] {
    const now = this.#state();
    const accesses = [...this.#pending, ...this.#log.take()];
    const touched = this.#judge(now, accesses);
    const contents = this.#paths.flatMap((path) => {
      if (lstatSync(path, { throwIfNoEntry: false })?.isFile() !== true) return [];
      return readFileSync(path, 'utf8') === secret ? [] : [`${path} has other contents`];
    });
    const listed = readdirSync(this.path, { recursive: true }).length + 1;
    const entries = listed === this.#paths.length ? [] : [`${this.path} has ${listed} entries`];
    this.#before = this.#settled();
    this.#pending = this.#log.take().filter(({ by }) => by[0]?.pid !== process.pid);
    return [...touched, ...contents, ...entries];
  }

  /** Describes what was changed, and what was read by others than strangers. */
  #judge(now: readonly EntryState[], accesses: readonly Access[]): string[] {
    const { byStrangers, byOthers } = this.#opened;
    for (const access of accesses) (isOfStranger(access, process.pid) ? byStrangers : byOthers).add(access.path);
    return now.flatMap(({ path, facts, readAt }, index) => {
      const before = this.#before[index];
      const by = new Set(accesses.filter((access) => access.path === path).map(describeAccess));
      if (facts !== before?.facts) return [`${path}: ${facts}, before: ${before?.facts}`, ...by];
      const isExcused = byStrangers.has(path) && !byOthers.has(path);
      return readAt === before.readAt || isExcused ? [] : [`${path} was read`, ...by];
    });
  }

  /** The state once the clock of inodes, which ticks at least every 10 ms, has moved on: a later access has a later time. */
  #settled(): EntryState[] {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    return this.#state();
  }

  #state(): EntryState[] {
    return this.#paths.map((path) => {
      const stats = lstatSync(path, { bigint: true, throwIfNoEntry: false });
      if (stats === undefined) return { path, facts: 'gone', readAt: 0n };
      const { mode, uid, gid, ino, atimeNs, mtimeNs, ctimeNs, nlink, size } = stats;
      const ofInode = this.#isLinked && stats.isFile() ? [] : [ctimeNs, nlink];
      return { path, facts: [mode, uid, gid, ino, size, mtimeNs, ...ofInode].join(' '), readAt: atimeNs };
    });
  }
}
