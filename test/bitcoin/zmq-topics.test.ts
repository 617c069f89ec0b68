import { expect, test } from 'vitest';
import { checkConfig } from '../../src/bitcoin/check-config.ts';
import { checkOverrides } from '../../src/bitcoin/check-overrides.ts';
import { effectiveConfig } from '../../src/bitcoin/effective-config.ts';
import type { ConfigOverride } from '../../src/bitcoin/node-config.ts';
import { renderConfig } from '../../src/bitcoin/render-config.ts';
import { publishedTopics } from '../../src/bitcoin/zmq-topics.ts';
import { configWith, credentials, override, template } from './config.ts';

const at = (port: number) => `tcp://0.0.0.0:${port}`;
const two = [override('zmqpubsequence', '1'), override('regtest.zmqpubrawblock', '1')];
const limited = [override('zmqpubhashblockhwm', '5'), override('zmqpubhashblock', '1')];

test.each<[string, ConfigOverride[], string[], string[]]>([
  ['no topic', [override('dbcache', '100')], [], []],
  ['a topic', [override('zmqpubrawtx', '1')], ['rawtx'], [`zmqpubrawtx=${at(28333)}`]],
  // In the order of their ports, whatever the order of the overrides.
  ['two topics', two, ['rawblock', 'sequence'], [`zmqpubsequence=${at(28336)}`, `zmqpubrawblock=${at(28332)}`]],
  ['a topic that is off', [override('zmqpubhashtx', '0')], [], []],
  ['a limit of messages', limited, ['hashblock'], ['zmqpubhashblockhwm=5', `zmqpubhashblock=${at(28334)}`]],
])('a node with %s publishes and is configured so', (_what, overrides, topics, lines) => {
  const config = configWith(overrides);
  expect(publishedTopics(config)).toEqual(topics);
  const rendered = renderConfig(config, template, credentials);
  expect(rendered.split('\n').filter((line) => line.startsWith('zmq'))).toEqual(lines);
});

test('who sets a topic sees what becomes of it', () => {
  const notes = (overrides: ConfigOverride[]) =>
    effectiveConfig(configWith(overrides)).flatMap(({ key, note }) => (key.startsWith('zmq') ? [note] : []));
  expect(notes([override('zmqpubrawtx', '1')])).toEqual([expect.stringContaining('its endpoints show where')]);
});

test.each<[string, ConfigOverride[], RegExp]>([
  [
    'an address',
    [override('zmqpubrawblock', 'tcp://127.0.0.1:28332')],
    /zmqpubrawblock must be 1 to publish, or 0.*endpoints show it/,
  ],
  ['a topic twice', [override('zmqpubrawtx', '1'), override('zmqpubrawtx', '1')], /zmqpubrawtx is set twice/],
  ['a negation', [override('nozmqpubrawtx', '1')], /nozmqpubrawtx has no meaning/],
])('%s is refused with what to write', (_what, overrides, expected) => {
  const config = configWith(overrides);
  const issues = [...checkConfig(config), ...checkOverrides(config, null)];
  expect(issues.map(({ message }) => message)).toEqual([expect.stringMatching(expected)]);
});
