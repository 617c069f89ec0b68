import { Button } from '@mantine/core';
import { useState } from 'react';
import type { EnrolmentTokenStatus } from '../../../contract/types.generated.ts';
import { useApiMutation } from '../../api/use-api.tsx';
import { useWholeList } from '../../api/use-whole-list.ts';
import type { Column } from '../../display/lists/column.ts';
import { List } from '../../display/lists/list.tsx';
import { Panel } from '../../display/panel.tsx';
import { ForeignText } from '../../display/values/foreign-text.tsx';
import { Time } from '../../display/values/time.tsx';
import { Tone } from '../../display/values/tone.tsx';
import { MakeToken } from './make-token.tsx';
import { RevokeTokenDocument, TokenListDocument, type TokenListQuery } from './operations.generated.ts';

type TokenRow = NonNullable<TokenListQuery['enrolmentTokens']>[number];

const tones: Record<EnrolmentTokenStatus, 'good' | 'busy' | 'idle'> = {
  open: 'busy',
  used: 'good',
  expired: 'idle',
  revoked: 'idle',
};

/** The tokens with which agents get a key of their own. */
export function Tokens() {
  const [isMaking, setMaking] = useState(false);
  // Nothing names the change of a token; its use makes a key.
  const query = useWholeList(
    TokenListDocument,
    {},
    { rowsOf: (data) => data.enrolmentTokens, shows: ['apiKey', 'executor'], everySeconds: 15 },
  );
  const revoke = useApiMutation(RevokeTokenDocument, { done: 'The token is worthless now.' });
  const columns = tokenColumns((id) => revoke.mutate({ where: { id } }));
  return (
    <Panel
      title="Enrolment tokens"
      aside={
        <Button variant="default" size="xs" onClick={() => setMaking(true)}>
          Let a host join
        </Button>
      }
    >
      <List
        query={query}
        height={60}
        label="Tokens"
        columns={columns}
        rowHeight={40}
        maxHeight="320px"
        empty="None. With a token, the agent of one host gets a key of its own, which it changes in time by itself."
      />
      <MakeToken isOpen={isMaking} onClose={() => setMaking(false)} />
    </Panel>
  );
}

const tokenColumns = (onRevoke: (id: string) => void): readonly Column<TokenRow>[] => [
  {
    id: 'for',
    label: 'For',
    width: 'minmax(0, 2fr)',
    leads: true,
    cell: ({ usedBy, executorName }) => <ForeignText>{usedBy ?? executorName ?? 'any new executor'}</ForeignText>,
  },
  { id: 'status', label: 'State', width: '92px', cell: ({ status }) => <Tone tone={tones[status]}>{status}</Tone> },
  { id: 'made', label: 'Made', width: '110px', isForWide: true, cell: ({ createdAt }) => <Time at={createdAt} /> },
  {
    id: 'end',
    label: 'Used or ends',
    width: '110px',
    isForWide: true,
    cell: ({ usedAt, expiresAt }) => <Time at={usedAt ?? expiresAt} />,
  },
  {
    id: 'revoke',
    label: 'Revoke',
    hidesLabel: true,
    width: '76px',
    cell: ({ id, status, executorName }) =>
      status === 'open' && (
        <Button
          size="compact-xs"
          variant="default"
          aria-label={`Revoke the token for ${executorName ?? 'any new executor'}`}
          onClick={() => onRevoke(id)}
        >
          Revoke
        </Button>
      ),
  },
];
