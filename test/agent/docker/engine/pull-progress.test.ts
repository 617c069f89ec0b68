import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { EngineClient } from '../../../../src/agent/docker/engine/engine-client.ts';
import {
  followProgress,
  type ProgressEvent,
  PullTracker,
} from '../../../../src/agent/docker/engine/engine-progress.ts';
import { pullImage } from '../../../../src/agent/docker/engine/images.ts';
import type { PullProgress } from '../../../../src/agent/runtime/runtime.ts';
import { RuntimeError } from '../../../../src/agent/runtime/runtime-error.ts';
import { strangeEngine } from './strange-engine.ts';

const forever = new AbortController().signal;
/** The output of Docker 20.10 for a pull of four layers, one of them present. The other three have 13,004,428 bytes. */
const recording = readFileSync(join(import.meta.dirname, '../../../fixtures/pull-progress.jsonl'), 'utf8');
const bytes = 13_004_428;
const events = recording
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as ProgressEvent);

/** A pull from an engine that answers 200 with this body. */
async function pullOf(body: string, onProgress: (progress: PullProgress) => void): Promise<void> {
  const { socketPath } = await strangeEngine((_request, response) => response.end(body));
  await pullImage(new EngineClient(socketPath), 'example/bitcoin:28.1', onProgress, forever);
}

describe('a pull', () => {
  const layer = JSON.stringify({ id: 'a', status: 'Downloading', progressDetail: { current: 1, total: 2 } });

  test('that fails after the engine answered 200 is no pull', async () => {
    const words = 'write /var/lib/docker/tmp/x: no space left on device';
    const failing = pullOf(`${layer}\r\n${JSON.stringify({ error: words })}\r\n`, () => {});
    await expect(failing).rejects.toThrow(`Docker could not pull example/bitcoin:28.1: ${words}`);
    await expect(failing).rejects.toBeInstanceOf(RuntimeError);
  });

  test('ends, and not the agent, when a listener to its progress throws', async () => {
    const full = () => {
      throw new Error('database or disk is full');
    };
    await expect(pullOf(layer, full)).rejects.toThrow('disk is full');
  });

  test('that is cancelled ends with that reason, also when no event comes; one that breaks off is no success', async () => {
    const controller = new AbortController();
    const silent = new Readable({ read: () => {} });
    const following = followProgress(silent, { signal: controller.signal, onEvent: () => {} });
    controller.abort(new Error('enough'));
    await expect(following).rejects.toThrow('enough');
    const cut = new Readable({ read: () => {} });
    const breaking = followProgress(cut, { signal: forever, onEvent: () => cut.destroy() });
    cut.push('{"status":"Downloading"}\n');
    await expect(breaking).rejects.toThrow('Premature close');
  });

  test('reports a progress that never falls and ends with all bytes, although layers are unpacked', async () => {
    const reported: PullProgress[] = [];
    await pullOf(recording, (progress) => reported.push(progress));
    const done = reported.map((progress) => progress.done);
    expect(done).toEqual(done.toSorted((a, b) => a - b));
    expect(reported.every((progress) => progress.done <= progress.total)).toBe(true);
    expect(reported.at(-1)).toEqual({ done: bytes, total: bytes });
  });
});

test('all bytes of a pull are fetched before the first layer is unpacked', () => {
  const tracker = new PullTracker();
  const fetched = events.findLastIndex(({ status }) => status === 'Download complete') + 1;
  for (const event of events.slice(0, fetched)) tracker.record(event);
  expect(tracker.progress).toEqual({ done: bytes, total: bytes });
});

const at = (status: string, current?: number, total?: number): ProgressEvent => ({
  ...{ id: 'a', status },
  progressDetail: { ...(current === undefined ? {} : { current }), ...(total === undefined ? {} : { total }) },
});
const retried = [at('Downloading', 80, 100), at('Retrying in 5 seconds'), at('Downloading', 10, 100)];

test.each<[what: string, events: ProgressEvent[], done: number, total: number]>([
  ['counts nothing for a layer that is here already', [at('Already exists')], 0, 0],
  ['counts nothing for a layer whose size is unknown', [at('Pulling fs layer')], 0, 0],
  ['counts what is downloaded', [at('Downloading', 30, 100)], 30, 100],
  ['counts a layer as fetched while it is unpacked', [at('Downloading', 30, 100), at('Extracting', 5, 100)], 100, 100],
  ['learns a layer’s size from its unpacking', [at('Download complete'), at('Extracting', 5, 50)], 50, 50],
  ['does not fall when a download starts again', retried, 80, 100],
  ['ignores an unpacking in seconds', [at('Downloading', 100, 100), at('Extracting', 3)], 100, 100],
])('the progress of a pull %s', (_what, pull, done, total) => {
  const tracker = new PullTracker();
  for (const event of pull) tracker.record(event);
  expect(tracker.progress).toEqual({ done, total });
});
