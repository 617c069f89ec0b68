import { IconKey } from '@tabler/icons-react';
import { useState } from 'react';
import { useApiMutation } from '../../api/use-api.tsx';
import { useWholeList } from '../../api/use-whole-list.ts';
import { Confirm } from '../../display/dialogs/confirm.tsx';
import { List } from '../../display/lists/list.tsx';
import { Nothing } from '../../display/lists/nothing.tsx';
import { useNow } from '../../display/values/use-now.ts';
import { type KeyRow, keyColumns } from './columns.tsx';
import { isOpen, keyState } from './key-state.ts';
import { DeleteKeyDocument, KeyListDocument, RevokeKeyDocument } from './operations.generated.ts';
import { type KeysSearch, keysWhere } from './search.ts';

/** The keys of the organization, the newest first. */
export function KeyList({ search }: { search: KeysSearch }) {
  const now = useNow(30);
  const where = keysWhere(search);
  const query = useWholeList(
    KeyListDocument,
    { where },
    { rowsOf: (data) => data.apiKeys, shows: ['apiKey', 'executor'], everySeconds: 60, keepsFormer: true },
  );
  const revoke = useApiMutation(RevokeKeyDocument, { failure: 'none', done: 'The key is worthless now.' });
  const remove = useApiMutation(DeleteKeyDocument, { done: 'The key is gone from the list.' });
  const [asked, setAsked] = useState<KeyRow>();
  const columns = keyColumns({ now, onRevoke: setAsked, onDelete: ({ id }) => remove.mutate({ where: { id } }) });
  const isFiltered = Object.keys(where).length > 0;
  return (
    <>
      <List
        query={query}
        fits={(key) => search.ended !== undefined || isOpen(keyState(key, now))}
        label="API keys"
        columns={columns}
        rowHeight={56}
        maxHeight="max(320px, 55dvh)"
        empty={
          <Nothing
            icon={IconKey}
            title={isFiltered ? 'No key fits' : search.ended === undefined ? 'No key is valid' : 'No key yet'}
          >
            An agent gets its key by itself when its host joins with an enrolment token. For scripts, make one.
          </Nothing>
        }
      />
      <Confirm question={asked && revocation(asked)} onClose={() => setAsked(undefined)} mutation={revoke} />
    </>
  );
}

/** Says what follows when a key is revoked. Pure. */
const revocation = ({ id, name, purpose, owner, usage }: KeyRow) => ({
  title: `Revoke the key ${name}?`,
  consequence:
    purpose === 'personal'
      ? `Scripts that use it are refused within two seconds. It acts for ${owner ?? 'somebody who has left'}.`
      : usage == null
        ? 'An agent that has it is refused within two seconds.'
        : `The agent of ${usage.executorName} is refused within two seconds. Its nodes keep running, and it needs another key to be heard of again: satrap agent join.`,
  act: 'Revoke',
  variables: { where: { id } },
});
