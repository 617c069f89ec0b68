import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { builtProgram } from './built-program.ts';

const repository = join(import.meta.dirname, '../..');

/** A script that runs the agent of one version. */
export interface AgentVersion {
  program: string;
}

/** The agent of this checkout, bundled as in a release. */
export const presentAgent = async (): Promise<AgentVersion> => ({ program: (await builtProgram('host')).agent });

/** The same under another version number, in a temporary folder. */
export async function agentOfVersion(version: string): Promise<AgentVersion & Disposable> {
  const { agent } = await builtProgram('host');
  const built = dirname(agent);
  const folder = mkdtempSync(join(tmpdir(), 'satrap-version-'));
  cpSync(join(built, 'lib'), join(folder, 'lib'), { recursive: true });
  for (const part of ['src', 'schema', 'templates', 'node_modules'])
    symlinkSync(join(repository, part), join(folder, part));
  const described = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as object;
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...described, version }));
  const program = join(folder, 'agent');
  writeFileSync(program, readFileSync(agent, 'utf8').replaceAll(built, folder), { mode: 0o755 });
  return { program, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
}
