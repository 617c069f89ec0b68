import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import type { MemberConfig } from '../../src/gateway/config.ts';
import { type ChainHeader, headerChain } from '../fixtures/header-chain.ts';
import { closeServer, listenHere } from '../harness/listen.ts';

/** The chain of a daemon, and one with more work. */
export const chain = headerChain(8);
const last = (of: readonly ChainHeader[]): string => of.at(-1)?.hash ?? '';
export const longerChain = [...chain, ...headerChain(1, { after: last(chain) })];

export const tip = last(chain);
export const header = { height: 7, chainwork: '10', confirmations: 1 };
export const infoOf = (of: readonly ChainHeader[]) => ({
  ...{ chain: 'regtest', blocks: of.length - 1, headers: of.length - 1, bestblockhash: last(of) },
  ...{ initialblockdownload: false, warnings: [] },
});
export const info = infoOf(chain);

export type Call = { id: number; method: string; params: unknown[] };
/** A request to the daemon that a test answers. */
export interface Held {
  response: ServerResponse;
  /** Answers with a result. */
  answer(result: unknown): void;
}

export const answerOf = (id: number, result: string) => `{"result":${result},"error":null,"id":${id}}`;

/** What a daemon with a chain answers to the gateway's own calls. */
function ownResult(of: readonly ChainHeader[], { method, params }: Call): unknown {
  const height = of.findIndex(({ hash }) => hash === params[0]);
  switch (method) {
    case 'getblockchaininfo':
      return infoOf(of);
    case 'getbestblockhash':
      return last(of);
    case 'getblockhash':
      return of[Number(params[0])]?.hash ?? null;
    case 'getblockheader':
      if (params[1] === false) return of[height]?.hex ?? null;
      return { height, chainwork: (2 * height + 2).toString(16), confirmations: height < 0 ? -1 : of.length - height };
    default:
      return 1;
  }
}

/** A daemon that answers requests for `method` when and as the test does, and others at once. */
export async function fakeDaemon(
  method: string,
  hold: (held: Held) => void,
  results: Readonly<Record<string, unknown>> = {},
  of: readonly ChainHeader[] = chain,
): Promise<MemberConfig> {
  const resultOf = (call: Call): unknown =>
    call.method in results && call.params[1] !== false ? results[call.method] : ownResult(of, call);
  const onRequest = async (request: IncomingMessage, response: ServerResponse) => {
    const calls = JSON.parse(await text(request)) as Call[];
    const answer = (first: unknown) => {
      const answers = calls.map((call) =>
        answerOf(call.id, JSON.stringify(call.method === method ? first : resultOf(call))),
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
