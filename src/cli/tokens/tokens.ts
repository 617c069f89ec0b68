import type { Command } from 'commander';
import { isPlainHttp } from '../../contract/endpoint-url.ts';
import { oneLineCommand } from '../../contract/join-command.ts';
import type { EnrolmentTokenRowFragment } from '../../contract/operations.generated.ts';
import { defineApiCommand } from '../api.ts';
import { duration, option } from '../options.ts';
import { print } from '../output.ts';
import { defineEach, defineList, type Resource } from '../resource.ts';

const tokens: Resource<EnrolmentTokenRowFragment> = {
  noun: 'token',
  fetch: async (api, page) => (await api.call('ListEnrolmentTokens', page)).enrolmentTokens,
  namesOf: ({ id }) => [id],
  columns: { id: 'id', host: 'executorName', status: 'status', expires: 'expiresAt', 'used by': 'usedBy' },
};

export function register(group: Command): void {
  defineApiCommand(group, 'create', 'create an enrolment token to add a host', [
    option('--name <name>', 'name that the token is limited to; required to replace an existing host'),
    option('--recover', 'for any number of hosts with nodes of another or a lost control plane'),
    option('--expires <duration>', 'lifetime of the token, such as 90m or 7d (default: 1h)', duration),
  ]).action(async (api, { name, expires = 3600, recover = false, ...options }) => {
    const data = { executorName: name ?? null, expiresInSeconds: expires, recovers: recover };
    const { createEnrolmentToken } = await api.call('CreateEnrolmentToken', { data });
    const { token, enrolmentToken } = createEnrolmentToken;
    // Only the token goes to standard output, so that you can redirect or pipe it.
    print({ token, ...enrolmentToken }, options, () => [token]);
    if (!options.json) console.error(usageOf({ ...enrolmentToken, url: api.access.url, name, recover }));
  });
  defineList(group, tokens, {
    description: 'list enrolment tokens, newest first',
    hint: 'no enrolment tokens; create one with: satrap tokens create',
  });
  defineEach(group, 'revoke', tokens, {
    description: 'revoke an enrolment token',
    question: 'Revoke',
    act: async (api, { id }) => (await api.call('RevokeEnrolmentToken', { id })).revokeEnrolmentToken.enrolmentToken,
    done: ({ id }) => `revoked ${id}`,
  });
}

function usageOf(token: { expiresAt: string; url: string; name: string | undefined; recover: boolean }): string {
  const { expiresAt, url, name, recover } = token;
  const named = name === undefined ? '' : ` --name ${name}`;
  const install = `agent install --url ${url} --token-file FILE${named}${isPlainHttp(url) ? ' --insecure-http' : ''}`;
  return recover
    ? `Shown only once. Works for any number of hosts until ${expiresAt}. On each: satrap ${install}`
    : [
        `Shown only once. Works once, until ${expiresAt}. On the host, as root, with the token in FILE:`,
        `  ${oneLineCommand({ endpoint: url, token: '"$(cat FILE)"', name })}`,
        `If Satrap is already installed there: satrap ${install}`,
      ].join('\n');
}
