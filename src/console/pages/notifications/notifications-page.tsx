import { Stack } from '@mantine/core';
import { NotificationChannelsDocument, NotificationSettingsDocument } from '../../../client/operations.generated.ts';
import { useApiQuery } from '../../api/use-api.tsx';
import { QueryView } from '../../display/answers.tsx';
import { PageHeader } from '../../display/page.tsx';
import { Channels } from './channels.tsx';
import { Deliveries } from './deliveries.tsx';
import { NodeOverrides } from './node-overrides.tsx';
import { RulesPanel } from './rules-panel.tsx';

export function NotificationsPage() {
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
                <Channels channels={shown} />
                {settings != null && (
                  <>
                    <RulesPanel settings={settings} />
                    <NodeOverrides thresholds={settings.thresholds} />
                  </>
                )}
                <Deliveries channels={shown} />
              </>
            );
          }}
        </QueryView>
      </Stack>
    </>
  );
}
