/** Returns examples that call a node's RPC, by name. They name the credentials instead of containing them: examples get shared. */
export function endpointExamples({ host, rpcPort }: { host: string; rpcPort: number }) {
  const authority = `${host.includes(':') ? `[${host}]` : host}:${rpcPort}`;
  return {
    curl: `curl --user "$RPC_USER:$RPC_PASSWORD" http://${authority}/ \\
  --data '{"jsonrpc":"1.0","id":"1","method":"getblockchaininfo","params":[]}'`,
    'bitcoin-cli': `bitcoin-cli -rpcconnect=${host} -rpcport=${rpcPort} -rpcuser="$RPC_USER" -stdinrpcpass getblockchaininfo`,
    Python: `# pip install python-bitcoinlib
import os
from bitcoin.rpc import RawProxy

url = "http://{RPC_USER}:{RPC_PASSWORD}@${authority}".format(**os.environ)
print(RawProxy(url).getblockchaininfo())`,
    JavaScript: `const credentials = btoa(process.env.RPC_USER + ':' + process.env.RPC_PASSWORD);
const answer = await fetch('http://${authority}/', {
  method: 'POST',
  headers: { authorization: 'Basic ' + credentials },
  body: JSON.stringify({ jsonrpc: '1.0', id: 1, method: 'getblockchaininfo', params: [] }),
});
console.log(await answer.json());`,
  };
}
