import { expect, test } from 'vitest';
import { type MemoryHost, startedHost } from '../../harness/memory-host.ts';

const fetches = (calls: readonly string[]) => calls.filter((call) => call.startsWith('fetch'));

test('pulls the image of an upcoming version and leaves the node alone', async () => {
  const host = await startedHost({ id: 'a' });
  await host.relist({ id: 'a', upcomingVersion: '29.0' });
  expect(fetches(host.runtime.calls)).toEqual(['fetch 29.0']);
  expect(host.runtime.stepsOf('a')).toEqual(['create', 'start']);
  const message = 'Pulled the image bitcoind:29.0: a rollout will change one to 29.0.';
  expect(host.events.at(-1)).toMatchObject({ kind: 'node.image_pulled', nodeId: 'a', message });
});

test('pulls no image again when the change comes', async () => {
  const host = await startedHost({ id: 'a' });
  await host.relist({ id: 'a', upcomingVersion: '29.0' });
  await host.relist({ id: 'a', clientVersion: '29.0' });
  expect(host.runtime.stepsOf('a')).not.toContain('pull');
  expect(host.runtime.workloads.get('a')?.version).toBe('29.0');
});

test('pulls an image once for all nodes that will need it, with an event for each', async () => {
  const host = await startedHost({ id: 'a' }, { id: 'b' });
  await host.relist({ id: 'a', upcomingVersion: '29.0' }, { id: 'b', upcomingVersion: '29.0' });
  expect(fetches(host.runtime.calls)).toEqual(['fetch 29.0']);
  const pulled = host.events.filter(({ kind }) => kind === 'node.image_pulled');
  expect(pulled.map(({ nodeId }) => nodeId)).toEqual(['a', 'b']);
});

test('repeats a failed pull after a minute, and the node has no problem meanwhile', async () => {
  const host = await startedHost({ id: 'a' });
  host.runtime.onFetch = () => Promise.reject(new Error('no route to the registry'));
  await host.relist({ id: 'a', upcomingVersion: '29.0' });
  expect(host.logged.map(({ msg }) => msg)).toContainEqual(expect.stringContaining('no route to the registry'));
  expect(host.controller.report()).toMatchObject([{ id: 'a', problems: [] }]);
  host.runtime.onFetch = () => undefined;
  await host.pass(80_000);
  expect(fetches(host.runtime.calls)).toEqual(['fetch 29.0', 'fetch 29.0']);
  expect(host.events.map(({ kind }) => kind)).toContain('node.image_pulled');
});

test('pulls nothing for nodes that are stopped or no longer listed', async () => {
  const host = await startedHost({ id: 'a' }, { id: 'b', desiredState: 'stopped', upcomingVersion: '29.0' });
  await host.relist({ id: 'b', desiredState: 'stopped', upcomingVersion: '29.0' });
  await host.pass(4_000_000);
  expect(fetches(host.runtime.calls)).toEqual([]);
});

/** Lets pulls last until they are aborted. Returns the signals of those that began. */
function hangPulls({ runtime }: MemoryHost): AbortSignal[] {
  const begun: AbortSignal[] = [];
  runtime.onFetch = (_version, signal) => {
    begun.push(signal);
    return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  };
  return begun;
}

test('ends the pull of a version that no node waits for, and does not repeat it', async () => {
  const host = await startedHost({ id: 'a' });
  const begun = hangPulls(host);
  await host.relist({ id: 'a', upcomingVersion: '29.0' });
  expect(begun.map(({ aborted }) => aborted)).toEqual([false]);
  await host.relist({ id: 'a' });
  expect(begun.map(({ aborted }) => aborted)).toEqual([true]);
  await host.pass(4_000_000);
  expect(fetches(host.runtime.calls)).toEqual(['fetch 29.0']);
  expect(host.logged.filter(({ msg }) => msg.includes('cannot pull'))).toEqual([]);
});

test('continues a pull when the change arrives during it', async () => {
  const host = await startedHost({ id: 'a' });
  const begun = hangPulls(host);
  await host.relist({ id: 'a', upcomingVersion: '29.0' });
  await host.relist({ id: 'a', clientVersion: '29.0' });
  expect(begun.map(({ aborted }) => aborted)).toEqual([false]);
});

test('starts no pull of a version that was cancelled while another was pulled', async () => {
  const host = await startedHost({ id: 'a' }, { id: 'b' });
  const { promise, resolve } = Promise.withResolvers<void>();
  host.runtime.onFetch = () => promise;
  await host.relist({ id: 'a', upcomingVersion: '29.0' }, { id: 'b', upcomingVersion: '30.0' });
  await host.relist({ id: 'a', upcomingVersion: '29.0' }, { id: 'b' });
  resolve();
  await host.settle();
  expect(fetches(host.runtime.calls)).not.toContain('fetch 30.0');
});
