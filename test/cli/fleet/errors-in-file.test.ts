import { expect, test } from 'vitest';
import type { Api } from '../../../src/cli/api.ts';
import { CommandError } from '../../../src/cli/command-error.ts';
import type { Change } from '../../../src/cli/fleet/change.ts';
import { inFile, ofMember } from '../../../src/cli/fleet/errors-in-file.ts';
import { readFleetFile } from '../../../src/cli/fleet/fleet-file.ts';
import { withConfs } from '../../../src/cli/fleet/with-confs.ts';

const change: Change = {
  ...{ kind: 'update', type: 'node', name: 'alpha', fields: [], summary: '', refusals: [] },
  request: {
    ...{ operation: 'UpdateFleetNode', preview: undefined },
    variables: { id: '1', data: { setOverrides: [{ key: 'dbcache', value: '1' }] } },
  },
};
const placeOf = (_change: unknown, path: readonly string[]) => ({ file: 'fleet.yaml', line: 10 + path.length });
const refused = (issues: readonly object[]) =>
  new CommandError('invalid input', 'refused', { code: 'invalid_input', issues });

test('an error of the API names file, line and field', () => {
  const error = refused([{ path: ['data', 'setOverrides', '0', 'value'], message: 'must be larger' }]);
  expect(inFile(error, change, placeOf)).toMatchObject({
    message: 'fleet.yaml:12: overrides.dbcache: must be larger (invalid_input)',
    ...{ failure: 'refused', fields: { code: 'invalid_input' } },
  });
});

test.each<[what: string, error: unknown]>([
  ['without issues', new CommandError('the control plane is busy', 'unreachable')],
  ['of the program', new TypeError('no')],
])('an error %s stays as it is', (_what, error) => {
  expect(inFile(error, change, placeOf)).toBe(error);
});

test('an error of a rollout is reported for its node, and the others wait', () => {
  const error = refused([{ path: ['data', 'members', '1'], message: 'alpha: is full' }]);
  expect(inFile(ofMember(error, 1), change, placeOf)).toMatchObject({
    message: 'fleet.yaml:10: alpha: is full (invalid_input)',
  });
  expect(ofMember(error, 0)).toMatchObject({ message: 'not changed, because the rollout with it is refused' });
});

test('a conf that cannot be read names the line of the fleet file', async () => {
  const yaml = 'nodes:\n  - name: a\n    network: signet\n    conf: nowhere.conf\n';
  const { data: fleet, lineOf } = readFleetFile(yaml, 'fleet.yaml');
  await expect(withConfs({} as Api, { file: 'fleet.yaml', folder: '/', fleet, lineOf })).rejects.toMatchObject({
    message: expect.stringContaining('fleet.yaml:4: nodes.0.conf: cannot read /nowhere.conf'),
    failure: 'failed',
  });
});
