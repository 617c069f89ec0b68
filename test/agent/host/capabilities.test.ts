import { expect, test } from 'vitest';
import type { HostOffer } from '../../../src/agent/desired/host-offer.ts';
import { type CapabilityOptions, capabilityReader } from '../../../src/agent/host/capabilities.ts';
import { listeningLog } from '../../harness/listening-log.ts';
import { until } from '../../harness/until.ts';
import { VirtualClock } from '../../harness/virtual-clock.ts';

function reader({ offer, ...options }: { offer?: Partial<HostOffer> } & Partial<Omit<CapabilityOptions, 'offer'>>) {
  return capabilityReader({
    clock: new VirtualClock(0),
    offer: {
      images: { bitcoind: { '28.1': 'bitcoin/bitcoin:28.1', '27.0': 'bitcoin/bitcoin:27.0' } },
      networks: ['mainnet', 'signet'],
      allowRegtest: false,
      nodeTypes: ['full', 'pruned'],
      ...offer,
    },
    isImagePresent: async () => true,
    askRegistry: async () => {
      throw new Error('no registry answers');
    },
    log: listeningLog().log,
    onChange: () => {},
    ...options,
  });
}

const oneImage = { images: { bitcoind: { '28.1': 'bitcoin/bitcoin:28.1' } } };

test('the host offers the client versions whose image it has', async () => {
  const capabilities = await reader({ isImagePresent: async (image) => image.endsWith('28.1') }).read();
  expect(capabilities.clients).toEqual([{ client: 'bitcoind', version: '28.1', image: 'bitcoin/bitcoin:28.1' }]);
});

test('an image that only a registry has is offered once the registry has confirmed it, and the change is reported', async () => {
  const clock = new VirtualClock(0);
  const answer = Promise.withResolvers<void>();
  let changes = 0;
  const capabilities = reader({
    clock,
    offer: oneImage,
    isImagePresent: async () => false,
    askRegistry: () => answer.promise,
    onChange: () => changes++,
  });
  expect((await capabilities.read()).clients).toEqual([]);
  answer.resolve();
  await until('the change is reported', () => changes === 1);
  await clock.passUntil(1000);
  await capabilities.read();
  await until('it is offered', async () => (await capabilities.read()).clients.length === 1);
});

test('regtest is offered only where the operator allows it', async () => {
  expect((await reader({ offer: { networks: ['mainnet', 'regtest'] } }).read()).networks).toEqual(['mainnet']);
  expect((await reader({ offer: { allowRegtest: true } }).read()).networks).toEqual(['mainnet', 'signet', 'regtest']);
});

test('networks and node types are still offered while the engine is away', async () => {
  const capabilities = await reader({ isImagePresent: () => Promise.reject(new Error('away')) }).read();
  expect(capabilities).toMatchObject({ clients: [], networks: ['mainnet', 'signet'], nodeTypes: ['full', 'pruned'] });
});

test('the registry is asked again in its time, also when someone set the clock back', async () => {
  const clock = new VirtualClock(0);
  let asked = 0;
  const capabilities = reader({
    clock,
    offer: oneImage,
    isImagePresent: async () => false,
    askRegistry: async () => {
      if (++asked === 1) throw new Error('no registry answers');
    },
  });
  await capabilities.read();
  clock.step(-3_600_000);
  await clock.passUntil(61_000);
  await capabilities.read();
  await until('the registry is asked again', () => asked === 2);
});

test('the log says once why a version is not offered, for each image', async () => {
  const { log, lines } = listeningLog();
  const clock = new VirtualClock(0);
  let asked = 0;
  const capabilities = reader({
    clock,
    log,
    isImagePresent: async () => false,
    askRegistry: async (image) => {
      asked++;
      throw new Error(`no route to the registry of ${image}`);
    },
  });
  for (let round = 1; round <= 2; round++) {
    await capabilities.read();
    await until('both images were asked for', () => asked === 2 * round);
    await clock.passUntil(clock.elapsed() + 61_000);
  }
  expect(lines.map(({ msg }) => msg)).toEqual(
    ['28.1', '27.0'].map((version) =>
      expect.stringContaining(
        `image bitcoin/bitcoin:${version}: the image is not on this host and cannot be pulled: no route to the registry of bitcoin/bitcoin:${version}; pull`,
      ),
    ),
  );
});
