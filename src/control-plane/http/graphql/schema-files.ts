import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { audiences } from '../../../contract/audience.ts';
import { packageRoot } from '../../../package-root.ts';
import { type AuthenticationStrategy, authenticateBy } from '../../people/accounts/authenticator.ts';
import { unauthenticated } from '../../platform/input/errors.ts';
import { type ClientSettings, requestClient } from './request-client.ts';

/** Answers `/schema/AUDIENCE.graphql`: introspection is off in production. Throws the API's errors without a valid credential. */
export const buildSchemaFiles =
  (strategies: readonly AuthenticationStrategy[], settings: ClientSettings) =>
  (request: IncomingMessage, path: string): Promise<string> | undefined => {
    const audience = audiences.find((name) => path === `/schema/${name}.graphql`);
    if (audience === undefined) return undefined;
    const { headers, socket } = request;
    const client = requestClient({ headers, peerAddress: socket.remoteAddress }, settings);
    return authenticateBy(strategies, { authorization: headers.authorization ?? null, ...client }).then((caller) => {
      if (caller === null) throw unauthenticated();
      return readFileSync(join(packageRoot(), 'schema/audiences', `${audience}.graphql`), 'utf8');
    });
  };
