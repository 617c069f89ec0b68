import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { CommandError } from './command-error.ts';

/** Asks for confirmation. Throws CommandError without a yes or without a terminal. */
export async function confirm(question: string): Promise<void> {
  const answer = await askOn(process.stdout, `${question} [y/N] `, 'no terminal to ask for confirmation; use --yes');
  if (!/^y(es)?$/i.test(answer)) throw new CommandError('cancelled; nothing was changed');
}

/** Asks for a line. Throws CommandError without a terminal. */
export const ask = (question: string): Promise<string> =>
  askOn(process.stderr, question, 'no terminal to ask for input');

async function askOn(output: NodeJS.WritableStream, question: string, withoutTerminal: string): Promise<string> {
  if (!process.stdin.isTTY) throw new CommandError(withoutTerminal, 2);
  const terminal = createInterface({ input: process.stdin, output });
  const answer = await terminal.question(question);
  terminal.close();
  return answer.trim();
}

/** Asks for a secret without echoing it. Throws CommandError without a terminal. */
export async function askSecret(question: string): Promise<string> {
  if (!process.stdin.isTTY) throw new CommandError('no terminal to ask for a secret', 2);
  process.stderr.write(question);
  const unseen = new Writable({ write: (_text, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: unseen, terminal: true });
  // Without this, Ctrl-C and Ctrl-D would leave the question pending forever.
  const ended = new Promise<never>((_resolve, reject) =>
    terminal.once('close', () => reject(new CommandError('cancelled; nothing was changed'))),
  );
  // The close event after an answer is no cancellation.
  ended.catch(() => undefined);
  const answer = await Promise.race([terminal.question(''), ended]);
  terminal.close();
  process.stderr.write('\n');
  return answer;
}

/** Returns the lines of standard input. */
export async function readLines(): Promise<string[]> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks).toString('utf8').split(/\r?\n/);
}
