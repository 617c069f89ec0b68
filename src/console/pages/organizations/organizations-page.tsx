import { Group, Menu, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import {
  AdminSetOrganizationActiveDocument,
  CreateOrganizationDocument,
  OrganizationsDocument,
  type OrganizationsQuery,
} from '../../../client/operations.generated.ts';
import { useFormMutation, useWholeList } from '../../api/use-api.tsx';
import { ActionsMenu, Confirm, DialogButton } from '../../display/dialogs.tsx';
import { Form, FormEnd, useCloseDialog } from '../../display/form.tsx';
import { actionsColumn, type Column, leadColumn, wideColumn } from '../../display/lists/column.ts';
import { TextFilter } from '../../display/lists/filters.tsx';
import { WholeList } from '../../display/lists/list.tsx';
import { toneColumn } from '../../display/lists/rows.tsx';
import { PageHeader, TextPage } from '../../display/page.tsx';
import { ForeignText, Time } from '../../display/text.tsx';
import { useRights, useViewer } from '../../session/viewer.ts';
import { useSwitchOrganization } from '../../shell/use-switch-organization.ts';

export function OrganizationsPage() {
  const { isSystemAdmin } = useRights();
  if (isSystemAdmin) return <AllOrganizations />;
  return (
    <TextPage title="Organizations">
      Only system administrators can see all organizations. Switch between your own in the menu at the top.
    </TextPage>
  );
}

function AllOrganizations() {
  const { name = '' } = useSearch({ from: '/shell/organizations' });
  // Polled: other organizations cause no change events here.
  const query = useWholeList(OrganizationsDocument, {}, { shows: ['organization'], everySeconds: 15 });
  return (
    <>
      <PageHeader title="Organizations" about="Each organization has its own hosts, nodes and members.">
        <DialogButton label="Add organization" leftSection={<IconPlus size={16} aria-hidden />}>
          <MakeOrganization />
        </DialogButton>
      </PageHeader>
      <Group mb="sm">
        <TextFilter label="Name" field="name" />
      </Group>
      <WholeList
        query={query}
        fits={(each) => each.name.toLowerCase().includes(name.toLowerCase())}
        height={320}
        label="Organizations"
        columns={organizationColumns(useViewer().organization?.id)}
        empty="No organizations match."
      />
    </>
  );
}

type OrganizationRow = NonNullable<OrganizationsQuery['organizations']>[number];

const tones = { active: 'good', deactivated: 'idle' } as const;

const organizationColumns = (ownId: string | undefined): readonly Column<OrganizationRow>[] => [
  leadColumn('Name', 2, ({ id, name }) => (
    <>
      <ForeignText>{name}</ForeignText>
      {id === ownId && ' (current)'}
    </>
  )),
  toneColumn('State', '112px', tones, ({ isActive }) => (isActive ? 'active' : 'deactivated')),
  wideColumn('Created', '110px', ({ createdAt }) => <Time at={createdAt} />),
  actionsColumn('36px', (organization) => <OrganizationMenu {...organization} isOwn={organization.id === ownId} />),
];

function OrganizationMenu({ id, name, slug, isActive, isOwn }: OrganizationRow & { isOwn: boolean }) {
  const switchTo = useSwitchOrganization();
  const [isAsked, { open, close }] = useDisclosure();
  const verb = isActive ? 'Deactivate' : 'Activate';
  const question = {
    title: `${verb} ${name}?`,
    consequence: isActive
      ? 'API keys and members’ sessions stop working within two seconds. Nodes keep running, but hosts cannot connect until you activate the organization again. Nothing is deleted.'
      : 'API keys work and members have access again.',
    act: `${verb} organization`,
    variables: { where: { id }, isActive: !isActive },
  };
  return (
    <>
      <ActionsMenu of={name}>
        {!isOwn && <Menu.Item onClick={() => switchTo({ id, slug })}>Open</Menu.Item>}
        <Menu.Item onClick={() => switchTo({ id, slug }, '/members')}>View members</Menu.Item>
        <Menu.Item onClick={open}>{verb}…</Menu.Item>
      </ActionsMenu>
      <Confirm
        question={isAsked ? question : undefined}
        operation={AdminSetOrganizationActiveDocument}
        done={({ adminSetOrganizationActive: { organization: set } }) =>
          `${set.name} ${set.isActive ? 'activated' : 'deactivated'}.`
        }
        onClose={close}
      />
    </>
  );
}

function MakeOrganization() {
  const close = useCloseDialog();
  const switchTo = useSwitchOrganization();
  const form = useForm({ initialValues: { name: '' } });
  const make = useFormMutation(CreateOrganizationDocument, {
    done: ({
      createOrganization: {
        organization: { name },
      },
    }) => `${name} created. You are its owner.`,
    onDone: ({ createOrganization: { organization } }) => {
      close();
      switchTo(organization, '/members');
    },
  });
  return (
    <Form mutation={make} onSubmit={form.onSubmit((data) => make.mutate({ data }))}>
      <TextInput label="Name" required maxLength={63} data-autofocus {...form.getInputProps('name')} />
      <Text variant="hint">
        You become its owner. If it’s for someone else, invite another owner next, then leave it.
      </Text>
      <FormEnd act="Create organization" />
    </Form>
  );
}
