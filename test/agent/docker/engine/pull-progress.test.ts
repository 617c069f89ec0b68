import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { EngineClient } from '../../../../src/agent/docker/engine/engine-client.ts';
import type { ProgressEvent } from '../../../../src/agent/docker/engine/engine-progress.ts';
import { pullImage } from '../../../../src/agent/docker/engine/images.ts';
import { PullTracker } from '../../../../src/agent/docker/engine/pull-progress.ts';
import type { PullProgress } from '../../../../src/agent/runtime/runtime.ts';
import { strangeEngine } from './strange-engine.ts';

/** The output of Docker 20.10 for a pull of four layers, one of them present. The other three have 13,004,428 bytes. */
const recording = readFileSync(join(import.meta.dirname, '../../../fixtures/pull-progress.jsonl'), 'utf8');
const bytes = 13_004_428;
const events = recording
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as ProgressEvent);

describe('the progress of a pull', () => {
  test('the recorded pull holds every kind of event that the engine sends', () => {
    const kinds = new Set(events.map(({ status }) => status?.replace(/^(Pulling from|Digest|Status).*/, '$1')));
    expect([...kinds].toSorted()).toEqual([
      ...['Already exists', 'Digest', 'Download complete', 'Downloading', 'Extracting', 'Pull complete'],
      ...['Pulling from', 'Pulling fs layer', 'Status', 'Verifying Checksum'],
    ]);
  });

  test('the progress that the agent reports of a pull never falls and ends with all bytes, although layers are unpacked', async () => {
    const { socketPath } = await strangeEngine((_request, response) => response.end(recording));
    const reported: PullProgress[] = [];
    await pullImage(
      new EngineClient(socketPath),
      'example/bitcoin:28.1',
      (progress) => reported.push(progress),
      new AbortController().signal,
    );
    const done = reported.map((progress) => progress.done);
    expect(done).toEqual(done.toSorted((a, b) => a - b));
    expect(reported.every((progress) => progress.done <= progress.total)).toBe(true);
    expect(reported.at(-1)).toEqual({ done: bytes, total: bytes });
  });

  test('all bytes of a pull are fetched before the first layer is unpacked', () => {
    const tracker = new PullTracker();
    for (const event of events.slice(0, events.findLastIndex(({ status }) => status === 'Download complete') + 1))
      tracker.record(event);
    expect(tracker.progress).toEqual({ done: bytes, total: bytes });
  });

  const at = (status: string, current?: number, total?: number): ProgressEvent => ({
    id: 'a',
    status,
    progressDetail: { ...(current === undefined ? {} : { current }), ...(total === undefined ? {} : { total }) },
  });
  const cases: [name: string, events: ProgressEvent[], expected: PullProgress][] = [
    ['counts nothing for a layer that is here already', [at('Already exists')], { done: 0, total: 0 }],
    ['counts nothing for a layer whose size is unknown', [at('Pulling fs layer')], { done: 0, total: 0 }],
    ['counts what is downloaded', [at('Downloading', 30, 100)], { done: 30, total: 100 }],
    [
      'counts a layer as fetched while it is unpacked',
      [at('Downloading', 30, 100), at('Extracting', 5, 100)],
      { done: 100, total: 100 },
    ],
    [
      'learns the size of a layer from its unpacking',
      [at('Download complete'), at('Extracting', 5, 50)],
      { done: 50, total: 50 },
    ],
    [
      'does not fall when a download starts again',
      [at('Downloading', 80, 100), at('Retrying in 5 seconds'), at('Downloading', 10, 100)],
      { done: 80, total: 100 },
    ],
    [
      'ignores the unit of the newer engines’ unpacking, which is seconds',
      [at('Downloading', 100, 100), at('Extracting', 3)],
      { done: 100, total: 100 },
    ],
  ];
  test.each(cases)('the progress of a pull %s', (_name, pull, expected) => {
    const tracker = new PullTracker();
    for (const event of pull) tracker.record(event);
    expect(tracker.progress).toEqual(expected);
  });
});
