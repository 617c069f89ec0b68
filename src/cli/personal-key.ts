import { GetViewerDocument } from '../contract/operations.generated.ts';
import type { Api } from './api.ts';
import { CommandError } from './command-error.ts';

/**
 * Throws CommandError for a host's key, which belongs to an agent and sees none of people's objects. Called only for empty results, so that
 * other calls cost nothing.
 */
export async function requirePersonalKey(api: Api): Promise<void> {
  const { viewer } = await api.call(GetViewerDocument, {});
  if (viewer?.purpose === 'executor')
    throw new CommandError('this is a host’s key, which only its agent can use; use a personal key');
}
