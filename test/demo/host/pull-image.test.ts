import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { followProgress } from '../../../src/demo/host/engine-progress.ts';
import { pulledBytes } from '../../../src/demo/host/pull-image.ts';

const forever = new AbortController().signal;
const stream = (...events: object[]) => Readable.from([events.map((event) => JSON.stringify(event)).join('\r\n')]);

describe('the progress of a pull', () => {
  test('is the sum of what its layers have fetched; unpacking counts as fetched', () => {
    const layers = new Map([
      ['a', { id: 'a', status: 'Downloading', progressDetail: { current: 30, total: 100 } }],
      ['b', { id: 'b', status: 'Extracting', progressDetail: { current: 5, total: 50 } }],
    ]);
    expect(pulledBytes(layers)).toEqual({ current: 80, total: 150 });
  });

  test('that ends in an error fails, though the engine had answered 200', async () => {
    const seen: string[] = [];
    const following = followProgress(stream({ status: 'Pulling' }, { error: 'manifest unknown' }), {
      signal: forever,
      onEvent: ({ status }) => seen.push(status ?? ''),
    });
    await expect(following).rejects.toThrow('manifest unknown');
    expect(seen).toEqual(['Pulling']);
  });

  test('ends with the reason of whoever cancels it, also when no event comes', async () => {
    const controller = new AbortController();
    const silent = new Readable({ read: () => {} });
    const following = followProgress(silent, { signal: controller.signal, onEvent: () => {} });
    controller.abort(new Error('enough'));
    await expect(following).rejects.toThrow('enough');
  });

  test('that breaks off is no success', async () => {
    const cut = new Readable({ read: () => {} });
    const following = followProgress(cut, { signal: forever, onEvent: () => cut.destroy() });
    cut.push('{"status":"Downloading"}\n');
    await expect(following).rejects.toThrow('Premature close');
  });
});
