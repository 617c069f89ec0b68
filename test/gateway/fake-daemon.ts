import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import type { MemberConfig } from '../../src/gateway/config.ts';
import { closeServer, listenHere } from '../harness/listen.ts';

export const tip = 'ab'.repeat(32);
export const header = { height: 7, chainwork: 'ff', confirmations: 1 };
export const info = {
  chain: 'regtest',
  blocks: 7,
  headers: 7,
  bestblockhash: tip,
  initialblockdownload: false,
  warnings: [],
};

/** The results of a daemon whose last block has more work. */
export const moreWork = {
  getblockchaininfo: { ...info, bestblockhash: 'cd'.repeat(32) },
  ...{ getbestblockhash: 'cd'.repeat(32), getblockheader: { ...header, chainwork: 'fff' } },
};

type Call = { id: number; method: string };
/** A request to the daemon that a test answers. */
export interface Held {
  response: ServerResponse;
  /** Answers with a result. */
  answer(result: unknown): void;
}

export const answerOf = (id: number, result: string) => `{"result":${result},"error":null,"id":${id}}`;

/** A daemon that answers requests for `method` when and as the test does, and others at once. */
export async function fakeDaemon(
  method: string,
  hold: (held: Held) => void,
  results: Readonly<Record<string, unknown>> = {},
): Promise<MemberConfig> {
  const known: Record<string, unknown> = {
    ...{ getblockchaininfo: info, getblockheader: header, getbestblockhash: tip, ...results },
  };
  const onRequest = async (request: IncomingMessage, response: ServerResponse) => {
    const calls = JSON.parse(await text(request)) as Call[];
    const answer = (first: unknown) => {
      const answers = calls.map((call) =>
        answerOf(call.id, JSON.stringify(call.method === method ? first : (known[call.method] ?? 1))),
      );
      response.end(`[${answers.join(',')}]\n`);
    };
    if (calls[0]?.method === method) hold({ response, answer });
    else answer(null);
  };
  const server = createServer(onRequest);
  const port = await listenHere(server);
  onTestFinished(() => closeServer(server));
  return {
    ...{ nodeId: String(port), name: `node-${port}`, url: `http://127.0.0.1:${port}`, user: 'gateway', password: 'p' },
    startedWithGatewayUser: true,
  };
}
