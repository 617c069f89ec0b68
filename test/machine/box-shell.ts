import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

export interface BoxOutcome {
  code: number;
  /** Both outputs, as a person at the terminal sees them. */
  text: string;
}

/**
 * Reads scripts with their input, both in base64, and answers each with its exit code and its output. Programs that are compiled once start in
 * three quarters of the CPU time.
 */
const server = `
export NODE_COMPILE_CACHE=/run/compile-cache
out=$(mktemp /run/box-shell-XXXXXX)
while read -r script input; do
  printf %s "$input" | base64 -d | sh -c "$(printf %s "$script" | base64 -d)" >"$out" 2>&1
  code=$?
  echo "$code $(base64 -w 0 "$out")"
done
rm -f "$out"`;

const inBase64 = (text: string): string => Buffer.from(text).toString('base64');

/** A shell on a machine that runs one script after another, in a tenth of the CPU time of a `docker exec` for each. */
export class BoxShell {
  readonly #process: ChildProcessWithoutNullStreams;
  #answer: ((outcome: BoxOutcome) => void) | undefined;
  #isOpen = true;

  constructor(container: string) {
    this.#process = spawn('docker', ['exec', '-i', container, 'sh', '-c', server]);
    let said = '';
    this.#process.stderr.on('data', (chunk) => {
      said += chunk;
    });
    // It may end while a script is written to it.
    this.#process.stdin.on('error', () => undefined);
    this.#process.once('close', () => {
      this.#isOpen = false;
      this.#end({ code: -1, text: said });
    });
    createInterface(this.#process.stdout).on('line', (line) => {
      const [code, text = ''] = line.split(' ');
      this.#end({ code: Number(code), text: Buffer.from(text, 'base64').toString().replace(/\n$/, '') });
    });
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Returns the code -1 where the machine ends meanwhile, or the script takes longer than four minutes. */
  run(script: string, input: string): Promise<BoxOutcome> {
    const { promise, resolve } = Promise.withResolvers<BoxOutcome>();
    const tooLong = setTimeout(() => this.close(), 240_000);
    this.#answer = (outcome) => {
      clearTimeout(tooLong);
      resolve(outcome);
    };
    if (!this.#isOpen) this.#end({ code: -1, text: 'the shell has ended' });
    this.#process.stdin.write(`${inBase64(script)} ${inBase64(input)}\n`);
    return promise;
  }

  close(): void {
    this.#isOpen = false;
    this.#process.kill();
  }

  #end(outcome: BoxOutcome): void {
    this.#answer?.(outcome);
    this.#answer = undefined;
  }
}
