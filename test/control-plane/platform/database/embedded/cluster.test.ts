import { expect, test } from 'vitest';
import { versionFault } from '../../../../../src/control-plane/platform/database/embedded/cluster.ts';

test.each([
  ['18', 18, undefined],
  [
    '19',
    18,
    /made by PostgreSQL 19, .* brings PostgreSQL 18; start the later release that made it, or restore a backup/,
  ],
  ['17', 18, /made by PostgreSQL 17, .* with the release that made it, run “satrap control-plane backup FILE”/],
])('a database of PostgreSQL %s is opened by PostgreSQL %i or refused with what to do', (found, own, said) => {
  const fault = versionFault('/data/postgresql/cluster', found, own);
  if (said === undefined) expect(fault).toBeUndefined();
  else expect(fault).toMatch(said);
});
