interface EndpointExample {
  name: string;
  text: string;
}

/** Returns examples that call a node's RPC. They name the credentials instead of containing them: examples get shared. */
export function endpointExamples({ host, rpcPort }: { host: string; rpcPort: number }): readonly EndpointExample[] {
  const authority = `${host.includes(':') ? `[${host}]` : host}:${rpcPort}`;
  return [
    {
      name: 'curl',
      text: [
        `curl --user "$RPC_USER:$RPC_PASSWORD" http://${authority}/ \\`,
        `  --data '{"jsonrpc":"1.0","id":"1","method":"getblockchaininfo","params":[]}'`,
      ].join('\n'),
    },
    {
      name: 'bitcoin-cli',
      text: `bitcoin-cli -rpcconnect=${host} -rpcport=${rpcPort} -rpcuser="$RPC_USER" -stdinrpcpass getblockchaininfo`,
    },
    {
      name: 'Python',
      text: [
        '# pip install python-bitcoinlib',
        'import os',
        'from bitcoin.rpc import RawProxy',
        '',
        `url = "http://{RPC_USER}:{RPC_PASSWORD}@${authority}".format(**os.environ)`,
        'print(RawProxy(url).getblockchaininfo())',
      ].join('\n'),
    },
    {
      name: 'JavaScript',
      text: [
        "const credentials = btoa(process.env.RPC_USER + ':' + process.env.RPC_PASSWORD);",
        `const answer = await fetch('http://${authority}/', {`,
        "  method: 'POST',",
        "  headers: { authorization: 'Basic ' + credentials },",
        "  body: JSON.stringify({ jsonrpc: '1.0', id: 1, method: 'getblockchaininfo', params: [] }),",
        '});',
        'console.log(await answer.json());',
      ].join('\n'),
    },
  ];
}
