import { defaultClient } from '../../bitcoin/clients/registry.ts';
import { confBounds } from '../../bitcoin/conf-file/parse-conf.ts';
import { readConf } from '../../bitcoin/conf-file/read-conf.ts';
import { invalidInput } from '../platform/input/errors.ts';
import { organizationQuery } from '../request/operations.ts';
import type { Resolvers } from '../request/resolvers.generated.ts';
import type { LifecycleDeps } from './client-lifecycle.ts';
import { versionOfNewNode } from './node-options.ts';

/** The values of a line in an answer. */
const lineCost = 8;

/** Judges a bitcoin.conf that somebody brings. A query, because its text can hold passwords: nothing records it. */
export const bitcoinConfResolvers = ({ lifecycle }: LifecycleDeps): Resolvers => ({
  Query: {
    readBitcoinConf: organizationQuery(null, async ({ data }, { reader: { organizationId }, context }) => {
      const { text, client = defaultClient, network, nodeType, resources, executorId = null } = data;
      const lines = requireBounds(text);
      context.budget.charge(lines * lineCost);
      const of = { organizationId, executorId, client };
      const clientVersion = data.clientVersion ?? (await versionOfNewNode(context.database, of, lifecycle));
      if (clientVersion === undefined) return null;
      return context.budget.inTurn(async () => ({
        ...readConf(text, { client, clientVersion, network, nodeType, resources }),
        ...{ client, clientVersion },
      }));
    }),
  },
});

/** Returns the number of lines. Throws `invalid_input` for too many. */
function requireBounds(text: string): number {
  const { characters, lines } = confBounds;
  const count = text.length > characters ? 0 : text.split(/\r\n|\n|\r/).length;
  if (text.length > characters || count > lines + 1) {
    const message = `must have at most ${characters} characters and ${lines} lines`;
    throw invalidInput([{ path: ['data', 'text'], message }]);
  }
  return count;
}
