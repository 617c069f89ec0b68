import { type Network, networkFacts } from '../../../bitcoin/network.ts';
import { authorityOf } from '../../../text/authority.ts';

export interface SnippetEndpoint {
  network: Network;
  address: string;
  port: number;
  isTls: boolean;
}

/** Returns how programs use an endpoint, by program. They name the secret instead of containing it: snippets get shared. */
export function endpointSnippets(
  { network, address, port, isTls }: SnippetEndpoint,
  consumer: string,
): Readonly<Record<string, string>> {
  // An endpoint on all addresses has no single host: the caller names one.
  const named = address === '0.0.0.0' || address === '::' ? 'HOST' : address;
  const host = named.includes(':') ? `[${named}]` : named;
  const authority = authorityOf(named, port);
  const url = `${isTls ? 'https' : 'http'}://${authority}`;
  const chain = network === 'mainnet' ? 'bitcoin' : network;
  const plain = {
    'bitcoin-cli': `bitcoin-cli -rpcconnect=${host} -rpcport=${port} -rpcuser=${consumer} -stdinrpcpass getblockchaininfo`,
    LND: [
      ...['[Bitcoind]', `bitcoind.rpchost=${authority}`, `bitcoind.rpcuser=${consumer}`, 'bitcoind.rpcpass=$SECRET'],
      'bitcoind.rpcpolling=true',
    ].join('\n'),
    electrs: [
      ...[`network = "${chain}"`, `daemon_rpc_addr = "${authority}"`, `auth = "${consumer}:SECRET"`],
      '# electrs reads blocks from a node itself:',
      `daemon_p2p_addr = "NODE:${networkFacts(network).p2pPort}"`,
    ].join('\n'),
    Python: `import os
from bitcoin.rpc import Proxy

proxy = Proxy(service_url=f"http://${consumer}:{os.environ['SECRET']}@${authority}")
print(proxy.getblockcount())`,
  };
  return {
    curl: `curl --user "${consumer}:$SECRET" ${url}/ \\
  --data '{"jsonrpc": "1.0", "id": "1", "method": "getblockchaininfo", "params": []}'`,
    // Their clients of JSON-RPC have no TLS.
    ...(isTls ? {} : plain),
    BTCPay: [
      ...[`NBXPLORER_BTCRPCURL=${url}/`, `NBXPLORER_BTCRPCUSER=${consumer}`],
      'NBXPLORER_BTCRPCPASSWORD=$SECRET',
    ].join('\n'),
    TypeScript: `const response = await fetch('${url}/', {
  method: 'POST',
  headers: { authorization: \`Basic \${btoa(\`${consumer}:\${process.env.SECRET}\`)}\` },
  body: JSON.stringify({ jsonrpc: '1.0', id: 1, method: 'getblockcount', params: [] }),
});
console.log(await response.json());`,
  };
}
