import { Button, Group, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useApiMutation } from '../../api/use-api.tsx';
import { useWholeList } from '../../api/use-whole-list.ts';
import { Confirm } from '../../display/dialogs/confirm.tsx';
import { FilterText } from '../../display/lists/filter-text.tsx';
import { List } from '../../display/lists/list.tsx';
import { PageHeader } from '../../display/page-header.tsx';
import { useRights, useViewer } from '../../session/viewer.ts';
import { useSwitchOrganization } from '../../shell/use-switch-organization.ts';
import type { OrganizationRow } from './columns.tsx';
import { organizationColumns } from './columns.tsx';
import { MakeOrganization } from './make-organization.tsx';
import { OrganizationListDocument, SetOrganizationActiveDocument } from './operations.generated.ts';

const route = getRouteApi('/shell/organizations');

/** All organizations, for system administrators. */
export function OrganizationsPage() {
  const { isSystemAdmin } = useRights();
  return isSystemAdmin ? <AllOrganizations /> : <NotForOthers />;
}

function AllOrganizations() {
  const { name } = route.useSearch();
  const navigate = route.useNavigate();
  const { organization } = useViewer();
  // Those of others are no change of one's own: they are fetched again now and then.
  const query = useWholeList(
    OrganizationListDocument,
    {},
    { rowsOf: (data) => data.organizations, shows: ['organization'], everySeconds: 15 },
  );
  const switchTo = useSwitchOrganization();
  const [isMaking, setMaking] = useState(false);
  const [asked, setAsked] = useState<OrganizationRow>();
  const setActive = useApiMutation(SetOrganizationActiveDocument, {
    failure: 'none',
    done: ({ adminSetOrganizationActive: changed }) =>
      `${changed.name} is ${changed.isActive ? 'active' : 'deactivated'} now.`,
  });
  const columns = organizationColumns({ ownId: organization?.id, onSwitch: switchTo, onSetActive: setAsked });
  const fits = (each: OrganizationRow) => each.name.toLowerCase().includes((name ?? '').toLowerCase());
  return (
    <>
      <PageHeader title="Organizations" about="Each has its own executors, nodes and members.">
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setMaking(true)}>
          Make an organization
        </Button>
      </PageHeader>
      <Group mb="sm">
        <FilterText
          label="Name"
          value={name}
          onChange={(text) => void navigate({ search: { name: text }, replace: true })}
        />
      </Group>
      <List
        query={query}
        fits={fits}
        height={320}
        label="Organizations"
        columns={columns}
        empty="No organization has this name."
      />
      <Confirm question={asked && activation(asked)} onClose={() => setAsked(undefined)} mutation={setActive} />
      <MakeOrganization isOpen={isMaking} onClose={() => setMaking(false)} />
    </>
  );
}

/** Says what follows when an organization is deactivated, or activated again. Pure. */
const activation = ({ id, name, isActive }: OrganizationRow) => ({
  title: isActive ? `Deactivate ${name}?` : `Activate ${name}?`,
  consequence: isActive
    ? 'Its keys and the sessions of its people stop working within two seconds; nothing is deleted. Its nodes keep running, and its executors are not heard of until it is active again.'
    : 'Its keys work again, and its people may open it.',
  act: isActive ? 'Deactivate' : 'Activate',
  variables: { where: { id }, isActive: !isActive },
});

const NotForOthers = () => (
  <>
    <PageHeader title="Organizations" />
    <Text>
      System administrators see all organizations. Your own ones are at the top of the page, where you switch between
      them.
    </Text>
  </>
);
