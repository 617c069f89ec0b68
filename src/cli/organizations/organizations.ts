import type { Command } from 'commander';
import type { OrganizationRowFragment } from '../../contract/operations.generated.ts';
import { type Api, defineApiCommand } from '../api.ts';
import { age, print } from '../output.ts';
import { defineEach, defineList, defineShow, type Resource } from '../resource.ts';

/** A member's organizations; for system administrators, all. */
const organizations: Resource<OrganizationRowFragment> = {
  noun: 'organization',
  fetch: async (api, page) => {
    const all = (await api.call('ListOrganizations', page)).organizations;
    return all.length > 0 || page.skip > 0 ? all : ownOrganizations(api);
  },
  namesOf: ({ id, name }) => [id, name],
  columns: {
    id: 'id',
    name: 'name',
    status: ({ isActive }) => (isActive ? 'active' : 'inactive'),
    age: ({ createdAt }) => age(createdAt),
  },
};

async function ownOrganizations(api: Api): Promise<OrganizationRowFragment[]> {
  const { viewer } = await api.call('ListOwnOrganizations', {});
  return (viewer?.organizations ?? []).map(({ organization }) => organization);
}

export function register(group: Command): void {
  group.addHelpText(
    'after',
    '\nAn API key acts in one organization. To use another one: satrap login URL --context NAME',
  );
  defineList(group, organizations, {
    description: 'list your organizations; for system administrators, all',
    hint: 'no organizations',
  });
  defineShow(group, organizations, 'show an organization');
  const created = 'create an organization; for system administrators, unless sign-up is open';
  defineApiCommand(group, 'create <name>', created).action(async (api, options, name) => {
    const { organization } = (await api.call('CreateOrganization', { data: { name } })).createOrganization;
    print(organization, options, () => [`created ${organization.name} (${organization.id})`]);
  });
  const switching = (verb: string, isActive: boolean, description: string) =>
    defineEach(group, verb, organizations, {
      description,
      question: isActive ? 'Activate' : 'Deactivate',
      act: async (api, { id }) =>
        (await api.call('SetOrganizationActive', { id, isActive })).adminSetOrganizationActive.organization,
      done: ({ name }) => `${name} is ${isActive ? 'active' : 'inactive'}`,
    });
  switching('activate', true, 'let keys and sessions work again; for system administrators');
  switching('deactivate', false, 'block keys and sessions; nodes keep running; for system administrators');
}
