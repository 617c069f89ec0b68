import { type ChildProcess, spawn } from 'node:child_process';
import { lstatSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A process, as the kernel names it. */
interface Process {
  pid: number;
  name: string;
}

/** An open(2) of a watched path. */
export interface Access {
  path: string;
  /** The process and its parents, up to the first one of the machine. Those outside of this container are unknown. */
  by: readonly Process[];
}

/** Of engines, which act for agents, and of the parents of their containers. */
const engineNames = /^(docker|containerd|runc|crun|podman|conmon)/;

/** Returns whether a process is one of somebody else on this machine: none that this one started, and none of an engine. */
export function isOfStranger({ by }: Pick<Access, 'by'>, ownPid: number): boolean {
  const isKnown = by.length > 0 && by.every(({ name }) => name !== '?');
  return isKnown && !by.some(({ pid, name }) => pid === ownPid || engineNames.test(name));
}

/** With the nearest parents. */
export function describeAccess({ path, by }: Access): string {
  const names = by.slice(0, 3).map(({ pid, name }) => `${name} (${pid})`);
  return `${path} opened by ${names.join(' of ') || 'an unknown process'}`;
}

/** Records who opens files and folders, whichever path leads there. Needs root. */
export class AccessLog implements Disposable {
  readonly #folder = mkdtempSync(join(tmpdir(), 'satrap-accesses-'));
  readonly #recorder: ChildProcess;
  readonly #pathOf: ReadonlyMap<string, string>;
  #seen = 0;

  /** Returns once it records. The paths are of one file system. */
  constructor(paths: readonly string[]) {
    this.#pathOf = new Map(paths.map((path) => [String(lstatSync(path).ino), path]));
    const script = join(import.meta.dirname, 'access-log.pl');
    this.#recorder = spawn('perl', [script, this.#file, ...paths], { stdio: ['pipe', 'ignore', 'inherit'] });
    this.#recorder.unref();
    while (this.#lines().length === 0) {
      if (!this.#isAlive()) throw new Error('accesses cannot be recorded');
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
    this.#seen = 1;
  }

  [Symbol.dispose](): void {
    this.#recorder.stdin?.destroy();
    rmSync(this.#folder, { recursive: true });
  }

  /** Returns the accesses since the last call. An open(2) that has returned is among them. */
  take(): Access[] {
    const lines = this.#lines().slice(this.#seen);
    this.#seen += lines.length;
    return lines.map((line) => {
      const [inode = '', ...processes] = line.split('\t');
      const by = processes.map((text) => {
        const [pid = '', ...name] = text.split(' ');
        return { pid: Number(pid), name: name.join(' ') };
      });
      return { path: this.#pathOf.get(inode) ?? '', by };
    });
  }

  get #file(): string {
    return join(this.#folder, 'log');
  }

  #lines(): string[] {
    try {
      return readFileSync(this.#file, 'utf8').split('\n').slice(0, -1);
    } catch (error) {
      // Not begun.
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw error;
    }
  }

  /** This process waits without its event loop, which would tell. */
  #isAlive(): boolean {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${this.#recorder.pid}/status`, 'utf8'));
  }
}
