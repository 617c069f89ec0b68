import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { describeObservation } from '../../../../src/agent/docker/describe-observation.ts';
import { parseEvent } from '../../../../src/agent/docker/engine/container-events.ts';
import { cpuPercentBetween } from '../../../../src/agent/docker/engine/container-stats.ts';
import { type EngineNetwork, madeAt } from '../../../../src/agent/docker/engine/engine-info.ts';
import { linesOf } from '../../../../src/agent/docker/engine/lines.ts';
import { container, observed } from '../../../fixtures/node.ts';

const event = (Action: string, Attributes: object) => JSON.stringify({ Action, Actor: { ID: 'c1', Attributes } });
const node = { 'io.satrap.node': 'n1' };

test.each([
  ['a start', event('start', node), { nodeId: 'n1', workloadId: 'c1', exitCode: null }],
  ['an exit', event('die', { ...node, exitCode: '137' }), { nodeId: 'n1', workloadId: 'c1', exitCode: 137 }],
  [
    'a memory limit that was reached',
    event('oom', node),
    { nodeId: 'n1', workloadId: 'c1', exitCode: null, outOfMemory: true },
  ],
  ['an exit without a code', event('die', node), { nodeId: 'n1', workloadId: 'c1', exitCode: null }],
  ['a health check', event('exec_start: true', node), undefined],
  ['a container without a node', event('start', {}), undefined],
  ['something that is no event', '{}', undefined],
])('reads %s of the engine’s events', (_what, line, expected) => {
  expect(parseEvent(line)).toEqual(expected);
});

const Created = '2026-01-01T00:00:00Z';
const Options = { 'com.docker.network.bridge.default_bridge': 'true' };

test.each<[string, EngineNetwork, number | null]>([
  ['Docker', { Created, Options }, Date.parse(Created)],
  ['Docker that says no time', { Options }, null],
  ['Podman, whose time is that of its service', { Created, Options: {} }, null],
  ['Podman without options', { Created, Options: null }, null],
])('reads when an engine started from the default network of %s', (_what, network, expected) => {
  expect(madeAt(network)).toBe(expected);
});

test.each([
  ['half a core', { cpuNanoseconds: 0, atMilliseconds: 0 }, { cpuNanoseconds: 5e8, atMilliseconds: 1000 }, 50],
  ['nothing at all', { cpuNanoseconds: 5, atMilliseconds: 0 }, { cpuNanoseconds: 5, atMilliseconds: 1000 }, 0],
  [
    'another run, whose time starts at 0',
    { cpuNanoseconds: 5, atMilliseconds: 0 },
    { cpuNanoseconds: 1, atMilliseconds: 1000 },
    null,
  ],
  [
    'two readings of one moment',
    { cpuNanoseconds: 0, atMilliseconds: 5 },
    { cpuNanoseconds: 1, atMilliseconds: 5 },
    null,
  ],
])('measures the use of a core between two readings: %s', (_what, first, second, expected) => {
  expect(cpuPercentBetween(first, second)).toBe(expected);
});

test('joins the chunks of a stream to lines, also a last one without a line break', async () => {
  const lines = await Array.fromAsync(linesOf(Readable.from(['a\nb', 'c\n', 'd'])));
  expect(lines).toEqual(['a', 'bc', 'd']);
});

test('describes an observation for people, with what is foreign', () => {
  const running = container('running', { restartCount: 2 });
  const lines = describeObservation({
    workload: running,
    observed: observed({ containers: [running], foreignWriters: ['reader'], imposters: ['copy'] }),
    operations: {},
  });
  expect(lines).toEqual([
    'container c1 running, started 2026-01-01T00:00:00Z, 2 restarts by the engine',
    'volume present',
    'image example@sha256:0, present',
    'foreign container reader uses the volume',
    'foreign container copy has this node’s name or labels and is ignored',
  ]);
});

test('describes a node of which only a directory is left', () => {
  const image = { reference: null, pin: null, present: false, pullReference: '' };
  const bare = observed({ data: 'absent', image, leftoverDataDir: '/srv/n1' });
  expect(describeObservation({ workload: undefined, observed: bare, operations: {} })).toEqual([
    'no container',
    'volume absent',
    'directory /srv/n1 of a removed volume',
    'image not resolved yet',
  ]);
});
