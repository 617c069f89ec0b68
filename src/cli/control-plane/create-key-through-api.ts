import { CreateApiKeyDocument, GetViewerDocument } from '../../contract/operations.generated.ts';
import { Api } from '../api.ts';
import { CommandError } from '../command-error.ts';

export interface KeyRequest {
  purpose: 'executor' | 'personal';
  name: string;
  /** A name or an id. */
  organization?: string;
}

export interface CreatedKey {
  id: string;
  key: string;
}

/** Creates a key through a running control plane, with the key in SATRAP_API_KEY. Throws CommandError. */
export async function createKeyThroughApi(
  url: string,
  { purpose, name, organization }: KeyRequest,
): Promise<CreatedKey> {
  const api = new Api({ url });
  if (organization !== undefined) await requireOrganization(api, organization);
  const { createApiKey } = await api.call(CreateApiKeyDocument, { input: { purpose, name } });
  return { id: createApiKey.apiKey.id, key: createApiKey.secret };
}

/** The API creates keys only for the caller's organization. */
async function requireOrganization(api: Api, nameOrId: string): Promise<void> {
  const viewers = (await api.call(GetViewerDocument, {})).viewer?.organization;
  if (nameOrId === viewers?.name || nameOrId === viewers?.id) return;
  throw new CommandError(
    `the key in SATRAP_API_KEY belongs to ${viewers?.name ?? 'another organization'}, not to ${nameOrId}; use a key of ${nameOrId}`,
  );
}
