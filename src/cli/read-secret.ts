import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { errorMessage } from '../text/error-message.ts';
import { CommandError } from './command-error.ts';
import { askSecret } from './prompt.ts';

export interface SecretSources {
  /** What it is, for messages. */
  what: string;
  file: string | undefined;
  /** Name of an environment variable. */
  variable: string;
}

/**
 * Reads a secret from a file, the environment, standard input or a hidden prompt. There is no flag for it, because every user of the host
 * can see flags in the process list. Throws CommandError.
 */
export async function readSecret({ what, file, variable }: SecretSources): Promise<string> {
  const secret = (await read(`${what}: `, file, process.env[variable])).trim();
  if (/^[\x21-\x7e]{1,512}$/.test(secret)) return secret;
  if (secret !== '') throw new CommandError(`invalid ${what}: it must be one line of letters and digits`, 2);
  throw new CommandError(
    file === undefined
      ? `no ${what}: name its file, set ${variable}, or write it to standard input`
      : `${file} is empty`,
    2,
  );
}

async function read(prompt: string, file: string | undefined, variable: string | undefined): Promise<string> {
  if (file !== undefined) {
    try {
      return readFileSync(file, 'utf8');
    } catch (error) {
      throw new CommandError(`cannot read ${file}: ${errorMessage(error)}`, 2);
    }
  }
  if (variable !== undefined && variable !== '') return variable;
  return process.stdin.isTTY ? askSecret(prompt) : text(process.stdin);
}
