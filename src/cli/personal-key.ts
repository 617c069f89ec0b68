import { GetViewerDocument } from '../contract/operations.generated.ts';
import type { Api } from './api.ts';
import { CommandError } from './command-error.ts';
import { type OutputOptions, print } from './output.ts';

/**
 * Throws CommandError for a host's key, which belongs to an agent and sees none of people's objects. Called only for empty results, so that
 * other calls cost nothing.
 */
export async function requirePersonalKey(api: Api): Promise<void> {
  const { viewer } = await api.call(GetViewerDocument, {});
  if (viewer?.purpose === 'executor')
    throw new CommandError('this is a host’s key, which only its agent can use; use a personal key');
}

/** Throws CommandError: this message, unless the key is a host's. */
export async function notFound(api: Api, message: string): Promise<never> {
  await requirePersonalKey(api);
  throw new CommandError(message);
}

/** Prints a list, or a hint if it is empty. Throws CommandError if it is empty for a host's key. */
export async function printList<T>(
  api: Api,
  list: readonly T[],
  options: OutputOptions,
  hint: string,
  lines: (list: readonly T[]) => readonly string[],
): Promise<void> {
  if (list.length === 0) await requirePersonalKey(api);
  print(list, options, () => (list.length === 0 ? [hint] : lines(list)));
}
