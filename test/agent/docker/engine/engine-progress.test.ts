import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { followProgress } from '../../../../src/agent/docker/engine/engine-progress.ts';

const forever = new AbortController().signal;
const stream = (...events: object[]) => Readable.from([events.map((event) => JSON.stringify(event)).join('\r\n')]);

describe('the progress of a pull', () => {
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
