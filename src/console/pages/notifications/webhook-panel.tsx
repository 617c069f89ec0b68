import { Alert, Group, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import {
  RotateWebhookSecretDocument,
  SaveNotificationSettingsDocument,
  TestNotificationWebhookDocument,
} from '../../../client/operations.generated.ts';
import { useApiMutation } from '../../api/use-api.tsx';
import { ActionButton, MutationButton } from '../../display/action-button.tsx';
import { Failure } from '../../display/answers.tsx';
import { CodeBlock } from '../../display/code-block.tsx';
import { LeaveGuard } from '../../display/dialogs.tsx';
import { bindChecked, bindText } from '../../display/form.tsx';
import { Panel } from '../../display/page.tsx';
import { Time } from '../../display/time.tsx';
import type { Webhook } from './settings.ts';

interface WebhookPanelProps {
  webhook: Webhook | null;
  mayChange: boolean;
  /** The secret that was made just now. Another address is another endpoint, with a panel of its own: the page keeps it. */
  secret: string | null;
  onSecret: (secret: string | null) => void;
}

export function WebhookPanel({ webhook, mayChange, secret, onSecret }: WebhookPanelProps) {
  const [url, setUrl] = useState(webhook?.url ?? '');
  const save = useApiMutation(SaveNotificationSettingsDocument, {
    failure: 'none',
    done: 'The webhook is saved.',
    onDone: ({ saveNotificationSettings: { webhookSecret } }) => onSecret(webhookSecret ?? secret),
  });
  const rotate = useApiMutation(RotateWebhookSecretDocument, {
    onDone: ({ rotateWebhookSecret }) => onSecret(rotateWebhookSecret.secret),
  });
  const test = useApiMutation(TestNotificationWebhookDocument, {
    done: ({ testNotificationWebhook: { sequence } }) => `Delivery ${sequence} is on its way.`,
  });
  return (
    <Panel title="Webhook">
      <Stack>
        <Text variant="hint">
          Each incident is sent to this address when it opens, is acknowledged, and closes: signed, numbered, and again
          until it is acknowledged.
        </Text>
        <WebhookState webhook={webhook} />
        <LeaveGuard isDirty={mayChange && url.trim() !== (webhook?.url ?? '')} />
        {save.error !== null && <Failure error={save.error} />}
        {secret !== null && (
          <Alert color="teal" variant="light" title="The webhook’s secret, shown only now">
            <Text fz="sm" mb="xs">
              Give it to the receiver, which verifies the signature of each delivery with it.
            </Text>
            <CodeBlock text={secret} what="the secret" />
          </Alert>
        )}
        {mayChange ? (
          <form
            onSubmit={(event) => {
              event.preventDefault();
              save.mutate({ input: { webhookUrl: url.trim() } });
            }}
          >
            <Group align="end">
              <TextInput
                label="Address of the receiver"
                placeholder="https://alerts.example.com/satrap"
                description="An empty address removes the webhook."
                type="url"
                inputMode="url"
                spellCheck={false}
                style={{ flex: '1 1 320px' }}
                {...bindText(url, setUrl)}
              />
              <ActionButton
                type="submit"
                variant="default"
                disabled={url.trim() === (webhook?.url ?? '')}
                loading={save.isPending}
              >
                Save the address
              </ActionButton>
            </Group>
          </form>
        ) : (
          <Text className="foreign">
            {webhook?.url ?? 'None is set. An owner or admin of the organization sets one.'}
          </Text>
        )}
        {mayChange && webhook !== null && (
          <Group>
            <Switch
              label="Send notifications"
              {...bindChecked(webhook.enabled, (isOn) => save.mutate({ input: { webhookEnabled: isOn } }))}
              disabled={save.isPending}
            />
            <MutationButton variant="default" mutation={test} variables={{}}>
              Send a test
            </MutationButton>
            <MutationButton variant="default" mutation={rotate} variables={{}}>
              Make a new secret
            </MutationButton>
          </Group>
        )}
      </Stack>
    </Panel>
  );
}

function WebhookState({ webhook }: { webhook: Webhook | null }) {
  if (webhook?.goneAt != null)
    return (
      <Alert color="red" variant="light" title="The receiver has said that it is gone">
        It answered 410 <Time at={webhook.goneAt} />, which switched the webhook off. Save its new address, or switch it
        on again.
      </Alert>
    );
  if (webhook?.failingSince != null)
    return (
      <Alert color="orange" variant="light" title="Deliveries fail">
        None has succeeded since <Time at={webhook.failingSince} />. The list below says what the receiver answered.
      </Alert>
    );
  if (webhook?.formerSecretUntil != null)
    return (
      <Text fz="sm">
        Deliveries are signed with the former secret as well; that ends <Time at={webhook.formerSecretUntil} />.
      </Text>
    );
  return null;
}
