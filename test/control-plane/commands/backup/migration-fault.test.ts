import { expect, test } from 'vitest';
import { migrationFault } from '../../../../src/control-plane/commands/backup/header.ts';

const migration = (hash: string, index: number) => ({ hash, createdAt: index });
const own = ['a', 'b'].map(migration);

test.each([
  [['a', 'b'], undefined],
  [['a', 'b', 'c'], /a later release; install that release or a later one first/],
  [['a'], /an earlier release; restore it with that release, then start this one/],
  [['a', 'x'], /differs from this build's; restore it with the build that created it/],
])('a backup with the migrations %j is restored or refused with what to do', (hashes, said) => {
  const fault = migrationFault({ satrapVersion: '9.9.9', migrations: hashes.map(migration) }, own);
  if (said === undefined) expect(fault).toBeUndefined();
  else expect(fault).toMatch(said);
});
