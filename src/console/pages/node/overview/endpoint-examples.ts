import type { NodeQuery } from '../../../../client/operations.generated.ts';
import { authorityOf } from '../../../../text/authority.ts';

type Node = NonNullable<NodeQuery['node']>;
type Connectable = Pick<Node, 'network' | 'nodeType'> & { endpoint: NonNullable<Node['status']['endpoint']> };

interface Example {
  text: string;
  /** What the program needs and the node lacks. */
  lacks?: string | undefined;
}

/** Returns the command that makes an address of the host itself reachable from elsewhere; null for other addresses. */
export const tunnelTo = (host: string, port: number, executorName: string): string | null =>
  /^(127\.|::1$)/.test(host) ? `ssh -L ${port}:${authorityOf(host, port)} ${executorName}` : null;

/** The topics that lnd follows. */
const lndTopics = ['rawblock', 'rawtx'];

/** Returns examples that use a node, by program. They name the credentials instead of containing them: examples get shared. */
export function endpointExamples({ network, nodeType, endpoint }: Connectable): Readonly<Record<string, Example>> {
  const { host, rpcPort, p2pPort, zmq } = endpoint;
  const [rpc, peers] = [authorityOf(host, rpcPort), authorityOf(host, p2pPort)];
  const missing = lndTopics.filter((topic) => zmq.every((each) => each.topic !== topic));
  const lndZmq =
    missing.length > 0
      ? ['bitcoind.rpcpolling=true']
      : zmq.filter(({ topic }) => lndTopics.includes(topic)).map(({ topic, url }) => `bitcoind.zmqpub${topic}=${url}`);
  const options = missing.map((topic) => `zmqpub${topic}=1`).join(' and ');
  return {
    curl: {
      text: `curl --user "$RPC_USER:$RPC_PASSWORD" http://${rpc}/ \\
  --data '{"jsonrpc": "1.0", "id": "1", "method": "getblockchaininfo", "params": []}'`,
    },
    'bitcoin-cli': {
      text: `bitcoin-cli -rpcconnect=${host} -rpcport=${rpcPort} -rpcuser="$RPC_USER" -stdinrpcpass getblockchaininfo`,
    },
    lnd: {
      text: [
        ...['[Bitcoin]', `bitcoin.${network}=true`, 'bitcoin.node=bitcoind', '', '[Bitcoind]'],
        ...[`bitcoind.rpchost=${rpc}`, 'bitcoind.rpcuser=$RPC_USER', 'bitcoind.rpcpass=$RPC_PASSWORD'],
        ...lndZmq,
      ].join('\n'),
      lacks: missing.length === 0 ? undefined : `lnd polls this node. For ZeroMQ, set ${options}.`,
    },
    electrs: {
      text: [
        `network = "${network === 'mainnet' ? 'bitcoin' : network}"`,
        `daemon_rpc_addr = "${rpc}"`,
        `daemon_p2p_addr = "${peers}"`,
        'auth = "RPC_USER:RPC_PASSWORD"',
      ].join('\n'),
      lacks: nodeType === 'pruned' ? 'electrs needs a full node. This one is pruned.' : undefined,
    },
    Environment: {
      text: [
        ...[`export RPC_URL=http://${rpc}`, "export RPC_USER='…'", "export RPC_PASSWORD='…'"],
        ...zmq.map(({ topic, url }) => `export ZMQ_${topic.toUpperCase()}=${url}`),
      ].join('\n'),
    },
  };
}
