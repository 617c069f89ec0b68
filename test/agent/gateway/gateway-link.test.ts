import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { GatewayFile } from '../../../src/agent/gateway/gateway-file.ts';
import { GatewayLink } from '../../../src/agent/gateway/gateway-link.ts';
import { pulseOf } from '../../../src/agent/loops/watched-loops.ts';
import type { EndpointsReportInput } from '../../../src/contract/types.generated.ts';
import { type GatewayReport, reportSocketName } from '../../../src/gateway/report.ts';
import { systemClock } from '../../../src/timing/clock.ts';
import { listeningLog } from '../../harness/listening-log.ts';
import { until } from '../../harness/until.ts';
import { testStore } from '../test-store.ts';
import { desiredGateway } from './desired-gateway.ts';

const at = '2026-11-30T12:00:00.000Z';

const report: GatewayReport = {
  ...{ version: 1, release: '1.0.0', startedAt: at, writesPending: 1 },
  configuration: { sha256: null, loadedAt: at, problem: null },
  endpoints: [
    {
      ...{ id: 'e', name: 'main', problem: null, isListening: true, connections: 1 },
      members: [
        {
          ...{ nodeId: 'n', name: 'alpha', code: 'used', reason: 'It answers.', since: at, height: 7, chainWork: null },
          ...{ tip: null, lag: 0, inFlight: 0, queued: 0, warnings: [] },
        },
      ],
      consumers: [
        { id: 'c', lastUsedAt: at, calls: { ok: 3, limited: 0 }, secrets: [] },
        { id: 'unused', lastUsedAt: null, calls: {}, secrets: [] },
      ],
    },
  ],
  writes: [
    {
      ...{ id: 'w', at, endpointId: 'e', consumerId: 'c', consumer: 'probe', method: 'sendrawtransaction' },
      ...{ txid: null, outcome: 'ok', nodeIds: ['n'] },
    },
  ],
};

/** A gateway's socket beside the file, which records what is acknowledged. */
async function gateway(path: string, pending = 1): Promise<{ acknowledged: unknown[] }> {
  const acknowledged: unknown[] = [];
  const server = createServer(async (request: IncomingMessage, response) => {
    if (request.method === 'POST') acknowledged.push(JSON.parse(await text(request)));
    // The first report has a part of the writes.
    const writesPending = acknowledged.length === 0 ? pending : 1;
    response.end(JSON.stringify({ ...report, writesPending }));
  });
  mkdirSync(dirname(path), { recursive: true });
  server.listen(join(dirname(path), reportSocketName));
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { acknowledged };
}

describe('GatewayLink', () => {
  let sent: EndpointsReportInput[];
  let file: GatewayFile;
  let failure: Error | null;
  let log: ReturnType<typeof listeningLog>;

  const link = () => {
    const made = new GatewayLink({
      file,
      send: async (input) => {
        if (failure !== null) throw failure;
        sent.push(input);
      },
      pulse: pulseOf(systemClock),
      clock: systemClock,
      log: log.log,
    });
    const ends = new AbortController();
    const done = made.run(ends.signal);
    onTestFinished(async () => {
      ends.abort();
      await done;
    });
    return made;
  };

  beforeEach(() => {
    const { folder, database } = testStore();
    file = new GatewayFile(folder, database);
    [sent, failure, log] = [[], null, listeningLog()];
  });

  test('reports the nodes and consumers of a gateway', async () => {
    await gateway(file.path);
    link().accept(desiredGateway());
    await until('it reports', () => sent.length > 0);
    expect(sent[0]?.endpoints).toMatchObject([
      {
        ...{ endpointId: 'e', isListening: true },
        members: [{ nodeId: 'n', code: 'used', height: 7, blocksBehind: 0 }],
        consumers: [{ consumerId: 'c', counts: [{ outcome: 'ok', calls: 3 }] }],
      },
    ]);
  });

  test('acknowledges writes that the control plane has stored', async () => {
    const { acknowledged } = await gateway(file.path);
    link().accept(desiredGateway());
    await until('it acknowledges', () => acknowledged.length > 0);
    expect(acknowledged[0]).toEqual({ ids: ['w'] });
    expect(sent[0]?.calls).toMatchObject([{ id: 'w', consumerName: 'probe' }]);
  });

  test('reports again at once while the gateway has more writes', async () => {
    const { acknowledged } = await gateway(file.path, 2);
    link().accept(desiredGateway());
    await until('it acknowledges twice', () => acknowledged.length === 2);
    expect(sent).toHaveLength(2);
  });

  test('acknowledges nothing while the control plane is away', async () => {
    failure = new Error('the control plane is away');
    const { acknowledged } = await gateway(file.path);
    link().accept(desiredGateway());
    await until('it fails', () => log.lines.some(({ msg }) => msg.includes('the control plane is away')));
    expect(acknowledged).toEqual([]);
  });

  test('does not query the gateway without endpoints', async () => {
    await gateway(file.path);
    link().accept(desiredGateway({ digest: null, endpoints: [] }));
    expect(file.digest).toBeNull();
    expect(sent).toEqual([]);
  });

  test('keeps running if the file cannot be written', () => {
    mkdirSync(file.path, { recursive: true });
    link().accept(desiredGateway());
    expect(file.digest).toBeNull();
    expect(log.lines.some(({ msg }) => msg.includes('the gateway keeps its last settings'))).toBe(true);
  });
});
