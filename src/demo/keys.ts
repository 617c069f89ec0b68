import type { DemoFolder } from './folder.ts';
import { runSatrap } from './program.ts';

/** Creates the first administrator and organization, and stores a personal and an executor key in the folder. */
export async function createKeys(folder: DemoFolder, executorName: string): Promise<void> {
  const data = ['--data', folder.controlPlaneData, '--json'];
  const owner = ['--email', 'admin@demo.example', '--organization', 'Demo'];
  const { personalKey } = JSON.parse(await runSatrap(['control-plane', 'init', ...owner, ...data])) as {
    personalKey: string;
  };
  folder.write(folder.personalKey, personalKey);
  const purpose = ['--purpose', 'executor', '--name', executorName];
  const { key } = JSON.parse(await runSatrap(['control-plane', 'create-key', ...purpose, ...data])) as { key: string };
  folder.write(folder.executorKey, key);
}
