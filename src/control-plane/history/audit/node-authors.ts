import { rowsOf, sql, type TenantKey } from '../../platform/database/database.ts';
import type { RequestContext } from '../../request/context.ts';
import { perRequest, rowLoader } from '../../request/loaders.ts';
import type { Resolvers } from '../../request/resolvers.generated.ts';
import type { AuditActor } from '../../tables/audit.ts';

interface NodeAuthors {
  nodeId: string;
  /** Null for a node that was not created here, such as a recovered one. */
  createdBy: AuditActor | null;
  lastChangedBy: AuditActor | null;
}

const actor = sql.raw(
  `jsonb_build_object('type', actor_type, 'name', actor_name, 'userId', user_id, 'apiKeyId', api_key_id) AS actor`,
);

/**
 * Loads who created and last changed nodes, from the audit log, which is where this is recorded. A partial index has only
 * actions that changed their target, so that a program that reads a node's log all day costs nothing here.
 */
const authorsLoader = ({ database, budget }: Pick<RequestContext, 'database' | 'budget'>) =>
  rowLoader<NodeAuthors>(
    ({ nodeId }) => nodeId,
    (nodes, ids) =>
      budget.fetchRows(nodes.length, async (limit) => {
        const of = sql`audit_action.organization_id = ${organizationOf(nodes)} AND audit_action.target_id = wanted.id
          AND audit_action.target_type = 'node' AND audit_action.before IS DISTINCT FROM audit_action.after`;
        return rowsOf<NodeAuthors>(
          await database.execute(sql`
            SELECT wanted.id AS "nodeId", created.actor AS "createdBy", changed.actor AS "lastChangedBy"
            FROM unnest(${sql.param(ids)}::text[]) AS wanted(id)
            LEFT JOIN LATERAL (SELECT ${actor} FROM audit_action WHERE ${of} ORDER BY sequence DESC LIMIT 1) AS changed ON true
            LEFT JOIN LATERAL (SELECT ${actor} FROM audit_action WHERE ${of} AND action = 'createNode'
              ORDER BY sequence DESC LIMIT 1) AS created ON true LIMIT ${limit}`),
        );
      }),
  );

/** A request concerns one organization. */
const organizationOf = ([first]: readonly TenantKey[]): string => first?.organizationId ?? '';

export function nodeAuthorResolvers(): Resolvers {
  const authorsOf = perRequest(authorsLoader);
  return {
    Node: {
      createdBy: async (row, _args, context) => (await authorsOf(context).load(row))?.createdBy ?? null,
      lastChangedBy: async (row, _args, context) => (await authorsOf(context).load(row))?.lastChangedBy ?? null,
    },
  };
}
