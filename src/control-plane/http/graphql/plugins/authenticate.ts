import type { IncomingMessage } from 'node:http';
import type { Plugin } from 'graphql-yoga';
import type { Authenticator } from '../../../people/accounts/authenticator.ts';
import type { Caller } from '../../../request/caller.ts';
import type { RequestClient } from '../../../request/client.ts';
import type { RefusalLog } from '../refusal-log.ts';
import { type ClientSettings, requestClient } from '../request-client.ts';

/** What is known so far of a request that is being measured. */
export interface MeasuredRequest {
  startedAt: number;
  operation: string;
  /** The code of the first error. */
  code?: string;
}

/** What the server knows of a request before its body is read. */
export interface ServerContext {
  /** Node's own request; its socket knows the address of the other end. */
  req: IncomingMessage;
  /** A UUID, which the answer names. */
  requestId?: string;
  /** Set by the plugin `measureRequests`. */
  measured?: MeasuredRequest;
  /** Set by the plugin `authenticate`. */
  client: RequestClient;
  /** The `Set-Cookie` headers of the answer; undefined when the request came no further than the server's own pages. */
  cookies?: string[];
  /** Null without a valid credential; set by the plugin `authenticate`. */
  caller: Caller | null;
}

/** Finds out who makes a request before its body is read, and sends the cookies of the answer. */
export const authenticate = (
  authenticator: Authenticator,
  settings: ClientSettings,
  refusals: RefusalLog,
): Plugin<object, ServerContext> => ({
  onRequestParse: async ({ request, serverContext }) => {
    serverContext.cookies = [];
    const { headers, socket } = serverContext.req;
    serverContext.client = requestClient({ headers, peerAddress: socket.remoteAddress }, settings);
    const authorization = request.headers.get('authorization');
    const organizationId = request.headers.get('satrap-organization');
    const credentials = { authorization, organizationId, ...serverContext.client };
    serverContext.caller = await authenticator.authenticate(credentials);
    if (serverContext.caller === null && authorization !== null) refusals.credential(serverContext.client);
  },
  onResponse: ({ response, serverContext }) => {
    for (const cookie of serverContext.cookies ?? []) response.headers.append('set-cookie', cookie);
  },
});
