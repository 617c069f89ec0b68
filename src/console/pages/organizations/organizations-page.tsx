import { ActionIcon, Button, Group, Menu, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconDots, IconPlus } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import {
  AdminSetOrganizationActiveDocument,
  CreateOrganizationDocument,
  OrganizationsDocument,
  type OrganizationsQuery,
} from '../../../client/operations.generated.ts';
import { useWholeList } from '../../api/lists.ts';
import { useApiMutation } from '../../api/use-api.tsx';
import { Confirm, Dialog } from '../../display/dialogs.tsx';
import { Form, FormEnd } from '../../display/form.tsx';
import type { Column } from '../../display/lists/column.ts';
import { FilterText } from '../../display/lists/filters.tsx';
import { WholeList } from '../../display/lists/list.tsx';
import { PageHeader } from '../../display/page.tsx';
import { ForeignText } from '../../display/text.tsx';
import { Time } from '../../display/time.tsx';
import { Tone } from '../../display/tone.tsx';
import { useRights, useViewer } from '../../session/viewer.ts';
import { useSwitchOrganization } from '../../shell/use-switch-organization.ts';

const route = getRouteApi('/shell/organizations');

export function OrganizationsPage() {
  const { isSystemAdmin } = useRights();
  return isSystemAdmin ? <AllOrganizations /> : <NotForOthers />;
}

function AllOrganizations() {
  const { name } = route.useSearch();
  const navigate = route.useNavigate();
  const { organization } = useViewer();
  // Polled: other organizations cause no change events here.
  const query = useWholeList(
    OrganizationsDocument,
    {},
    { rowsOf: (data) => data.organizations, shows: ['organization'], everySeconds: 15 },
  );
  const switchTo = useSwitchOrganization();
  const [isMaking, setMaking] = useState(false);
  const [asked, setAsked] = useState<OrganizationRow>();
  const setActive = useApiMutation(AdminSetOrganizationActiveDocument, {
    failure: 'none',
    done: ({ adminSetOrganizationActive: changed }) =>
      `${changed.name} ${changed.isActive ? 'activated' : 'deactivated'}.`,
  });
  const columns = organizationColumns({ ownId: organization?.id, onSwitch: switchTo, onSetActive: setAsked });
  const fits = (each: OrganizationRow) => each.name.toLowerCase().includes((name ?? '').toLowerCase());
  return (
    <>
      <PageHeader title="Organizations" about="Each organization has its own hosts, nodes and members.">
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setMaking(true)}>
          Add organization
        </Button>
      </PageHeader>
      <Group mb="sm">
        <FilterText
          label="Name"
          value={name}
          onChange={(text) => void navigate({ search: { name: text }, replace: true })}
        />
      </Group>
      <WholeList
        query={query}
        fits={fits}
        height={320}
        label="Organizations"
        columns={columns}
        empty="No organizations match."
      />
      <Confirm question={asked && activation(asked)} onClose={() => setAsked(undefined)} mutation={setActive} />
      <MakeOrganization isOpen={isMaking} onClose={() => setMaking(false)} />
    </>
  );
}

const activation = ({ id, name, isActive }: OrganizationRow) => ({
  title: isActive ? `Deactivate ${name}?` : `Activate ${name}?`,
  consequence: isActive
    ? 'API keys and members’ sessions stop working within two seconds. Nodes keep running, but hosts cannot connect until you activate the organization again. Nothing is deleted.'
    : 'API keys work and members have access again.',
  act: isActive ? 'Deactivate organization' : 'Activate organization',
  variables: { where: { id }, isActive: !isActive },
});

const NotForOthers = () => (
  <>
    <PageHeader title="Organizations" />
    <Text>Only system administrators can see all organizations. Switch between your own in the menu at the top.</Text>
  </>
);

type OrganizationRow = NonNullable<OrganizationsQuery['organizations']>[number];

interface OrganizationColumnsOptions {
  ownId: string | undefined;
  onSwitch: (id: string, page?: '/members') => void;
  onSetActive: (organization: OrganizationRow) => void;
}

const organizationColumns = ({
  ownId,
  onSwitch,
  onSetActive,
}: OrganizationColumnsOptions): readonly Column<OrganizationRow>[] => [
  {
    id: 'name',
    label: 'Name',
    leads: true,
    width: 2,
    cell: ({ id, name }) => (
      <>
        <ForeignText>{name}</ForeignText>
        {id === ownId && ' (current)'}
      </>
    ),
  },
  {
    id: 'state',
    label: 'State',
    width: '112px',
    cell: ({ isActive }) => <Tone tone={isActive ? 'good' : 'idle'}>{isActive ? 'active' : 'deactivated'}</Tone>,
  },
  { id: 'made', label: 'Created', width: '110px', isForWide: true, cell: ({ createdAt }) => <Time at={createdAt} /> },
  {
    id: 'acts',
    label: 'Actions',
    hidesLabel: true,
    width: '36px',
    cell: (organization) => {
      const { id, name, isActive } = organization;
      return (
        <Menu position="bottom-end" width={220}>
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${name}`}>
              <IconDots size={18} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {id !== ownId && <Menu.Item onClick={() => onSwitch(id)}>Open</Menu.Item>}
            <Menu.Item onClick={() => onSwitch(id, '/members')}>View members</Menu.Item>
            <Menu.Item onClick={() => onSetActive(organization)}>{isActive ? 'Deactivate…' : 'Activate…'}</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      );
    },
  },
];

function MakeOrganization({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const switchTo = useSwitchOrganization();
  const form = useForm({ initialValues: { name: '' } });
  const close = () => {
    make.reset();
    form.reset();
    onClose();
  };
  const make = useApiMutation(CreateOrganizationDocument, {
    failure: 'none',
    done: ({ createOrganization: { name } }) => `${name} created. You are its owner.`,
    onDone: ({ createOrganization: { id } }) => {
      close();
      switchTo(id, '/members');
    },
  });
  return (
    <Dialog title="Add organization" isOpen={isOpen} onClose={close}>
      <Form mutation={make} onSubmit={form.onSubmit((input) => make.mutate({ input }))}>
        <TextInput
          label="Name"
          required
          maxLength={63}
          data-autofocus
          autoComplete="off"
          {...form.getInputProps('name')}
        />
        <Text variant="hint">
          You become its owner. If it’s for someone else, invite another owner next, then leave it.
        </Text>
        <FormEnd act="Create organization" isPending={make.isPending} onCancel={close} />
      </Form>
    </Dialog>
  );
}
