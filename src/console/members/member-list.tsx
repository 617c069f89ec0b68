import { useState } from 'react';
import { useApiMutation, useApiQuery } from '../api/use-api.tsx';
import { Confirm, type Question } from '../display/confirm.tsx';
import { QueryView } from '../display/query-view.tsx';
import { Rows } from '../display/rows.tsx';
import { useRights, useViewer } from '../session/viewer.ts';
import { memberColumns } from './member-columns.tsx';
import { MembersDocument, RemoveMemberDocument } from './operations.generated.ts';
import { PasswordLink } from './password-link.tsx';
import type { MemberRow } from './shown-member.ts';

/** The members, the first ones first, with what may be done about each. */
export function MemberList() {
  const { person, organization } = useViewer();
  const rights = useRights();
  const query = useApiQuery(MembersDocument, {}, { shows: ['member'] });
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
      <QueryView query={query}>
        {({ members }) => (
          <Rows
            label="Members"
            rows={members ?? []}
            columns={columns}
            keyOf={({ id }) => id}
            rowHeight={56}
            maxHeight="max(320px, 60dvh)"
            empty={null}
          />
        )}
      </QueryView>
      <Confirm question={question} onClose={() => setLeaving(undefined)} mutation={remove} />
      <PasswordLink member={linked} onClose={() => setLinked(undefined)} />
    </>
  );
}
