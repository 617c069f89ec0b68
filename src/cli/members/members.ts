import type { Command } from 'commander';
import type { MemberRowFragment } from '../../contract/operations.generated.ts';
import type { OrganizationRole } from '../../contract/types.generated.ts';
import { defineApiCommand } from '../api.ts';
import { forEachName } from '../each-name.ts';
import { requiredOption } from '../options.ts';
import { age } from '../output.ts';
import { defineEach, defineList, defineShow, findIn, type Resource } from '../resource.ts';

export const roles = ['owner', 'admin', 'member'] as const satisfies readonly OrganizationRole[];

const members: Resource<MemberRowFragment> = {
  noun: 'member',
  fetch: async (api, page) => (await api.call('ListMembers', page)).members,
  namesOf: ({ id, person }) => [id, person.email],
  columns: {
    id: 'id',
    email: ({ person }) => person.email,
    name: ({ person }) => person.name,
    role: 'role',
    age: ({ createdAt }) => age(createdAt),
  },
};

export function register(group: Command): void {
  defineList(group, members, { description: 'list members, oldest first', hint: 'no members' });
  defineShow(group, members, 'show a member');
  defineApiCommand(group, 'update <members...>', 'change the role of members', [
    requiredOption('--role <role>', 'new role', roles),
  ]).action((api, { role, ...options }, names) =>
    forEachName(names, options, async (name) => {
      const { id } = await findIn(api, members, name);
      const { member: updated } = (await api.call('UpdateMemberRole', { id, role })).updateMemberRole;
      return { result: updated, lines: [`${updated.person.email} is ${updated.role}`] };
    }),
  );
  defineEach(group, 'remove', members, {
    description: 'remove members and revoke their keys for the organization',
    question: 'Remove',
    act: async (api, { id }) => (await api.call('RemoveMember', { id })).removeMember.member,
    done: ({ person }) => `removed ${person.email}`,
  });
}
