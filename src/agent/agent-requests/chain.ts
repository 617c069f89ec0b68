import * as z from 'zod';
import { maxDeployments, requestArgs, type SentResult } from '../../contract/agent-requests.ts';
import type { AnswerMemory } from '../monitor/answer-memory.ts';
import { answerOf, RpcError, type RpcResult } from '../monitor/rpc.ts';
import type { AnsweredKind } from './responder.ts';
import { clientOf, type EndpointOf } from './rpc.ts';

const chainShape = z.object({ blocks: z.number().int(), bestblockhash: z.string() });
const deploymentsShape = z.object({
  deployments: z.record(
    z.string(),
    z.object({ active: z.boolean(), bip9: z.object({ status: z.string() }).optional() }),
  ),
});

/** The blocks that a node's chain has at some heights, in one request to its daemon. */
export const chainKind = (endpointOf: EndpointOf, signal: AbortSignal, memory?: AnswerMemory): AnsweredKind => ({
  kind: 'chain',
  maxConcurrent: 2,
  maxPending: 50,
  answer: async (nodeId, args): Promise<SentResult<'chain'>> => {
    const { heights } = requestArgs.chain.parse(args);
    using client = clientOf(endpointOf, nodeId, memory);
    const [chain, info, ...hashes] = await client.callAll(
      [
        { method: 'getblockchaininfo' },
        { method: 'getdeploymentinfo' },
        ...heights.map((height) => ({ method: 'getblockhash', params: [height] }) as const),
      ],
      signal,
    );
    if (chain === undefined || chain instanceof RpcError) throw chain ?? new Error('the daemon sent no answer');
    const { blocks: height, bestblockhash: hash } = answerOf('getblockchaininfo', chainShape, chain.result);
    const blocks = hashes.flatMap((answer, index) => {
      const known = heights[index];
      // Above its tip, a chain has no block.
      return answer instanceof RpcError || known === undefined
        ? []
        : [{ height: known, hash: answerOf('getblockhash', z.string(), answer.result) }];
    });
    return { tip: { height, hash }, blocks, deployments: deploymentsOf(info) };
  },
});

/** Daemons before 23 do not report them. */
function deploymentsOf(info: RpcResult | RpcError | undefined) {
  if (info === undefined || info instanceof RpcError) return null;
  const { data } = deploymentsShape.safeParse(info.result);
  if (data === undefined) return null;
  return Object.entries(data.deployments)
    .slice(0, maxDeployments)
    .map(([name, { active, bip9 }]) => ({
      name: name.slice(0, 64),
      state: (bip9?.status ?? (active ? 'active' : 'inactive')).slice(0, 32),
    }));
}
