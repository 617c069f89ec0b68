import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { errorMessage } from '../text/error-message.ts';
import { CommandError } from './command-error.ts';
import { askSecret } from './prompt.ts';

/**
 * Reads a secret from a file, the environment, standard input or a hidden prompt. There is no flag for it, because every user of the host
 * can see flags in the process list. `what`: for messages. `variable`: name of an environment variable. Throws CommandError.
 */
export async function readSecret(what: string, file: string | undefined, variable: string): Promise<string> {
  const secret = (await read(what, file, process.env[variable])).trim();
  if (/^[\x21-\x7e]{1,512}$/.test(secret)) return secret;
  if (secret !== '') throw new CommandError(`invalid ${what}: it must be one line of letters and digits`, 2);
  throw new CommandError(
    file === undefined
      ? `no ${what}: name its file, set ${variable}, or write it to standard input`
      : `${file} is empty`,
    2,
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
    throw new CommandError(`cannot read ${file}: ${errorMessage(error)}`, 2);
  }
}
