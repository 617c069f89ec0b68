import { expect, test } from 'vitest';
import { pathInFile } from '../../../src/cli/fleet/path-in-file.ts';

const data = {
  overrides: [{ key: 'dbcache', value: '1' }],
  setOverrides: [{ key: 'rpcport', value: '1' }],
  unsetOverrides: ['maxmempool'],
  labels: [{ key: 'team', value: 'a' }],
  executorLabels: [{ key: 'region', value: 'eu' }],
};

test.each<[path: string, inFile: string]>([
  ['data.overrides.0.key', 'overrides.dbcache'],
  ['data.setOverrides.0.value', 'overrides.rpcport'],
  ['data.unsetOverrides.0', 'overrides.maxmempool'],
  ['data.overrides.7.key', 'overrides'],
  ['data.labels.0.key', 'labels.team'],
  ['data.executorLabels.0.value', 'hostLabels.region'],
  ['data.executorId', 'host'],
  ['data.resources.memoryMiB', 'resources.memory'],
  ['data.resources.diskGiB', 'resources.disk'],
  ['data.resources.cpuCores', 'resources.cpuCores'],
  ['data.nodeType', 'nodeType'],
  ['input.thresholds.blocksBehind', 'thresholds.blocksBehind'],
  ['data', ''],
])('what the API calls %s is %s in a file', (path, inFile) => {
  expect(pathInFile(path.split('.'), { data }).join('.')).toBe(inFile);
});
