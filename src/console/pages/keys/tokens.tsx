import {
  EnrolmentTokensDocument,
  type EnrolmentTokensQuery,
  RevokeEnrolmentTokenDocument,
} from '../../../client/operations.generated.ts';
import { useWholeList } from '../../api/use-api.tsx';
import { DialogButton } from '../../display/dialogs.tsx';
import { OperationButton } from '../../display/form.tsx';
import { actionsColumn, type Column, leadColumn, wideColumn } from '../../display/lists/column.ts';
import { WholeList } from '../../display/lists/list.tsx';
import { toneColumn } from '../../display/lists/rows.tsx';
import { Panel } from '../../display/page.tsx';
import { ForeignText, Time } from '../../display/text.tsx';
import { AddHost } from '../executors/add-host.tsx';

type TokenRow = NonNullable<EnrolmentTokensQuery['enrolmentTokens']>[number];

const tones = { open: 'busy', used: 'good', expired: 'idle', revoked: 'idle' } as const;

export function Tokens() {
  // Tokens have no change event of their own; using one creates a key.
  const query = useWholeList(EnrolmentTokensDocument, {}, { shows: ['api_key', 'executor'], everySeconds: 15 });
  return (
    <Panel
      title="Enrolment tokens"
      aside={
        <DialogButton label="Add host" variant="default" size="xs">
          <AddHost />
        </DialogButton>
      }
    >
      <WholeList
        query={query}
        height={60}
        label="Tokens"
        columns={tokenColumns}
        rowHeight={40}
        maxHeight="320px"
        empty="No tokens yet. A token adds one host, whose agent then creates and rotates its own key."
      />
    </Panel>
  );
}

const tokenColumns: readonly Column<TokenRow>[] = [
  leadColumn('For', 2, ({ usedBy, executorName }) => (
    <ForeignText>{usedBy ?? executorName ?? 'any new host'}</ForeignText>
  )),
  toneColumn('State', '92px', tones, ({ status }) => status),
  wideColumn('Created', '110px', ({ createdAt }) => <Time at={createdAt} />),
  wideColumn('Used or expires', '110px', ({ usedAt, expiresAt }) => <Time at={usedAt ?? expiresAt} />),
  actionsColumn('88px', ({ id, status, executorName }) =>
    status === 'open' ? (
      <OperationButton
        size="xs"
        aria-label={`Revoke token for ${executorName ?? 'any new host'}`}
        operation={RevokeEnrolmentTokenDocument}
        variables={{ where: { id } }}
        done="Token revoked."
      >
        Revoke
      </OperationButton>
    ) : null,
  ),
];
