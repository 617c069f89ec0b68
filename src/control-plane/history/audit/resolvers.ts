import { emptyConnection } from '../../platform/input/connection.ts';
import { organizationQuery, personQuery } from '../../request/query.ts';
import type { Resolvers } from '../../request/resolvers.generated.ts';
import type { AuditActionPage } from '../../request/trail/action-page.ts';
import { listActions } from './list-actions.ts';

const noActions: AuditActionPage = { ...emptyConnection, totalCount: async () => 0 };

export const auditResolvers = (): Resolvers => ({
  Query: {
    auditActions: organizationQuery(noActions, ({ filter }, { reader, context }) =>
      listActions(context, reader.organizationId, filter),
    ),
    adminAuditActions: personQuery(noActions, ({ organizationId, filter }, { context }) =>
      listActions(context, organizationId ?? null, filter),
    ),
  },
});
