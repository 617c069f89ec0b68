import { Alert, Group, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import {
  RotateWebhookSecretDocument,
  SaveNotificationSettingsDocument,
  TestNotificationWebhookDocument,
} from '../../../client/operations.generated.ts';
import { useApiQuery, useFormMutation } from '../../api/use-api.tsx';
import { QueryView } from '../../display/answers.tsx';
import { ShownOnce } from '../../display/code-block.tsx';
import { LeaveGuard } from '../../display/dialogs.tsx';
import { bindChecked, bindText, Form, OperationButton, SubmitButton } from '../../display/form.tsx';
import { PageHeader, Panel } from '../../display/page.tsx';
import { Time } from '../../display/text.tsx';
import { useRights } from '../../session/viewer.ts';
import { Deliveries } from './deliveries.tsx';
import { NodeOverrides } from './node-overrides.tsx';
import { NotificationSettingsDocument } from './operations.generated.ts';
import type { Webhook } from './settings.ts';
import { WhenPanel } from './when-panel.tsx';

export function NotificationsPage() {
  const { mayChange } = useRights();
  const [secret, setSecret] = useState<string | null>(null);
  const query = useApiQuery(NotificationSettingsDocument, {}, { shows: ['notification'] });
  return (
    <>
      <PageHeader title="Notifications" about="Alert rules and webhook delivery." />
      <Stack gap="lg">
        <QueryView query={query} height={320}>
          {({ notificationSettings: settings }) =>
            settings != null && (
              <>
                <WebhookPanel
                  key={settings.webhook?.endpointId ?? ''}
                  webhook={settings.webhook ?? null}
                  {...{ mayChange, secret }}
                  onSecret={setSecret}
                />
                <Deliveries mayChange={mayChange} />
                <WhenPanel settings={settings} mayChange={mayChange} />
                <NodeOverrides thresholds={settings.thresholds} mayChange={mayChange} />
              </>
            )
          }
        </QueryView>
      </Stack>
    </>
  );
}

interface WebhookPanelProps {
  webhook: Webhook | null;
  mayChange: boolean;
  /** A newly created secret. The page keeps it, since a new URL is a new endpoint, which remounts this panel. */
  secret: string | null;
  onSecret: (secret: string | null) => void;
}

function WebhookPanel({ webhook, mayChange, secret, onSecret }: WebhookPanelProps) {
  const [url, setUrl] = useState(webhook?.url ?? '');
  const save = useFormMutation(SaveNotificationSettingsDocument, {
    done: 'Webhook saved.',
    onDone: ({ saveNotificationSettings: { webhookSecret } }) => onSecret(webhookSecret ?? secret),
  });
  return (
    <Panel title="Webhook">
      <Stack>
        <Text variant="hint">
          Sends each incident when it opens, is acknowledged and closes. Deliveries are signed, numbered and retried
          until your server answers 2xx.
        </Text>
        <WebhookState webhook={webhook} />
        <LeaveGuard isDirty={mayChange && url.trim() !== (webhook?.url ?? '')} />
        {secret !== null && (
          <ShownOnce title="Webhook secret" what="secret" text={secret}>
            Use it to verify signatures at the receiver.
          </ShownOnce>
        )}
        {mayChange ? (
          <Form mutation={save} onSubmit={() => save.mutate({ input: { webhookUrl: url.trim() } })}>
            <Group align="end">
              <TextInput
                label="Webhook URL"
                placeholder="https://alerts.example.com/satrap"
                description="Clear the field to remove the webhook."
                type="url"
                inputMode="url"
                style={{ flex: '1 1 320px' }}
                {...bindText(url, setUrl)}
              />
              <SubmitButton variant="default" disabled={url.trim() === (webhook?.url ?? '')}>
                Save URL
              </SubmitButton>
            </Group>
          </Form>
        ) : (
          <Text className="foreign">
            {webhook?.url ?? 'No webhook. Ask an owner or admin of the organization to set one.'}
          </Text>
        )}
        {mayChange && webhook !== null && (
          <Group>
            <Switch
              label="Send notifications"
              {...bindChecked(webhook.enabled, (isOn) => save.mutate({ input: { webhookEnabled: isOn } }))}
              disabled={save.isPending}
            />
            <OperationButton
              operation={TestNotificationWebhookDocument}
              variables={{}}
              done={({ testNotificationWebhook: { sequence } }) => `Sending delivery ${sequence}…`}
            >
              Send test
            </OperationButton>
            <OperationButton
              operation={RotateWebhookSecretDocument}
              variables={{}}
              onDone={({ rotateWebhookSecret: { secret: rotated } }) => onSecret(rotated)}
            >
              Rotate secret
            </OperationButton>
          </Group>
        )}
      </Stack>
    </Panel>
  );
}

function WebhookState({ webhook }: { webhook: Webhook | null }) {
  if (webhook?.goneAt != null)
    return (
      <Alert color="red" title="Receiver gone">
        Answered 410 <Time at={webhook.goneAt} />, which disabled the webhook. Save a new URL or enable the webhook
        again.
      </Alert>
    );
  if (webhook?.failingSince != null)
    return (
      <Alert color="orange" title="Deliveries failing">
        First failure <Time at={webhook.failingSince} />. See the responses below.
      </Alert>
    );
  const lastEnd = webhook?.previousSecretsUntil.at(-1);
  if (lastEnd !== undefined)
    return (
      <Text fz="sm">
        Deliveries are also signed with previous secrets. The last one expires <Time at={lastEnd} />.
      </Text>
    );
  return null;
}
