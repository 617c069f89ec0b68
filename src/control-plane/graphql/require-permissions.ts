import type { GraphQLSchema } from 'graphql';
import type { RootName } from '../request/permission-table.ts';
import { type OperationExtensions, requiredPermission } from '../request/permissions.ts';

/**
 * Throws when an operation with a resolver does not check the permission that the table gives it, so that a server with such a hole never
 * starts.
 */
export function requirePermissions(schema: GraphQLSchema): void {
  for (const root of [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]) {
    for (const { name, resolve, subscribe, extensions } of Object.values(root?.getFields() ?? {})) {
      if (root === undefined || root === null || (resolve === undefined && subscribe === undefined)) continue;
      const { permissions = [] } = extensions as Partial<OperationExtensions>;
      requiredPermission(root.name as RootName, name, { permissions });
    }
  }
}
