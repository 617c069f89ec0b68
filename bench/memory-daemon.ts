import { createServer, type IncomingMessage, type Server } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';

const genesis = '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206';

/** The answers of an idle bitcoind on an empty regtest chain. */
const answers: Readonly<Record<string, unknown>> = {
  getblockchaininfo: {
    ...{ chain: 'regtest', blocks: 0, headers: 0, bestblockhash: genesis, time: 1_296_688_602 },
    ...{ verificationprogress: 1, initialblockdownload: false, size_on_disk: 293, warnings: [] },
  },
  getnetworkinfo: {
    subversion: '/Satoshi:28.1.0/',
    connections: 0,
    connections_in: 0,
    connections_out: 0,
    timeoffset: 0,
  },
  getmempoolinfo: { size: 0, bytes: 0 },
  getchaintips: [{ height: 0, hash: genesis, branchlen: 0, status: 'active' }],
  getnettotals: { totalbytesrecv: 0, totalbytessent: 0 },
  getblockhash: genesis,
  getindexinfo: {},
  listwallets: [],
  listwalletdir: { wallets: [] },
  uptime: 60,
};

interface Call {
  id: unknown;
  method: string;
  params: unknown[];
}

/** An in-memory daemon that answers the agent's calls on this loopback port. */
export async function listenAsDaemon(port: number): Promise<Server> {
  const server = createServer(async (incoming, outgoing) => {
    const asked = (await json(incoming)) as Call | Call[];
    const wait = [asked].flat().find(({ method }) => method === 'waitforblockheight');
    if (wait !== undefined) await rest(incoming, Number(wait.params[1]));
    outgoing.writeHead(200, { 'content-type': 'application/json' });
    outgoing.end(JSON.stringify(Array.isArray(asked) ? asked.map(answerTo) : answerTo(asked)));
  });
  // The agent keeps its connection while it waits for a block.
  server.keepAliveTimeout = 120_000;
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return server;
}

function answerTo({ id, method }: Call): object {
  const result = method === 'waitforblockheight' ? { hash: genesis, height: 0 } : answers[method];
  const error = result === undefined ? { code: -32601, message: 'Method not found' } : null;
  return { result: result ?? null, error, id };
}

/** No block comes: waits the whole time, unless the caller disconnects. */
async function rest({ socket }: IncomingMessage, ms: number): Promise<void> {
  const gone = new AbortController();
  const onClose = () => gone.abort();
  socket.once('close', onClose);
  await delay(ms, undefined, { signal: gone.signal }).catch(() => undefined);
  socket.off('close', onClose);
}
