import { Group, Stack, Text } from '@mantine/core';
import { ApiKeysDocument, RevokeApiKeyDocument } from '../../../client/operations.generated.ts';
import { useWholeList } from '../../api/lists.ts';
import { OperationButton } from '../../display/action-button.tsx';
import { DialogButton } from '../../display/dialogs.tsx';
import { Panel } from '../../display/page.tsx';
import { ForeignText } from '../../display/text.tsx';
import { Dated } from '../../display/time.tsx';
import { useRights, useViewer } from '../../session/viewer.ts';
import { MakeKey } from '../keys/make-key.tsx';

export function PersonalKeys() {
  const create = (
    <DialogButton label="Create key" size="xs" variant="default">
      <MakeKey only="personal" />
    </DialogButton>
  );
  return (
    <Panel title="Personal keys" aside={create}>
      <Stack>
        <Text variant="hint">
          Give scripts and <code>satrap</code> your permissions in this organization.
        </Text>
        <OwnKeys />
      </Stack>
    </Panel>
  );
}

/** Only owners and admins can list keys. */
function OwnKeys() {
  const { person } = useViewer();
  const { mayChange } = useRights();
  const { data } = useWholeList(
    ApiKeysDocument,
    { where: { purpose: 'personal' } },
    { shows: ['apiKey'], enabled: mayChange },
  );
  const own = (data ?? []).filter(({ owner, revokedAt }) => owner === person.email && revokedAt == null);
  return own.map(({ id, name, start, lastUsedAt, expiresAt }) => (
    <Group key={id} justify="space-between" wrap="nowrap">
      <div>
        <Text fz="sm" fw={500}>
          <ForeignText>{name}</ForeignText> <code>{start}…</code>
        </Text>
        <Text variant="note">
          <Dated label="last used" at={lastUsedAt} none="never used" /> ·{' '}
          <Dated label="expires" at={expiresAt} none="never expires" />
        </Text>
      </div>
      <OperationButton
        flex="none"
        size="xs"
        variant="default"
        aria-label={`Revoke ${name}`}
        operation={RevokeApiKeyDocument}
        variables={{ where: { id } }}
        done="Key revoked."
      >
        Revoke
      </OperationButton>
    </Group>
  ));
}
