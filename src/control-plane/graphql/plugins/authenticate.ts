import type { IncomingMessage } from 'node:http';
import type { Plugin } from 'graphql-yoga';
import type { Authenticator } from '../../accounts/authenticator.ts';
import type { Caller } from '../../request/caller.ts';

/** What the server knows of a request before its body is read. */
export interface ServerContext {
  /** Node's own request; its socket knows the address of the client. */
  req: IncomingMessage;
  /** Null without a valid credential; set by the plugin `authenticate`. */
  caller: Caller | null;
}

/** Finds out who makes a request before its body is read. */
export const authenticate = (authenticator: Authenticator): Plugin<object, ServerContext> => ({
  onRequestParse: async ({ request, serverContext }) => {
    serverContext.caller = await authenticator.authenticate({
      authorization: request.headers.get('authorization'),
      address: serverContext.req.socket.remoteAddress ?? null,
    });
  },
});
