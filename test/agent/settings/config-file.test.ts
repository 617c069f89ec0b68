import { expect, test } from 'vitest';
import { nearestKey } from '../../../src/agent/settings/config-file.ts';

test.each([
  ['stop_timout', 'stop_timeout'],
  ['port-range', 'port_range'],
  ['Log_Level', 'log_level'],
  ['netwroks', 'networks'],
  ['bind_addres', 'bind_address'],
  ['sample_interval_seconds', 'sample_interval'],
  ['reconcile', 'reconcile_interval'],
  ['api_keyfile', 'api_key_file'],
  ['bananas', undefined],
  ['port', 'port_range'],
  ['exit_timeout', undefined],
])('the unknown key %s is taken for %s', (key, known) => {
  expect(nearestKey(key)).toBe(known);
});
