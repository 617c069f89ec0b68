import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The calls that change files or make changes durable, as strace names them. */
export const tracedCalls =
  'open,openat,creat,write,pwrite64,writev,pwritev,pwritev2,lseek,ftruncate,fallocate,fsync,fdatasync,rename,renameat,renameat2,unlink,unlinkat,mkdir,mkdirat';

/** An operation of a process on a file or folder. Times in seconds since the Unix epoch. */
export type FileOperation = { start: number; end: number; path: string } & (
  | { kind: 'create' | 'makeFolder' | 'sync' | 'remove' }
  | { kind: 'rename'; to: string }
  | FileChange
);

export type FileChange =
  | { kind: 'write'; offset: number; data: Buffer }
  | { kind: 'truncate'; size: number }
  | { kind: 'extend'; size: number };

/** Parses the output of `strace -ff -ttt -T -y` in the order in which the calls returned, without failed ones. */
export function readOperations(logFolder: string, workFolder: string): FileOperation[] {
  const operations = readdirSync(logFolder).flatMap((name) =>
    new ProcessLog(workFolder).read(readFileSync(join(logFolder, name), 'latin1')),
  );
  return operations.toSorted((a, b) => a.end - b.end);
}

class ProcessLog {
  readonly #workFolder: string;
  /** By file descriptor, for calls that continue at the end of the last one. */
  readonly #positions = new Map<string, number>();

  constructor(workFolder: string) {
    this.#workFolder = workFolder;
  }

  read(log: string): FileOperation[] {
    return log.split('\n').flatMap((line) => {
      const match = /^(\d+\.\d+) (\w+)\((.*)\) += (\d+)(?:<(.*)>)?[^<]* <(\d+\.\d+)>$/.exec(line);
      if (match === null) return [];
      const [, start = '', call = '', args = '', result = '', opened = '', lasted = ''] = match;
      const times = { start: Number(start), end: Number(start) + Number(lasted) };
      return this.#operations(call, args, { result: Number(result), opened }).map((operation) => ({
        ...operation,
        ...times,
      }));
    });
  }

  #operations(call: string, args: string, { result, opened }: { result: number; opened: string }): Untimed[] {
    const [, descriptor = '', path = ''] = /^(\d+)<([^>]*)>/.exec(args) ?? [];
    const numbers = args.split(', ').slice(1).map(Number);
    switch (call) {
      case 'open':
      case 'openat':
      case 'creat':
        this.#positions.set(String(result), 0);
        return [
          ...(args.includes('O_CREAT') ? [{ kind: 'create' as const, path: opened }] : []),
          ...(args.includes('O_TRUNC') ? [{ kind: 'truncate' as const, path: opened, size: 0 }] : []),
        ];
      case 'lseek':
        this.#positions.set(descriptor, result);
        return [];
      case 'write':
      case 'writev': {
        const offset = this.#positions.get(descriptor) ?? 0;
        this.#positions.set(descriptor, offset + result);
        return [{ kind: 'write', path, offset, data: dataOf(args, result) }];
      }
      case 'pwrite64':
      case 'pwritev':
        return [{ kind: 'write', path, offset: numbers.at(-1) ?? Number.NaN, data: dataOf(args, result) }];
      case 'ftruncate':
        return [{ kind: 'truncate', path, size: numbers.at(-1) ?? Number.NaN }];
      case 'fallocate':
        return [{ kind: 'extend', path, size: (numbers.at(-2) ?? Number.NaN) + (numbers.at(-1) ?? 0) }];
      case 'fsync':
      case 'fdatasync':
        return [{ kind: 'sync', path }];
      default:
        return this.#named(call, args);
    }
  }

  #named(call: string, args: string): Untimed[] {
    const [path = '', to = ''] = textsOf(args).map((name) => resolve(this.#workFolder, name.toString()));
    if (call.startsWith('rename')) return [{ kind: 'rename', path, to }];
    if (call.startsWith('unlink')) return [{ kind: 'remove', path }];
    if (call.startsWith('mkdir')) return [{ kind: 'makeFolder', path }];
    throw new Error(`the call ${call}(${args.slice(0, 200)}) is not understood`);
  }
}

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
type Untimed = DistributiveOmit<FileOperation, 'start' | 'end'>;

function dataOf(args: string, length: number): Buffer {
  const data = Buffer.concat(textsOf(args));
  if (data.length < length) throw new Error(`strace shows ${data.length} of ${length} bytes`);
  return data.subarray(0, length);
}

const textsOf = (args: string): Buffer[] =>
  [...args.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, text = '']) => bytesOf(text));

const named: Record<string, number> = { n: 10, t: 9, r: 13, v: 11, f: 12 };

/** Of strace's text, whose escapes are octal or named. By hand: it is megabytes, most of it escapes. */
function bytesOf(text: string): Buffer {
  const bytes = Buffer.allocUnsafe(text.length);
  let length = 0;
  for (let at = 0; at < text.length; at++) {
    let byte = text.charCodeAt(at);
    if (byte === backslash) {
      at++;
      byte = octalDigit(text, at);
      if (byte < 0) byte = named[text.charAt(at)] ?? text.charCodeAt(at);
      else
        for (let more = 0; more < 2 && octalDigit(text, at + 1) >= 0; more++) {
          at++;
          byte = byte * 8 + octalDigit(text, at);
        }
    }
    bytes[length++] = byte;
  }
  return bytes.subarray(0, length);
}

const backslash = 0x5c;

/** -1 for anything else. */
function octalDigit(text: string, at: number): number {
  const digit = text.charCodeAt(at) - 0x30;
  return digit >= 0 && digit <= 7 ? digit : -1;
}
