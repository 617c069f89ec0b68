import { closeSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { errorMessage } from '../text/error-message.ts';
import { CommandError } from './command-error.ts';
import { option } from './options.ts';

export const secretFileOption = option('--secret-file <file>', 'new file, with mode 600, for the secret');

/**
 * Calls `create`, whose secret is shown only once, and stores the secret in a new file. Without a file, only calls it. The file is created
 * first, so that no secret is lost to a full disk's or a wrong path's refusal. Throws CommandError.
 */
export async function storingSecret<T>(
  file: string | undefined,
  create: () => Promise<T>,
  secretOf: (created: T) => string | null,
): Promise<T> {
  if (file === undefined) return create();
  const descriptor = openNew(file);
  let secret: string | null = null;
  try {
    const created = await create();
    secret = secretOf(created);
    if (secret !== null) writeFileSync(descriptor, `${secret}\n`);
    return created;
  } finally {
    closeSync(descriptor);
    if (secret === null) rmSync(file, { force: true });
  }
}

function openNew(file: string): number {
  try {
    return openSync(file, 'wx', 0o600);
  } catch (error) {
    throw new CommandError(`cannot create ${file}: ${errorMessage(error)}; name a new file`, 'usage');
  }
}
