import { expect, test } from 'vitest';
import type { HostOffer } from '../../../src/agent/desired/host-offer.ts';
import { type CapabilityOptions, CapabilityReader } from '../../../src/agent/host/capabilities.ts';
import { answerAgeMs } from '../../../src/agent/host/registry-answers.ts';
import { RuntimeError } from '../../../src/agent/runtime/runtime-error.ts';
import { listeningLog } from '../../harness/listening-log.ts';
import { until } from '../../harness/until.ts';
import { VirtualClock } from '../../harness/virtual-clock.ts';

interface ReaderOptions extends Partial<Omit<CapabilityOptions, 'offer' | 'host'>> {
  offer?: Partial<HostOffer>;
  host?: Partial<CapabilityOptions['host']>;
}

function offering({ offer, host, ...options }: ReaderOptions) {
  return new CapabilityReader({
    clock: new VirtualClock(0),
    offer: {
      images: { bitcoind: { '28.1': 'bitcoin/bitcoin:28.1', '27.0': 'bitcoin/bitcoin:27.0' } },
      networks: ['mainnet', 'signet'],
      allowRegtest: false,
      nodeTypes: ['full', 'pruned'],
      ...offer,
    },
    host: {
      hasImage: async () => true,
      askRegistry: async () => {
        throw new Error('no registry answers');
      },
      ...host,
    },
    log: listeningLog().log,
    onChange: () => {},
    ...options,
  });
}

const reader = (options: ReaderOptions) => {
  const offered = offering(options);
  return () => offered.read();
};

test('the host offers the client versions whose image it has', async () => {
  const capabilities = await reader({ host: { hasImage: async (image) => image.endsWith('28.1') } })();
  expect(capabilities.clients).toEqual([{ client: 'bitcoind', version: '28.1', image: 'bitcoin/bitcoin:28.1' }]);
});

test('offers a registry’s image once the registry confirms it, and reports the change', async () => {
  const clock = new VirtualClock(0);
  const answer = Promise.withResolvers<void>();
  let changes = 0;
  const capabilities = reader({
    clock,
    offer: { images: { bitcoind: { '28.1': 'bitcoin/bitcoin:28.1' } } },
    host: { hasImage: async () => false, askRegistry: () => answer.promise },
    onChange: () => changes++,
  });
  expect((await capabilities()).clients).toEqual([]);
  answer.resolve();
  await until('the change is reported', () => changes === 1);
  await clock.passUntil(1000);
  await capabilities();
  await until('it is offered', async () => (await capabilities()).clients.length === 1);
});

test('offers networks and node types while the engine is away; regtest if allowed', async () => {
  const host = { hasImage: () => Promise.reject(new Error('away')) };
  const read = (offer: Partial<HostOffer>) => reader({ host, offer })();
  const offered = { clients: [], networks: ['mainnet'], nodeTypes: ['full', 'pruned'] };
  expect(await read({ networks: ['mainnet', 'regtest'] })).toMatchObject(offered);
  expect((await read({ allowRegtest: true })).networks).toEqual(['mainnet', 'signet', 'regtest']);
});

/** Two images that are not here. `answer`: what each question to their registry gets. Reads `rounds` times, a minute apart. */
async function missing(answer: (asked: number) => Error | null, rounds: number) {
  const { log, lines } = listeningLog();
  const clock = new VirtualClock(0);
  let asked = 0;
  const offered = offering({
    ...{ clock, log },
    host: {
      hasImage: async () => false,
      askRegistry: async () => {
        const fault = answer(asked++);
        if (fault !== null) throw fault;
      },
    },
  });
  for (let round = 0; round < rounds; round++) {
    await offered.read();
    // Also when someone sets the clock back.
    clock.step(-3_600_000);
    await clock.passUntil(clock.elapsed() + 61_000);
  }
  return { asked, lines: lines.map(({ msg }) => msg), answers: offered.answers() };
}
const noRoute = new Error('no route to the registry');

test('a registry that does not answer is asked again, less and less often', async () => {
  expect((await missing(() => noRoute, 2)).asked).toBe(4);
  expect((await missing(() => noRoute, 60)).asked).toBeLessThan(20);
});

test('one line of the log names all images that cannot be offered', async () => {
  const { lines, answers } = await missing(() => noRoute, 5);
  const images = 'bitcoin/bitcoin:28.1, bitcoin/bitcoin:27.0 (no route to the registry); pull';
  expect(lines).toEqual([expect.stringContaining(images)]);
  expect(answers).toContainEqual({ image: 'bitcoin/bitcoin:27.0', fault: noRoute.message });
});

test('an engine that is away says nothing about images that are offered', async () => {
  const away = new RuntimeError('unreachable', 'Docker could not ask the registry: connect ECONNREFUSED');
  const { asked, lines } = await missing((question) => (question < 2 ? null : away), 400);
  expect(asked).toBeGreaterThan(2);
  expect(lines).toEqual([]);
});

test('an engine restart reports no missing image again', async () => {
  const away = new RuntimeError('unreachable', 'Docker could not ask the registry: connect ECONNREFUSED');
  const { lines } = await missing((asked) => (asked >= 2 && asked < 6 ? away : noRoute), 6);
  expect(lines).toHaveLength(1);
});

/** One image, whose registry gives these answers, the last one for ever. Returns how often it was asked. */
function answering(...faults: (string | null)[]) {
  const clock = new VirtualClock(0);
  const { log, lines } = listeningLog();
  let asked = 0;
  const read = reader({
    ...{ clock, log },
    offer: { images: { bitcoind: { '28.1': 'bitcoin/bitcoin:28.1' } } },
    host: {
      hasImage: async () => false,
      askRegistry: async () => {
        const fault = faults[Math.min(asked++, faults.length - 1)];
        if (fault != null) throw new Error(fault);
      },
    },
  });
  /** Reads now and each minute from then on. */
  const offersDuring = async (minutes: number) => {
    let offered = false;
    for (let passed = 0; passed <= minutes; passed++) {
      await read();
      await clock.passUntil(clock.elapsed() + 1000);
      offered = (await read()).clients.length === 1;
      await clock.passUntil(clock.elapsed() + 59_000);
    }
    return offered;
  };
  return { offersDuring, lines, asked: () => asked };
}

test('an image that was found is asked for every six hours', async () => {
  const { offersDuring, asked } = answering(null);
  expect(await offersDuring(5 * 60)).toBe(true);
  expect(asked()).toBe(1);
  await offersDuring(2 * 60);
  expect(asked()).toBe(2);
});

test.each([
  'toomanyrequests: You have reached your pull rate limit',
  'received unexpected HTTP status: 503',
  'i/o timeout',
])('a registry that cannot answer (%s) takes no offer away', async (fault) => {
  const { offersDuring, asked, lines } = answering(null, fault);
  expect(await offersDuring(8 * 60)).toBe(true);
  expect(asked()).toBeLessThan(12);
  expect(lines).toHaveLength(1);
});

test('a registry that no longer has an image takes its offer away', async () => {
  const { offersDuring } = answering(null, 'manifest unknown');
  expect(await offersDuring(7 * 60)).toBe(false);
});

test('a used-up quota is reported once for all images of a registry', async () => {
  const clock = new VirtualClock(0);
  const { log, lines } = listeningLog();
  let asked = 0;
  const read = reader({
    ...{ clock, log },
    host: {
      hasImage: async () => false,
      askRegistry: async () => {
        asked++;
        throw new Error('toomanyrequests');
      },
    },
  });
  for (let minute = 0; minute < 59; minute++) {
    await read();
    await clock.passUntil(clock.elapsed() + 60_000);
  }
  expect(asked).toBe(2);
  expect(lines.map(({ msg }) => msg)).toEqual([expect.stringContaining('docker.io answers no more questions')]);
});

test.each([
  ['toomanyrequests: You have reached your pull rate limit', 1],
  ['toomanyrequests: retry-after: 187.906µs, allowed: 44000/minute', 1],
  ['Too Many Requests, Retry-After: 10800', 3],
  ['toomanyrequests: retry after 2h', 2],
  ['toomanyrequests: retry after 9000h', 24],
])('answerAgeMs › waits as long as “%s” asks, from an hour to a day', (message, hours) => {
  expect(answerAgeMs('quota', 1, message)).toBe(hours * 3_600_000);
});
