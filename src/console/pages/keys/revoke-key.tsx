import { RevokeApiKeyDocument } from '../../../client/operations.generated.ts';
import { ConfirmButton } from '../../display/dialogs.tsx';

interface RevokeKeyProps {
  apiKey: { id: string; name: string };
  title: string;
  consequence: string;
}

export const RevokeKey = ({ apiKey: { id, name }, title, consequence }: RevokeKeyProps) => (
  <ConfirmButton
    flex="none"
    size="xs"
    variant="default"
    aria-label={`Revoke ${name}`}
    question={{ title, consequence, act: 'Revoke key', variables: { where: { id } } }}
    operation={RevokeApiKeyDocument}
    done="Key revoked."
  >
    Revoke…
  </ConfirmButton>
);
