import { GetViewerDocument } from '../contract/operations.generated.ts';
import type { Api } from './api.ts';
import { CommandError } from './command-error.ts';

/**
 * Throws CommandError for an executor's key, which is for agents: for it, nothing exists that people ask for. Called where nothing was found,
 * so that other calls cost no more.
 */
export async function requirePersonalKey(api: Api): Promise<void> {
  const { viewer } = await api.call(GetViewerDocument, {});
  if (viewer?.purpose === 'executor')
    throw new CommandError('this is the key of an executor, which only an agent can use; use a personal key');
}
