import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { RevokeApiKeyDocument } from '../../../client/operations.generated.ts';
import { ConfirmButton } from '../../display/dialogs.tsx';
import { Dated, ForeignText, Named } from '../../display/text.tsx';

interface RevokeKeyProps {
  apiKey: { id: string; name: string };
  consequence: string;
}

export const RevokeKey = ({ apiKey: { id, name }, consequence }: RevokeKeyProps) => (
  <ConfirmButton
    flex="none"
    size="xs"
    variant="default"
    aria-label={`Revoke ${name}`}
    question={{ title: `Revoke key ${name}?`, consequence, act: 'Revoke key', variables: { where: { id } } }}
    operation={RevokeApiKeyDocument}
    done="Key revoked."
  >
    Revoke…
  </ConfirmButton>
);

interface KeyLineProps extends RevokeKeyProps {
  apiKey: RevokeKeyProps['apiKey'] & { start: string; expiresAt: string | null; lastUsedFrom?: string | null };
  lastUsedAt: string | null;
  state?: ReactNode;
}

/** A key with its life, and the button that ends it. */
export const KeyLine = ({ apiKey, lastUsedAt, state, consequence }: KeyLineProps) => (
  <Group justify="space-between" wrap="nowrap">
    <Named
      name={
        <>
          <ForeignText>{apiKey.name}</ForeignText> {state}
        </>
      }
      note={
        <>
          <code>{apiKey.start}…</code> · <Dated label="expires" at={apiKey.expiresAt} none="never expires" /> ·{' '}
          <Dated label="last used" at={lastUsedAt} none="never used" />
          {lastUsedAt !== null && apiKey.lastUsedFrom != null && ` from ${apiKey.lastUsedFrom}`}
        </>
      }
    />
    <RevokeKey {...{ apiKey, consequence }} />
  </Group>
);
