import { Button, Group, Stack, Text } from '@mantine/core';
import { CreatePasswordResetLinkDocument } from '../../../client/operations.generated.ts';
import { useApiMutation } from '../../api/use-api.tsx';
import { ActionButton } from '../../display/action-button.tsx';
import { Failure } from '../../display/answers.tsx';
import { ShownOnce } from '../../display/code-block.tsx';
import { Dialog } from '../../display/dialogs.tsx';
import { Time } from '../../display/time.tsx';
import { personLink } from '../../session/credentials.ts';
import type { MemberRow } from './member-rights.ts';

interface PasswordLinkProps {
  member: MemberRow | undefined;
  onClose: () => void;
}

export function PasswordLink({ member, onClose }: PasswordLinkProps) {
  const make = useApiMutation(CreatePasswordResetLinkDocument, { failure: 'none' });
  const made = make.data?.createPasswordResetLink;
  const close = () => {
    make.reset();
    onClose();
  };
  return (
    <Dialog title={`A new password for ${member?.person.name ?? ''}`} isOpen={member !== undefined} onClose={close}>
      <Stack>
        {make.error !== null && <Failure error={make.error} />}
        {made !== undefined ? (
          <ShownOnce title="The link" what="the link" text={personLink(made, 'set-password', document.baseURI)}>
            Give it to {member?.person.email} on a way that others do not read. It works once, and ends{' '}
            <Time at={made.expiresAt} />.
          </ShownOnce>
        ) : (
          <Text fz="sm">
            With the link, the person sets a new password. Former links of the person end; when it is used, all sessions
            of the person end as well.
          </Text>
        )}
        <Group justify="end">
          <Button variant="default" onClick={close}>
            {made === undefined ? 'Cancel' : 'Done'}
          </Button>
          {made === undefined && (
            <ActionButton
              loading={make.isPending}
              onClick={() => member !== undefined && make.mutate({ where: { id: member.person.id } })}
            >
              Make the link
            </ActionButton>
          )}
        </Group>
      </Stack>
    </Dialog>
  );
}
