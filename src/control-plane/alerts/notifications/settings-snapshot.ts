import type { SnapshotReader } from '../../request/trail/audit-trail.ts';
import { listNodeOverrides } from './node-overrides.ts';
import { readSettings } from './settings-view.ts';

/** More are not shown; each change names at most as many. */
const maxOverrides = 500;

/** Notification settings as the audit log shows them: without secrets, which the URL of a webhook may hold behind its host. */
export const settingsSnapshot: SnapshotReader = {
  read: async (transaction, organizationId) => {
    const { webhook, notifyFrom, thresholds } = await readSettings(transaction, organizationId, { showsUrl: false });
    const overrides = await listNodeOverrides(transaction, organizationId, { take: maxOverrides, skip: 0 });
    return {
      name: 'notification settings',
      values: {
        webhook: webhook && { url: webhook.url, endpointId: webhook.endpointId, enabled: webhook.enabled },
        secretRotatedUntil: webhook?.formerSecretUntil ?? null,
        notifyFrom,
        thresholds,
        nodeOverrides: overrides.map(({ nodeName, muted, mutedUntil, thresholds: own }) => ({
          ...{ nodeName, muted, mutedUntil, thresholds: own },
        })),
      },
    };
  },
};
