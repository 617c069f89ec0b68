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
    <Dialog title={`Reset password of ${member?.person.name ?? ''}`} isOpen={member !== undefined} onClose={close}>
      <Stack>
        {make.error !== null && <Failure error={make.error} />}
        {made !== undefined ? (
          <ShownOnce title="Password link" what="link" text={personLink(made, 'set-password', document.baseURI)}>
            Send the link to {member?.person.email} over a private channel. It works once and expires{' '}
            <Time at={made.expiresAt} />.
          </ShownOnce>
        ) : (
          <Text fz="sm">
            Create a link to set a new password. Earlier links of the person stop working. Using the link ends all of
            the person’s sessions.
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
              Create link
            </ActionButton>
          )}
        </Group>
      </Stack>
    </Dialog>
  );
}
