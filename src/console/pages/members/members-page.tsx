import { Button, Stack } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { PageHeader } from '../../display/page-header.tsx';
import { useRights, useViewer } from '../../session/viewer.ts';
import { InviteDialog } from './invite-dialog.tsx';
import { Leave } from './leave.tsx';
import { MemberList } from './member-list.tsx';
import { OpenInvitations } from './open-invitations.tsx';

/** Who may see and change what belongs to the organization, and who is invited. */
export function MembersPage() {
  const { organization, role } = useViewer();
  const { mayChange } = useRights();
  const [isInviting, setInviting] = useState(false);
  return (
    <>
      <PageHeader title="Members" about={`The people of ${organization?.name ?? 'the organization'}.`}>
        {mayChange && (
          <Button leftSection={<IconUserPlus size={16} aria-hidden />} onClick={() => setInviting(true)}>
            Invite a person
          </Button>
        )}
      </PageHeader>
      <Stack gap="lg">
        <MemberList />
        {mayChange && <OpenInvitations />}
        {role !== null && <Leave />}
      </Stack>
      <InviteDialog isOpen={isInviting} onClose={() => setInviting(false)} />
    </>
  );
}
