import type { Secret } from '../../people/accounts/secret.ts';
import { sql } from '../../platform/database/database.ts';
import { organizationQuery } from '../../request/operations.ts';
import type { Resolvers } from '../../request/resolvers.generated.ts';
import { node } from '../../tables/nodes.ts';
import { nodesOf } from '../find-nodes.ts';
import { rpcCredentialsOf } from './rpc-credentials.ts';

export const rpcCredentialResolvers = ({ secret }: { secret: Secret }): Resolvers => ({
  Query: {
    nodeRpcCredentials: organizationQuery(null, async (_args, { reader: { organizationId }, context }) => {
      const { database } = context;
      const { user, sealedPassword, rpcAuth } = await rpcCredentialsOf(database, secret, organizationId);
      // Nodes that were taken over keep the credentials of the previous control plane until a rotation.
      const refusing = sql`NOT coalesce(${node.rpcAuths} @> ${JSON.stringify({ rpcAuth })}::jsonb OR ${node.rpcAuths} @> ${JSON.stringify({ formerRpcAuth: rpcAuth })}::jsonb, true)`;
      const refusingNodes = await database.$count(node, nodesOf(organizationId, refusing));
      return { user, password: secret.unseal(sealedPassword), refusingNodes };
    }),
  },
});
