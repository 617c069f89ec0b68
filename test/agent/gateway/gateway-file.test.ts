import { createHash } from 'node:crypto';
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { DesiredGateway } from '../../../src/agent/control-plane/desired-gateway.ts';
import { GatewayFile, gatewayFile } from '../../../src/agent/gateway/gateway-file.ts';
import { parseGatewayConfig } from '../../../src/gateway/config.ts';
import { testStore } from '../test-store.ts';
import { desiredGateway } from './desired-gateway.ts';

const written = (change: Partial<DesiredGateway> = {}) => {
  const { folder, database } = testStore();
  const file = new GatewayFile(folder, database);
  file.write(desiredGateway(change));
  return { folder, database, file, text: () => readFileSync(gatewayFile(folder), 'utf8') };
};

describe('GatewayFile', () => {
  test('writes a file that the gateway accepts', () => {
    expect(parseGatewayConfig(written().text()).endpoints).toMatchObject([
      { name: 'main', listen: { address: '127.0.0.1', port: 8330 }, members: [{ startedWithGatewayUser: true }] },
    ]);
  });

  test('contains the reason why a node gets no calls', () => {
    const [endpoint] = desiredGateway().endpoints;
    const members = endpoint?.members.map((member) => ({ ...member, passedOver: 'It is stopped on request.' })) ?? [];
    const { text } = written({ endpoints: endpoint === undefined ? [] : [{ ...endpoint, members }] });
    expect(parseGatewayConfig(text()).endpoints[0]?.members[0]?.passedOver).toBe('It is stopped on request.');
  });

  test('contains the RPC threads that a node’s settings override', () => {
    const [endpoint] = desiredGateway().endpoints;
    const members = endpoint?.members.map((member) => ({ ...member, rpcThreads: 8 })) ?? [];
    const { text } = written({ endpoints: endpoint === undefined ? [] : [{ ...endpoint, members }] });
    expect(parseGatewayConfig(text()).endpoints[0]?.members[0]?.rpcThreads).toBe(8);
  });

  test('lets only the agent’s user read the file', () => {
    expect(statSync(gatewayFile(written().folder)).mode & 0o777).toBe(0o600);
  });

  test('knows the digest again after a restart of the agent', () => {
    const { folder, database } = written({ digest: 'one' });
    expect(new GatewayFile(folder, database).digest).toBe('one');
  });

  test('knows no digest of a file that was changed', () => {
    const { folder, database } = written();
    writeFileSync(gatewayFile(folder), '{}');
    expect(new GatewayFile(folder, database).digest).toBeNull();
  });

  test('knows no digest of a file that was lost', () => {
    const { folder, database } = written();
    rmSync(gatewayFile(folder));
    expect(new GatewayFile(folder, database).digest).toBeNull();
  });

  test('recognizes the settings in use by the hash of the file', () => {
    const { file, text } = written({ digest: 'one' });
    expect(file.digestOf(createHash('sha256').update(text()).digest('hex'))).toBe('one');
  });

  test('does not recognize earlier settings', () => {
    const { file, text } = written({ digest: 'one' });
    const earlier = createHash('sha256').update(text()).digest('hex');
    file.write(desiredGateway({ digest: 'two', endpoints: [] }));
    expect(file.digestOf(earlier)).toBeNull();
  });
});
