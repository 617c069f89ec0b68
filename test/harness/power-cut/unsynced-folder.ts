import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { runCommand } from '../../../src/devhost/run-command.ts';
import type { FileChange, FileOperation } from './system-calls.ts';

interface FileState {
  /** Where its first content is in the base, and its name; undefined for a new file. */
  base: string | undefined;
  /** Its current name; undefined once it is removed. */
  path: string | undefined;
  /** Its name after a power cut; undefined if it would be gone. */
  durablePath: string | undefined;
  durable: FileChange[];
  /** Changes that a power cut may lose, with the time when the call returned. */
  pending: { end: number; change: FileChange }[];
}

/** A folder on a disk that keeps only synced data, names included; a removal is kept at once. */
export class UnsyncedFolder {
  readonly #base: string;
  readonly #folder: string;
  readonly #states = new Set<FileState>();
  readonly #current = new Map<string, FileState>();
  readonly #newFolders = new Set<string>();

  /** `base` contains the initial folder, fully synced. */
  constructor(base: string, folder: string) {
    this.#base = base;
    this.#folder = folder;
  }

  apply(operation: FileOperation): void {
    const { path, end } = operation;
    if (path !== this.#folder && !path.startsWith(`${this.#folder}/`)) return;
    switch (operation.kind) {
      case 'makeFolder':
        this.#newFolders.add(path);
        break;
      case 'create':
        this.#fileAt(path);
        break;
      case 'sync':
        if (this.#isFolder(path)) this.#keepNames(path);
        else this.#keepContent(this.#fileAt(path), operation.start);
        break;
      case 'rename':
        this.#rename(path, operation.to);
        break;
      case 'remove': {
        const file = this.#fileAt(path);
        file.path = undefined;
        file.durablePath = undefined;
        this.#current.delete(path);
        break;
      }
      default:
        if (!path.endsWith(' (deleted)')) this.#fileAt(path).pending.push({ end, change: operation });
    }
  }

  /** Writes the state after a power cut; `keep` decides for each unsynced change whether it survives. */
  async writeTo(target: string, keep: () => boolean): Promise<void> {
    mkdirSync(dirname(target), { recursive: true });
    await runCommand('cp', ['-a', this.#base, target]);
    for (const path of this.#newFolders) mkdirSync(this.#in(target, path), { recursive: true });
    for (const { base } of this.#states) if (base !== undefined) rmSync(this.#in(target, base), { force: true });
    for (const file of this.#states) {
      const path = file.durablePath ?? (keep() ? file.path : undefined);
      if (path === undefined) continue;
      const first = file.base === undefined ? Buffer.alloc(0) : readFileSync(this.#in(this.#base, file.base));
      const surviving = file.pending.filter(() => keep()).map(({ change }) => change);
      writeFileSync(this.#in(target, path), [...file.durable, ...surviving].reduce(changed, first));
    }
    const { uid, gid } = statSync(this.#base);
    await runCommand('chown', ['-R', `${uid}:${gid}`, target]);
  }

  #rename(path: string, to: string): void {
    const file = this.#fileAt(path);
    const replaced = this.#has(to) ? this.#fileAt(to) : undefined;
    if (replaced !== undefined) replaced.path = undefined;
    this.#current.delete(path);
    this.#current.set(to, file);
    file.path = to;
  }

  #keepContent(file: FileState, start: number): void {
    // A write that returned later may not be covered.
    const isCovered = ({ end }: { end: number }) => end <= start;
    file.durable.push(...file.pending.filter(isCovered).map(({ change }) => change));
    file.pending = file.pending.filter((write) => !isCovered(write));
    this.#keepName(file);
  }

  #keepNames(folder: string): void {
    for (const [path, file] of this.#current) if (dirname(path) === folder) this.#keepName(file);
  }

  #keepName(file: FileState): void {
    for (const other of this.#states) {
      if (other !== file && other.durablePath === file.path) other.durablePath = undefined;
    }
    file.durablePath = file.path;
  }

  #has(path: string): boolean {
    return this.#current.has(path) || (!this.#isLoaded(path) && existsSync(this.#in(this.#base, path)));
  }

  #isLoaded(path: string): boolean {
    return [...this.#states].some(({ base }) => base === path);
  }

  #fileAt(path: string): FileState {
    const known = this.#current.get(path);
    if (known !== undefined) return known;
    const base = this.#has(path) ? path : undefined;
    const file: FileState = { base, path, durablePath: base, durable: [], pending: [] };
    this.#states.add(file);
    this.#current.set(path, file);
    return file;
  }

  #isFolder(path: string): boolean {
    if (this.#newFolders.has(path)) return true;
    const inBase = this.#in(this.#base, path);
    return existsSync(inBase) && statSync(inBase).isDirectory();
  }

  #in(root: string, path: string): string {
    return join(root, relative(this.#folder, path));
  }
}

function changed(content: Buffer, change: FileChange): Buffer {
  if (change.kind === 'truncate') return resized(content, change.size);
  if (change.kind === 'extend') return resized(content, Math.max(content.length, change.size));
  const end = change.offset + change.data.length;
  const grown = end > content.length ? resized(content, end) : content;
  change.data.copy(grown, change.offset);
  return grown;
}

const resized = (content: Buffer, size: number): Buffer =>
  size <= content.length ? content.subarray(0, size) : Buffer.concat([content, Buffer.alloc(size - content.length)]);
