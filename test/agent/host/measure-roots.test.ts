import { expect, test } from 'vitest';
import { measureRoots } from '../../../src/agent/host/measure-roots.ts';

test('a host with one data root names none, as a control plane of a former version expects', async () => {
  expect(await measureRoots({ dataRoot: '/srv/chain', dataRoots: {} }, '/srv/chain')).toBeNull();
});

test('each data root is named with its disk, and one that is not seen without figures', async () => {
  const figures = { totalMiB: expect.any(Number), freeMiB: expect.any(Number) };
  expect(await measureRoots({ dataRoot: undefined, dataRoots: { ssd: '/tmp', gone: '/nonexistent' } }, '/')).toEqual([
    { name: 'default', path: null, ...figures },
    { name: 'ssd', path: '/tmp', ...figures },
    { name: 'gone', path: '/nonexistent', totalMiB: null, freeMiB: null },
  ]);
});
