import type { Command } from 'commander';
import { RevokeApiKeyDocument } from '../../contract/operations.generated.ts';
import { errorMessage } from '../../text/error-message.ts';
import { Api } from '../api.ts';
import { RefusedError } from '../command-error.ts';
import { readContexts, requireContext, withoutContext, writeContexts } from '../contexts/contexts.ts';
import { withAction } from '../define-command.ts';
import { option } from '../options.ts';

export function register(command: Command): void {
  const options = [
    option('--context <name>', 'context to sign out of (default: the current one)'),
    option('--force', 'remove the key even if it cannot be revoked'),
  ];
  withAction(command, options, logout);
}

async function logout({ context, force = false }: { context?: string; force?: boolean }): Promise<void> {
  const contexts = readContexts(process.env);
  const [name, { keyId, url }] = requireContext(contexts, context);
  try {
    const api = new Api({ context: name }, { ...process.env, SATRAP_API_KEY: undefined });
    await api.call(RevokeApiKeyDocument, { id: keyId });
  } catch (error) {
    // An unknown key grants nothing, for example after the control plane was lost.
    const isWorthless = error instanceof RefusedError && error.code === 'Unauthenticated';
    if (!isWorthless && !force) throw error;
    console.error(
      isWorthless
        ? `${url} does not accept the API key of ${name}, so it was not revoked.`
        : `The API key was not revoked: ${errorMessage(error)}`,
    );
  }
  writeContexts(process.env, withoutContext(contexts, name));
  console.log(`Signed out of ${url}.`);
}
