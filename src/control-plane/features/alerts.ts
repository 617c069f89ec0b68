import { diskForecastResolvers } from '../alerts/incidents/disk-forecast.ts';
import { incidentResolvers, incidentSnapshot } from '../alerts/incidents/incidents.ts';
import { networkResolvers } from '../alerts/incidents/networks.ts';
import { nodeProblemResolvers } from '../alerts/incidents/node-problems.ts';
import { alertRetentionJob } from '../alerts/incidents/retention.ts';
import { rulesJob } from '../alerts/incidents/run-rules.ts';
import { channelResolvers, channelSnapshot } from '../alerts/notifications/channels.ts';
import { settingsResolvers, settingsSnapshot } from '../alerts/notifications/settings.ts';
import { webhookResolvers } from '../alerts/webhooks/resolvers.ts';
import type { Feature } from './feature.ts';

/** Incidents with the rules that find them, and the channels that they are sent to. */
export const alerts = {
  resolvers: [
    incidentResolvers,
    nodeProblemResolvers,
    networkResolvers,
    diskForecastResolvers,
    channelResolvers,
    settingsResolvers,
    webhookResolvers,
  ],
  jobs: (deps) => [rulesJob(deps), alertRetentionJob(deps.database, deps.settings)],
  snapshots: {
    incident: incidentSnapshot,
    notification_channel: channelSnapshot,
    notification_settings: settingsSnapshot,
    webhook_delivery: null,
  },
} satisfies Feature;
