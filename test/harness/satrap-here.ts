import { AsyncLocalStorage } from 'node:async_hooks';
import { Console } from 'node:console';
import { Readable, Writable } from 'node:stream';
import { agent } from '../../src/cli/agent/command.ts';
import { controlPlane } from '../../src/cli/control-plane/command.ts';
import { operatorCommands } from '../../src/cli/operator-commands.ts';
import { runProgram } from '../../src/cli/program.ts';
import { demo } from '../../src/demo/command.ts';
import type { Outcome } from './satrap.ts';

interface Surroundings {
  env: Record<string, string>;
  stdin: Readable;
  stdout: Writable;
  stderr: Writable;
  console: Console;
}

const surroundings = new AsyncLocalStorage<Surroundings>();

/** Shows a command its own surroundings, and all other code of this process those that were there before. */
function divert(owner: object, key: keyof Surroundings): void {
  const before: PropertyDescriptor = Object.getOwnPropertyDescriptor(owner, key) ?? {};
  let { value, get } = before;
  Object.defineProperty(owner, key, {
    configurable: true,
    enumerable: before.enumerable ?? false,
    get: () => surroundings.getStore()?.[key] ?? (get === undefined ? value : get.call(owner)),
    set: (given: unknown) => {
      [value, get] = [given, undefined];
    },
  });
}
for (const key of ['env', 'stdin', 'stdout', 'stderr'] as const) divert(process, key);
divert(globalThis, 'console');

/** Runs a command in this process, in a tenth of the time; `satrap` is for signals, proxies and exits. */
export async function satrapHere(
  words: string | readonly string[],
  env: Record<string, string> = {},
  { input = '' }: { input?: string } = {},
): Promise<Outcome> {
  const written = { stdout: '', stderr: '' };
  const collector = (name: keyof typeof written) =>
    new Writable({
      decodeStrings: false,
      write: (chunk, _encoding, done) => {
        written[name] += String(chunk);
        done();
      },
    });
  const [stdout, stderr] = [collector('stdout'), collector('stderr')];
  const own = {
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdin: Readable.from([input]),
    ...{ stdout, stderr, console: new Console({ stdout, stderr }) },
  };
  try {
    const args = typeof words === 'string' ? words.split(' ') : words;
    await surroundings.run(own, () => runProgram([agent, controlPlane, ...operatorCommands, demo], args));
    return { code: Number(process.exitCode ?? 0), ...written };
  } finally {
    process.exitCode = undefined;
  }
}
