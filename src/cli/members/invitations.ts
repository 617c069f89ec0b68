import type { Command } from 'commander';
import type { InvitationRowFragment } from '../../contract/operations.generated.ts';
import { defineApiCommand } from '../api.ts';
import { choiceOption, duration, option } from '../options.ts';
import { age, print } from '../output.ts';
import { defineEach, defineList, type Resource } from '../resource.ts';
import { roles } from './members.ts';

const invitations: Resource<InvitationRowFragment> = {
  noun: 'invitation',
  fetch: async (api, page) => (await api.call('ListInvitations', page)).invitations,
  namesOf: ({ id, email }) => [id, email],
  columns: { id: 'id', email: 'email', role: 'role', age: ({ createdAt }) => age(createdAt), expires: 'expiresAt' },
};

export function register(group: Command): void {
  defineList(group, invitations, {
    description: 'list open invitations, newest first; for owners and admins',
    hint: 'no open invitations, or you are not an owner or admin',
  });
  defineApiCommand(group, 'create <email>', 'create a link for a person to join, which is shown only once', [
    choiceOption('--role <role>', 'role of the person (default: member)', roles),
    option('--expires <duration>', 'lifetime of the link, 1d to 30d (default: 7d)', duration),
  ]).action(async (api, { role = 'member', expires, ...options }, email) => {
    const data = { email, role, expiresInSeconds: expires ?? null };
    const { invitation, token, link } = (await api.call('InviteMember', { data })).inviteMember;
    print({ ...invitation, token, link }, options, () => [link ?? token]);
    if (options.json) return;
    const without = ' The control plane has no public URL: open /accept-invitation#token=TOKEN in the console.';
    console.error(`Shown only once. Expires ${invitation.expiresAt}.${link === null ? without : ''}`);
  });
  defineEach(group, 'revoke', invitations, {
    description: 'revoke invitations',
    question: 'Revoke',
    act: async (api, { id }) => (await api.call('RevokeInvitation', { id })).revokeInvitation.invitation,
    done: ({ email }) => `revoked the invitation of ${email}`,
  });
}
