import { ActionIcon, Menu, Select, Stack, Text } from '@mantine/core';
import { IconDots, IconKey, IconShield, IconUserMinus, IconUserPlus } from '@tabler/icons-react';
import { useState } from 'react';
import {
  AdminSetSystemAdminDocument,
  LeaveOrganizationDocument,
  RemoveMemberDocument,
  UpdateMemberRoleDocument,
} from '../../../client/operations.generated.ts';
import { useWholeList } from '../../api/lists.ts';
import { useApiMutation, useFormMutation } from '../../api/use-api.tsx';
import { Confirm, ConfirmButton, Dialog, DialogButton } from '../../display/dialogs.tsx';
import type { Column } from '../../display/lists/column.ts';
import { WholeList } from '../../display/lists/list.tsx';
import { PageHeader, Panel } from '../../display/page.tsx';
import { ForeignText } from '../../display/text.tsx';
import { Time } from '../../display/time.tsx';
import type { Rights } from '../../session/rights.ts';
import { useRights, useViewer } from '../../session/viewer.ts';
import { InviteMember, OpenInvitations } from './invitations.tsx';
import { type MemberActs, type MemberRow, memberActs, rolesToGive } from './member-rights.ts';
import { MembersDocument } from './operations.generated.ts';
import { PasswordLink } from './password-link.tsx';

export function MembersPage() {
  const { organization, role } = useViewer();
  const { mayChange } = useRights();
  return (
    <>
      <PageHeader title="Members" about={`Members of ${organization?.name ?? 'the organization'}.`}>
        {mayChange && (
          <DialogButton label="Invite member" leftSection={<IconUserPlus size={16} aria-hidden />}>
            <InviteMember />
          </DialogButton>
        )}
      </PageHeader>
      <Stack gap="lg">
        <MemberList />
        {mayChange && <OpenInvitations />}
        {role !== null && <Leave />}
      </Stack>
    </>
  );
}

function MemberList() {
  const query = useWholeList(MembersDocument, {}, { shows: ['member'] });
  const columns = memberColumns(useRights(), useViewer().person.id);
  return (
    <WholeList
      query={query}
      label="Members"
      columns={columns}
      rowHeight={56}
      maxHeight="max(320px, 60dvh)"
      empty={null}
    />
  );
}

/** Returns the second line of a member; the email only where it is not the name. */
const aboutOf = ({ name, email, isSystemAdmin }: MemberRow['person']): string =>
  [...(isSystemAdmin ? ['system administrator'] : []), ...(name === email ? [] : [email])].join(', ');

function memberColumns(rights: Rights, ownId: string): readonly Column<MemberRow>[] {
  const actsOf = ({ role, person }: MemberRow) =>
    memberActs(rights, { role, isSelf: person.id === ownId, isSystemAdmin: person.isSystemAdmin });
  return [
    {
      label: 'Person',
      leads: true,
      width: 2,
      cell: ({ person }) => (
        <>
          <Text fz="sm" fw={500} truncate>
            <ForeignText>{person.name}</ForeignText>
            {person.id === ownId && ' (you)'}
          </Text>
          {aboutOf(person) !== '' && (
            <Text variant="note" truncate>
              <ForeignText>{aboutOf(person)}</ForeignText>
            </Text>
          )}
        </>
      ),
    },
    {
      label: 'Role',
      width: '132px',
      cell: (member) => (actsOf(member).change ? <RoleSelect member={member} /> : member.role),
    },
    {
      label: 'Two-factor',
      width: '116px',
      isForWide: true,
      cell: ({ person }) => (person.hasSecondFactor ? 'on' : 'off'),
    },
    { label: 'Joined', width: '116px', isForWide: true, cell: ({ createdAt }) => <Time at={createdAt} /> },
    {
      label: 'Actions',
      hidesLabel: true,
      width: '36px',
      cell: (member) => <MemberMenu member={member} acts={actsOf(member)} />,
    },
  ];
}

function RoleSelect({ member: { id, role, person } }: { member: MemberRow }) {
  const change = useApiMutation(UpdateMemberRoleDocument, {
    done: ({ updateMemberRole: changed }) => `${changed.person.name} is now ${changed.role}.`,
  });
  return (
    <Select
      size="xs"
      aria-label={`Role of ${person.name}`}
      data={[...rolesToGive(useRights())]}
      value={role}
      allowDeselect={false}
      // `readOnly`, since `disabled` loses the focus.
      readOnly={change.isPending}
      onChange={(_value, { value }) => change.mutate({ where: { id }, role: value })}
    />
  );
}

function MemberMenu({ member: { id, person }, acts }: { member: MemberRow; acts: MemberActs }) {
  const { isSystemAdmin } = useRights();
  const place = useViewer().organization?.name ?? 'the organization';
  const [asked, setAsked] = useState<'link' | 'removal'>();
  const close = () => setAsked(undefined);
  const remove = useFormMutation(RemoveMemberDocument, { done: 'Member removed.' });
  const setAdmin = useApiMutation(AdminSetSystemAdminDocument, {
    done: ({ adminSetSystemAdmin: { name, isSystemAdmin } }) =>
      isSystemAdmin ? `${name} is now a system administrator.` : `${name} is no longer a system administrator.`,
  });
  if (!acts.change && !acts.link && !isSystemAdmin) return null;
  const question = {
    title: `Remove ${person.name}?`,
    consequence: `${person.email} immediately loses access to ${place}, and the person’s API keys for it are revoked. Nodes keep running.`,
    act: 'Remove member',
    variables: { where: { id } },
  };
  return (
    <>
      <Menu position="bottom-end" width={260}>
        <Menu.Target>
          <ActionIcon aria-label={`Actions for ${person.name}`}>
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {acts.link && (
            <Menu.Item leftSection={<IconKey size={16} aria-hidden />} onClick={() => setAsked('link')}>
              Reset password…
            </Menu.Item>
          )}
          {isSystemAdmin && (
            <Menu.Item
              leftSection={<IconShield size={16} aria-hidden />}
              onClick={() => setAdmin.mutate({ where: { id: person.id }, isSystemAdmin: !person.isSystemAdmin })}
            >
              {person.isSystemAdmin ? 'Remove system administrator' : 'Make system administrator'}
            </Menu.Item>
          )}
          {acts.change && (
            <Menu.Item leftSection={<IconUserMinus size={16} aria-hidden />} onClick={() => setAsked('removal')}>
              Remove member…
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <Confirm question={asked === 'removal' ? question : undefined} onClose={close} mutation={remove} />
      <Dialog title={`Reset password of ${person.name}`} isOpen={asked === 'link'} onClose={close}>
        <PasswordLink person={person} />
      </Dialog>
    </>
  );
}

function Leave() {
  const { organization } = useViewer();
  const name = organization?.name ?? 'the organization';
  return (
    <Panel title="Leave organization">
      <Stack align="start" gap="sm">
        <Text fz="sm">
          You lose access to {name}, and your API keys for it are revoked. You need a new invitation to rejoin.
        </Text>
        <ConfirmButton
          question={{
            title: `Leave ${name}?`,
            consequence: 'You lose access immediately.',
            act: `Leave ${name}`,
            variables: {},
          }}
          operation={LeaveOrganizationDocument}
          done={`You left ${name}.`}
        >
          Leave organization
        </ConfirmButton>
      </Stack>
    </Panel>
  );
}
