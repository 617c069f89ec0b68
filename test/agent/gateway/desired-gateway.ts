import type { DesiredGateway } from '../../../src/agent/control-plane/desired-gateway.ts';

/** What a control plane tells the agent of a host with one endpoint. */
export const desiredGateway = (change: Partial<DesiredGateway> = {}): DesiredGateway => ({
  digest: 'one',
  endpoints: [
    {
      ...{ id: 'e', name: 'main', network: 'regtest', address: '127.0.0.1', port: 8330, tls: null },
      members: [
        {
          ...{ nodeId: 'n', name: 'alpha', url: 'http://127.0.0.1:18443', user: 'satrap-gateway', password: 'p' },
          ...{ hasGatewayUser: true, rpcThreads: null, passedOver: null },
        },
      ],
      branches: { asOf: '2026-11-30T12:00:00.000Z', verdict: 'agreed', losing: [], pinned: null },
      consumers: [
        {
          ...{
            id: 'c',
            name: 'probe',
            methods: ['getblockcount'],
            callsPerSecond: 5,
            callsInFlight: 2,
            expiresAt: null,
          },
          secrets: [{ id: 's', sha256: 'ab'.repeat(32), expiresAt: null }],
        },
      ],
    },
  ],
  ...change,
});
