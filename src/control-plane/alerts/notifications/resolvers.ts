import type { NotificationNodeOverride } from '../../../contract/types.generated.ts';
import { adminMutation } from '../../request/mutation.ts';
import { isAdmin } from '../../request/permissions.ts';
import { organizationQuery } from '../../request/query.ts';
import type { Resolvers } from '../../request/resolvers.generated.ts';
import { listNodeOverrides, type NamedOverride } from './node-overrides.ts';
import { readSettings } from './read-settings.ts';
import { type SaveSettingsDeps, saveSettings } from './save-settings.ts';

const settingsSubject = { type: 'notification-settings', id: 'settings' } as const;

export const notificationResolvers = (deps: SaveSettingsDeps): Resolvers => ({
  Query: {
    notificationSettings: organizationQuery(null, (_args, { reader, context }) =>
      readSettings(context.database, reader.organizationId, { showsUrl: isAdmin(reader) }),
    ),
  },
  Mutation: {
    saveNotificationSettings: adminMutation({
      run: async ({ input }, { caller: { organizationId }, database }) => {
        const webhookSecret = await saveSettings(database, organizationId, input, deps);
        return { settings: await readSettings(database, organizationId, { showsUrl: true }), webhookSecret };
      },
      subject: () => settingsSubject,
      target: () => settingsSubject,
    }),
  },
  NotificationSettings: {
    nodeOverrides: async ({ organizationId }, args, context) => {
      const rows = await context.budget.fetchPage(args, (page) =>
        listNodeOverrides(context.database, organizationId, page),
      );
      return rows.map(shownOverride);
    },
  },
});

const shownOverride = ({
  nodeId,
  nodeName,
  muted,
  mutedUntil,
  thresholds,
}: NamedOverride): NotificationNodeOverride => ({
  nodeId,
  nodeName,
  muted: muted && (mutedUntil === null || mutedUntil > new Date()),
  mutedUntil: mutedUntil?.toISOString() ?? null,
  thresholds,
});

export const notifications = { resolvers: notificationResolvers };
