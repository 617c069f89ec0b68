import { createInterface } from 'node:readline/promises';
import { CommandError } from './command-error.ts';

/** Asks the person at the terminal. Throws CommandError without a yes, and where there is no terminal. */
export async function confirm(question: string): Promise<void> {
  if (!process.stdin.isTTY) throw new CommandError('there is no terminal to ask for confirmation; use --yes', 2);
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(`${question} [y/N] `);
  terminal.close();
  if (!/^y(es)?$/i.test(answer.trim())) throw new CommandError('cancelled; nothing was changed');
}
