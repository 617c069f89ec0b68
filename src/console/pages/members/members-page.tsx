import { Menu, Select, Stack, Text } from '@mantine/core';
import { IconKey, IconShield, IconUserMinus, IconUserPlus } from '@tabler/icons-react';
import { useState } from 'react';
import {
  AdminSetSystemAdminDocument,
  CreatePasswordResetLinkDocument,
  LeaveOrganizationDocument,
  RemoveMemberDocument,
  UpdateMemberRoleDocument,
} from '../../../client/operations.generated.ts';
import { useApiMutation, useFormMutation, useWholeList } from '../../api/use-api.tsx';
import { ShownOnce } from '../../display/code-block.tsx';
import { ActionsMenu, Confirm, ConfirmButton, Dialog, DialogButton } from '../../display/dialogs.tsx';
import { Form, FormEnd } from '../../display/form.tsx';
import { actionsColumn, type Column, leadColumn, wideColumn } from '../../display/lists/column.ts';
import { WholeList } from '../../display/lists/list.tsx';
import { PageHeader, Panel } from '../../display/page.tsx';
import { ForeignText, Named, Time } from '../../display/text.tsx';
import { personLink } from '../../session/credentials.ts';
import type { Rights } from '../../session/rights.ts';
import { useRights, useViewer } from '../../session/viewer.ts';
import { InviteMember, OpenInvitations } from './invitations.tsx';
import { type MemberActs, type MemberRow, memberActs, rolesToGive } from './member-rights.ts';
import { MemberListDocument } from './operations.generated.ts';

export function MembersPage() {
  const { role } = useViewer();
  const { mayChange } = useRights();
  return (
    <>
      <PageHeader title="Members">
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
  const query = useWholeList(MemberListDocument, {}, { shows: ['member'] });
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
    leadColumn('Person', 2, ({ person }) => {
      const name = [<ForeignText key="name">{person.name}</ForeignText>, person.id === ownId && ' (you)'];
      const about = aboutOf(person);
      return <Named name={name} note={about !== '' && <ForeignText>{about}</ForeignText>} truncate />;
    }),
    {
      label: 'Role',
      width: '132px',
      cell: (member) => (actsOf(member).change ? <RoleSelect member={member} /> : member.role),
    },
    wideColumn('Two-factor', '116px', ({ person }) => (person.hasSecondFactor ? 'on' : 'off')),
    wideColumn('Joined', '116px', ({ createdAt }) => <Time at={createdAt} />),
    actionsColumn('36px', (member) => <MemberMenu member={member} acts={actsOf(member)} />),
  ];
}

function RoleSelect({ member: { id, role, person } }: { member: MemberRow }) {
  const change = useApiMutation(UpdateMemberRoleDocument, {
    done: ({ updateMemberRole: { member } }) => `${member.person.name} is now ${member.role}.`,
  });
  return (
    <Select
      size="xs"
      aria-label={`Role of ${person.name}`}
      data={[...rolesToGive(useRights())]}
      value={role}
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
  const setAdmin = useApiMutation(AdminSetSystemAdminDocument, {
    done: ({
      adminSetSystemAdmin: {
        person: { name, isSystemAdmin },
      },
    }) => (isSystemAdmin ? `${name} is now a system administrator.` : `${name} is no longer a system administrator.`),
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
      <ActionsMenu of={person.name}>
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
      </ActionsMenu>
      <Confirm
        question={asked === 'removal' ? question : undefined}
        operation={RemoveMemberDocument}
        done="Member removed."
        onClose={close}
      />
      <Dialog title={`Reset password of ${person.name}`} isOpen={asked === 'link'} onClose={close}>
        <PasswordLink person={person} />
      </Dialog>
    </>
  );
}

function PasswordLink({ person: { id, email } }: Pick<MemberRow, 'person'>) {
  const make = useFormMutation(CreatePasswordResetLinkDocument);
  const made = make.data?.createPasswordResetLink;
  if (made !== undefined)
    return (
      <ShownOnce title="Password link" what="link" text={personLink(made, 'set-password', document.baseURI)}>
        Send the link to {email} over a private channel. It works once and expires <Time at={made.expiresAt} />.
      </ShownOnce>
    );
  return (
    <Form mutation={make} onSubmit={() => make.mutate({ where: { id } })}>
      <Text fz="sm">
        Create a link to set a new password. Earlier links of the person stop working. Using the link ends all of the
        person’s sessions.
      </Text>
      <FormEnd act="Create link" />
    </Form>
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
          Leave organization…
        </ConfirmButton>
      </Stack>
    </Panel>
  );
}
