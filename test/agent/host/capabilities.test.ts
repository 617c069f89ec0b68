import { expect, test } from 'vitest';
import { CapabilityReader } from '../../../src/agent/host/capabilities.ts';
import { until } from '../../harness/until.ts';
import { VirtualClock } from '../../harness/virtual-clock.ts';

function reader(options: Partial<ConstructorParameters<typeof CapabilityReader>[0]>): CapabilityReader {
  return new CapabilityReader({
    clock: new VirtualClock(0),
    images: { '28.1': 'bitcoin/bitcoin:28.1', '27.0': 'bitcoin/bitcoin:27.0' },
    networks: ['mainnet', 'signet'],
    allowRegtest: false,
    nodeTypes: ['full', 'pruned'],
    imagePresent: async () => true,
    imageInRegistry: async () => false,
    onChange: () => {},
    ...options,
  });
}

test('offers the versions whose image is on this host', async () => {
  const capabilities = await reader({ imagePresent: async (image) => image.endsWith('28.1') }).read();
  expect(capabilities.clients).toEqual([{ client: 'bitcoind', version: '28.1', image: 'bitcoin/bitcoin:28.1' }]);
});

test('offers what only a registry has once the registry has said so, and tells that something changed', async () => {
  const clock = new VirtualClock(0);
  const answer = Promise.withResolvers<boolean>();
  let changes = 0;
  const capabilities = reader({
    clock,
    images: { '28.1': 'bitcoin/bitcoin:28.1' },
    imagePresent: async () => false,
    imageInRegistry: () => answer.promise,
    onChange: () => changes++,
  });
  expect((await capabilities.read()).clients).toEqual([]);
  answer.resolve(true);
  await until('the change is told', () => changes === 1);
  await clock.passUntil(1000);
  await capabilities.read();
  await until('it is offered', async () => (await capabilities.read()).clients.length === 1);
});

test('offers regtest only where the operator allows it', async () => {
  expect((await reader({ networks: ['mainnet', 'regtest'] }).read()).networks).toEqual(['mainnet']);
  expect((await reader({ allowRegtest: true }).read()).networks).toEqual(['mainnet', 'signet', 'regtest']);
});

test('still says what the operator allows while the engine is away', async () => {
  const capabilities = await reader({ imagePresent: () => Promise.reject(new Error('away')) }).read();
  expect(capabilities).toMatchObject({ clients: [], networks: ['mainnet', 'signet'], nodeTypes: ['full', 'pruned'] });
});

test('asks the registry again in its time, also when someone set the clock back', async () => {
  const clock = new VirtualClock(0);
  let asked = 0;
  const capabilities = reader({
    clock,
    images: { '28.1': 'bitcoin/bitcoin:28.1' },
    imagePresent: async () => false,
    imageInRegistry: async () => ++asked > 1,
  });
  await capabilities.read();
  clock.step(-3_600_000);
  await clock.passUntil(61_000);
  await capabilities.read();
  await until('the registry is asked again', () => asked === 2, 5000);
});
