import { Text } from '@mantine/core';
import { CreatePasswordResetLinkDocument } from '../../../client/operations.generated.ts';
import { useFormMutation } from '../../api/use-api.tsx';
import { ShownOnce } from '../../display/code-block.tsx';
import { Form, FormEnd, FormResult } from '../../display/form.tsx';
import { Time } from '../../display/time.tsx';
import { personLink } from '../../session/credentials.ts';
import type { MemberRow } from './member-rights.ts';

export function PasswordLink({ person: { id, email } }: Pick<MemberRow, 'person'>) {
  const make = useFormMutation(CreatePasswordResetLinkDocument);
  const made = make.data?.createPasswordResetLink;
  if (made !== undefined)
    return (
      <FormResult>
        <ShownOnce title="Password link" what="link" text={personLink(made, 'set-password', document.baseURI)}>
          Send the link to {email} over a private channel. It works once and expires <Time at={made.expiresAt} />.
        </ShownOnce>
      </FormResult>
    );
  return (
    <Form mutation={make} onSubmit={() => make.mutate({ where: { id } })}>
      <Text fz="sm">
        Create a link to set a new password. Earlier links of the person stop working. Using the link ends all of the
        person’s sessions.
      </Text>
      <FormEnd act="Create link" isPending={make.isPending} />
    </Form>
  );
}
