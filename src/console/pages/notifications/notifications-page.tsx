import { Stack } from '@mantine/core';
import { useState } from 'react';
import { NotificationChannelsDocument } from '../../../client/operations.generated.ts';
import { useApiQuery } from '../../api/use-api.tsx';
import { QueryView } from '../../display/answers.tsx';
import { PageHeader } from '../../display/page.tsx';
import { useRights } from '../../session/viewer.ts';
import { Channels } from './channels.tsx';
import { Deliveries } from './deliveries.tsx';
import { NodeOverrides } from './node-overrides.tsx';
import { NotificationSettingsDocument } from './operations.generated.ts';
import { RulesPanel } from './rules-panel.tsx';

export function NotificationsPage() {
  const { mayChange } = useRights();
  const [channelId, setChannelId] = useState<string | null>(null);
  const channels = useApiQuery(NotificationChannelsDocument, {}, { shows: ['notification'] });
  const query = useApiQuery(NotificationSettingsDocument, {}, { shows: ['notification'] });
  return (
    <>
      <PageHeader title="Alerts" about="Incident rules and notification channels." />
      <Stack gap="lg">
        <QueryView query={channels} alongside={[query]} height={320}>
          {({ notificationChannels: shown }) => {
            const settings = query.data?.notificationSettings;
            return (
              <>
                <Channels channels={shown} mayChange={mayChange} onDeliveries={setChannelId} />
                {settings != null && (
                  <>
                    <RulesPanel settings={settings} mayChange={mayChange} />
                    <NodeOverrides thresholds={settings.thresholds} mayChange={mayChange} />
                  </>
                )}
                <Deliveries channels={shown} channelId={channelId} onChannel={setChannelId} mayChange={mayChange} />
              </>
            );
          }}
        </QueryView>
      </Stack>
    </>
  );
}
