import type { Command } from 'commander';
import type { KeyRowFragment } from '../../contract/operations.generated.ts';
import { defineApiCommand } from '../api.ts';
import { choiceOption, duration, option } from '../options.ts';
import { age, print } from '../output.ts';
import { defineEach, defineList, defineShow, type Resource } from '../resource.ts';
import { secretFileOption, storingSecret } from '../secret-file.ts';

const keys: Resource<KeyRowFragment> = {
  noun: 'key',
  fetch: async (api, page) => (await api.call('ListApiKeys', page)).apiKeys,
  namesOf: ({ id, name }) => [id, name],
  columns: {
    id: 'id',
    name: 'name',
    purpose: 'purpose',
    owner: ({ owner, usage }) => owner ?? usage?.executorName ?? '-',
    age: ({ createdAt }) => age(createdAt),
    expires: ({ expiresAt }) => expiresAt ?? 'never',
    'last used': ({ lastUsedAt }) => (lastUsedAt === null ? 'never' : `${age(lastUsedAt)} ago`),
    status: ({ revokedAt, expiresAt }) => {
      if (revokedAt !== null) return 'revoked';
      return expiresAt !== null && Date.parse(expiresAt) <= Date.now() ? 'expired' : 'valid';
    },
  },
};

const createOptions = [
  choiceOption('--purpose <purpose>', 'a person’s scripts, or a host’s agent (default: personal)', [
    'personal',
    'executor',
  ]),
  option('--host <name>', 'only for this host, which need not exist yet; requires --purpose executor'),
  option('--expires <duration>', 'lifetime of the key, such as 12h or 90d (default: never expires)', duration),
  secretFileOption,
] as const;

export function register(group: Command): void {
  defineList(group, keys, {
    description: 'list API keys, newest first; for owners and admins',
    hint: 'no API keys, or you are not an owner or admin',
  });
  defineShow(group, keys, 'show an API key, without its secret');
  defineApiCommand(group, 'create <name>', 'create an API key, whose secret is shown only once', createOptions).action(
    async (api, { purpose = 'personal', host, expires, secretFile, ...options }, name) => {
      const data = { name, purpose, expiresInSeconds: expires ?? null, executorName: host ?? null };
      const create = async () => (await api.call('CreateApiKey', { data })).createApiKey;
      const { apiKey, secret } = await storingSecret(secretFile, create, (created) => created.secret);
      // Only the secret goes to standard output, so that you can redirect or pipe it.
      if (secretFile === undefined) print({ ...apiKey, secret }, options, () => [secret]);
      else print({ ...apiKey, secretFile }, options, () => [`created ${apiKey.id}; its secret is in ${secretFile}`]);
      if (!options.json && secretFile === undefined)
        console.error(`Shown only once. Revoke it: satrap keys revoke ${apiKey.id}`);
    },
  );
  defineEach(group, 'revoke', keys, {
    description: 'revoke API keys within two seconds; they stay in the list',
    question: 'Revoke',
    act: async (api, { id }) => (await api.call('RevokeApiKey', { id })).revokeApiKey.apiKey,
    done: ({ name }) => `revoked ${name}`,
  });
}
