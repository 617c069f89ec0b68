import type { IncomingMessage } from 'node:http';
import type { Plugin } from 'graphql-yoga';
import { type AuthenticationStrategy, authenticateBy } from '../../../people/accounts/authenticator.ts';
import type { Caller, RequestClient } from '../../../request/caller.ts';
import { pathPrefix } from '../../console/console.ts';
import type { Body } from '../body/read-body.ts';
import { type ClientSettings, requestClient } from '../request-client.ts';
import type { RefusalLog } from '../request-log.ts';

/** The answers of a subscription. */
export interface Answers {
  /** Returns the next one as JSON; undefined at the end. */
  next(): Promise<string | undefined>;
  end(): void;
}

export interface ServerContext {
  req: IncomingMessage;
  requestId?: string;
  measured?: { startedAt: number; operation: string; code?: string };
  client: RequestClient;
  /** The `Set-Cookie` headers of the response; undefined for the server's own pages. */
  cookies?: string[];
  caller: Caller | null;
  /** If it was read before, and the number of its values once it is parsed. */
  body?: Body;
  values?: number;
  /** Whether the answer may be compressed. Default: no. */
  isCompressible?: boolean;
  /** Called when the request has been answered. */
  ended?: (() => void)[];
  /** Of a subscription that has started. */
  answers?: Answers;
}

/** Below a path, the other applications of the host get no cookie, and another control plane there replaces none. */
const limitedTo = (prefix: string, cookie: string): string =>
  cookie.replace(/; Path=\/(?=;|$)/i, `; Path=${prefix || '/'}`);

export const authenticate = (
  strategies: readonly AuthenticationStrategy[],
  settings: ClientSettings,
  refusals: RefusalLog,
): Plugin<object, ServerContext> => ({
  onRequestParse: async ({ request, serverContext }) => {
    serverContext.cookies = [];
    const { headers, socket } = serverContext.req;
    serverContext.client = requestClient({ headers, peerAddress: socket.remoteAddress }, settings);
    const authorization = request.headers.get('authorization');
    const organization = request.headers.get('satrap-organization');
    const credentials = { authorization, organization, ...serverContext.client };
    serverContext.caller = await authenticateBy(strategies, credentials);
    if (serverContext.caller === null && authorization !== null) refusals.credential(serverContext.client);
  },
  onResponse: ({ response, serverContext }) => {
    for (const cookie of serverContext.cookies ?? [])
      response.headers.append('set-cookie', limitedTo(pathPrefix(settings.publicUrl), cookie));
  },
});
