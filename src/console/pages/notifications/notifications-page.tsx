import { Stack } from '@mantine/core';
import { useState } from 'react';
import { useApiQuery } from '../../api/use-api.tsx';
import { QueryView } from '../../display/answers.tsx';
import { PageHeader } from '../../display/page.tsx';
import { useRights } from '../../session/viewer.ts';
import { Deliveries } from './deliveries.tsx';
import { NodeOverrides } from './node-overrides.tsx';
import { NotificationSettingsDocument } from './operations.generated.ts';
import { WebhookPanel } from './webhook-panel.tsx';
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
