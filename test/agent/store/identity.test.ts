import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { DesiredNode } from '../../../src/agent/desired/desired-entry.ts';
import { DesiredState } from '../../../src/agent/desired/desired-state.ts';
import { openStore } from '../../../src/agent/store/database.ts';
import { Identity } from '../../../src/agent/store/identity.ts';

test('another version of the agent asks for the whole desired state anew, and keeps what is held until then', () => {
  const folder = mkdtempSync(join(tmpdir(), 'satrap-identity-'));
  const database = openStore(folder);
  onTestFinished(() => {
    database.close();
    rmSync(folder, { recursive: true });
  });
  const started = (version: string) => {
    const identity = new Identity(database);
    identity.runBy(version);
    return { identity, state: new DesiredState(database, identity) };
  };
  const kept = { id: 'a', name: 'a', desiredState: 'running' } as DesiredNode;
  started('1.0.0').state.accept({ executorId: 'e', revision: 3, nodes: [kept] });
  expect(started('1.0.0').identity.revision).toBe(3);

  const { identity, state } = started('1.1.0');
  expect(identity.revision).toBeUndefined();
  expect(state.get('a')?.node).toEqual(kept);
  const whole = { ...kept, dataPolicy: 'keep' } as DesiredNode;
  expect(state.accept({ executorId: 'e', revision: 3, nodes: [whole] })).toEqual(['a']);
  expect(started('1.1.0').identity.revision).toBe(3);
});
