import { readFileSync } from 'node:fs';
import { createInterface, type Interface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { errorMessage } from '../text/error-message.ts';
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
  if (!process.stdin.isTTY) throw new CommandError(withoutTerminal, 'usage');
  return (await answerOf(createInterface({ input: process.stdin, output }), question)).trim();
}

/** Returns the answer to a question. Ctrl-C and Ctrl-D would leave it pending forever, so they throw CommandError. */
async function answerOf(terminal: Interface, question: string): Promise<string> {
  const closed = new Promise<never>((_resolve, reject) =>
    terminal.once('close', () => reject(new CommandError('cancelled; nothing was changed', 'interrupted'))),
  );
  // The close event after an answer is no cancellation.
  closed.catch(() => undefined);
  const answer = await Promise.race([terminal.question(question), closed]);
  terminal.close();
  return answer;
}

/** Asks for a secret without echoing it. Throws CommandError without a terminal. */
export async function askSecret(question: string): Promise<string> {
  if (!process.stdin.isTTY) throw new CommandError('no terminal to ask for a secret', 'usage');
  process.stderr.write(question);
  const unseen = new Writable({ write: (_text, _encoding, done) => done() });
  const answer = await answerOf(createInterface({ input: process.stdin, output: unseen, terminal: true }), '');
  process.stderr.write('\n');
  return answer;
}

export const readLines = async (): Promise<string[]> => (await text(process.stdin)).split(/\r?\n/);

/**
 * Reads a secret from a file, the environment, standard input or a hidden prompt. There is no flag for it, because every user of the host
 * can see flags in the process list. `what`: for messages. `variable`: name of an environment variable. Throws CommandError.
 */
export async function readSecret(what: string, file: string | undefined, variable: string): Promise<string> {
  const secret = (await read(what, file, process.env[variable])).trim();
  if (/^[\x21-\x7e]{1,512}$/.test(secret)) return secret;
  if (secret !== '') throw new CommandError(`invalid ${what}: it must be one line of letters and digits`, 'usage');
  throw new CommandError(
    file === undefined
      ? `no ${what}: name its file, set ${variable}, or write it to standard input`
      : `${file} is empty`,
    'usage',
  );
}

async function read(what: string, file: string | undefined, given: string | undefined): Promise<string> {
  if (file !== undefined) return readText(file);
  return given || (process.stdin.isTTY ? askSecret(`${what}: `) : text(process.stdin));
}

/** Reads a file that an option names. Throws CommandError. */
export function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new CommandError(`cannot read ${file}: ${errorMessage(error)}`, 'usage');
  }
}
