import type { IncomingMessage } from 'node:http';
import type { Plugin } from 'graphql-yoga';
import { addressBlock } from '../../../people/accounts/failed-attempts.ts';
import { tooManyBodies, tooManyRequests, unauthenticated } from '../../../platform/input/errors.ts';
import type { BodyMemory } from '../../../platform/load/body-memory.ts';
import { BodySlots } from '../../../platform/load/body-slots.ts';
import type { BulkWork } from '../../../platform/load/bulk-work.ts';
import { ownerOf } from '../../../request/caller.ts';
import { parseBody } from '../body/parse-body.ts';
import { type Body, bodyLimits, readBody } from '../body/read-body.ts';
import type { ServerContext } from './authenticate.ts';
import type { BodyCharges } from './caller-rates.ts';

/** Bodies without a valid credential that are read at the same time from an address. Those of browsers arrive at once. */
const maxAnonymousBodies = 32;
const retryAfterSeconds = 10;

export interface BodyLoad {
  memory: BodyMemory;
  bulk: BulkWork;
  charges: BodyCharges;
}

/** The length of a body that is still to come; infinite if its sender does not say it. */
export const declaredBytes = ({ headers }: Pick<IncomingMessage, 'headers'>): number =>
  Number(headers['content-length'] ?? Number.POSITIVE_INFINITY);

/** Reads the body of a request, charges its caller for it, and only then parses it. After `authenticate`. */
export function requestBody({ memory, bulk, charges }: BodyLoad): Plugin<object, ServerContext> {
  const anonymous = new BodySlots(maxAnonymousBodies);
  const read = async ({ caller, req, client, body, ended }: ServerContext): Promise<Body> => {
    if (body !== undefined) return body;
    if (caller === null) {
      const end = anonymous.take(addressBlock(client.address ?? ''));
      if (end === undefined) throw tooManyBodies(retryAfterSeconds);
      return await readBody(req, bodyLimits.anonymous).finally(end);
    }
    const seconds = charges.secondsUntilRead(caller, declaredBytes(req));
    if (seconds > 0) throw tooManyRequests(seconds);
    const held = memory.hold(ownerOf(caller));
    ended?.push(held.release);
    return await readBody(req, caller.purpose === 'executor' ? bodyLimits.executor : bodyLimits.personal, held);
  };
  return {
    onRequestParse: ({ request, serverContext, setRequestParser }) => {
      const { caller, req } = serverContext;
      if (request.method !== 'POST') return;
      if (caller === null && !(declaredBytes(req) <= bodyLimits.anonymous.bytes)) throw unauthenticated();
      setRequestParser(async () => {
        const body = await read(serverContext);
        const seconds =
          caller === null ? 0 : charges.take(caller, { bytes: body.text.length, values: body.scan.values });
        if (seconds > 0) throw tooManyRequests(seconds);
        serverContext.values = body.scan.values;
        return parseBody(body, bulk);
      });
    },
  };
}
