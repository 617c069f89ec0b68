import type { Command } from 'commander';
import { isPlainHttp } from '../../contract/endpoint-url.ts';
import { defineApiCommand } from '../api.ts';
import { forEachName } from '../each-name.ts';
import { printList } from '../lists.ts';
import { duration, lastOption, option, yesOption } from '../options.ts';
import { print, table } from '../output.ts';
import { confirm } from '../prompt.ts';

export function register(tokens: Command): void {
  defineApiCommand(tokens, 'create', 'create an enrolment token to add a host', [
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
  const listed = 'list enrolment tokens, newest first';
  defineApiCommand(tokens, 'list', listed, [lastOption('tokens', 50)]).action((api, { last, ...options }) =>
    printList(api, options, {
      fetch: async () => (await api.call('ListEnrolmentTokens', { take: last })).enrolmentTokens,
      hint: 'no enrolment tokens; create one with: satrap tokens create',
      lines: (shown) =>
        table(shown, { id: 'id', host: 'executorName', status: 'status', expires: 'expiresAt', 'used by': 'usedBy' }),
    }),
  );
  const revoked = 'revoke an enrolment token';
  defineApiCommand(tokens, 'revoke <tokens...>', revoked, [yesOption]).action((api, { yes, ...options }, ids) =>
    forEachName(ids, options, async (id) => {
      if (!yes) await confirm(`Revoke the enrolment token ${id}?`);
      const { revokeEnrolmentToken } = await api.call('RevokeEnrolmentToken', { id });
      return { result: revokeEnrolmentToken, lines: [`revoked ${id}`] };
    }),
  );
}

function usageOf(token: { expiresAt: string; url: string; name: string | undefined; recover: boolean }): string {
  const { expiresAt, url, name, recover } = token;
  const named = name === undefined ? '' : ` --name ${name}`;
  const install = `agent install --url ${url} --token-file FILE${named}${isPlainHttp(url) ? ' --insecure-http' : ''}`;
  return recover
    ? `Shown only once. Works for any number of hosts until ${expiresAt}. On each: satrap ${install}`
    : [
        `Shown only once. Works once, until ${expiresAt}. On the host, as root, with the token in FILE:`,
        `  sh install.sh --from RELEASES -- ${install}`,
        `If Satrap is already installed there: satrap ${install}`,
      ].join('\n');
}
