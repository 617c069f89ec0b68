import { useState } from 'react';
import { useApiMutation } from '../../api/use-api.tsx';
import { useWholeList } from '../../api/use-whole-list.ts';
import { Confirm, type Question } from '../../display/dialogs/confirm.tsx';
import { List } from '../../display/lists/list.tsx';
import { useRights, useViewer } from '../../session/viewer.ts';
import { memberColumns } from './member-columns.tsx';
import { MembersDocument, RemoveMemberDocument } from './operations.generated.ts';
import { PasswordLink } from './password-link.tsx';
import type { MemberRow } from './shown-member.ts';

/** The members, the first ones first, with what may be done about each. */
export function MemberList() {
  const { person, organization } = useViewer();
  const rights = useRights();
  const query = useWholeList(MembersDocument, {}, { rowsOf: (data) => data.members, shows: ['member'] });
  const remove = useApiMutation(RemoveMemberDocument, { failure: 'none', done: 'No longer a member.' });
  const [leaving, setLeaving] = useState<MemberRow>();
  const [linked, setLinked] = useState<MemberRow>();
  const columns = memberColumns({ rights, ownId: person.id, onRemove: setLeaving, onPasswordLink: setLinked });
  const question: Question<{ where: { id: string } }> | undefined = leaving && {
    title: `Remove ${leaving.person.name}?`,
    consequence: `${leaving.person.email} loses access to ${organization?.name ?? 'the organization'} at once, and the person’s own keys for it end. Nodes keep running.`,
    act: 'Remove',
    variables: { where: { id: leaving.id } },
  };
  return (
    <>
      <List query={query} label="Members" columns={columns} rowHeight={56} maxHeight="max(320px, 60dvh)" empty={null} />
      <Confirm question={question} onClose={() => setLeaving(undefined)} mutation={remove} />
      <PasswordLink member={linked} onClose={() => setLinked(undefined)} />
    </>
  );
}
