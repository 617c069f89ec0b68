import { onTestFinished } from 'vitest';
import { openStore, type Store } from '../../src/agent/store/database.ts';
import { scratchFolder } from '../harness/scratch-folder.ts';

/** An agent's store in a folder of its own. Both are gone when the test ends. */
export function testStore(): { folder: string; database: Store } {
  const folder = scratchFolder('store');
  const database = openStore(folder);
  onTestFinished(() => {
    if (database.isOpen) database.close();
  });
  return { folder, database };
}
