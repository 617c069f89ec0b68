import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type BuiltProgram, builtProgram } from './built-program.ts';

const repository = join(import.meta.dirname, '../..');

export interface AgentVersion {
  program: string;
}

export const presentAgent = async (): Promise<AgentVersion> => ({ program: (await builtProgram('host')).agent });

/** The same under another version number, in a temporary folder. */
export async function agentOfVersion(version: string): Promise<AgentVersion & Disposable> {
  const folder = mkdtempSync(join(tmpdir(), 'satrap-version-'));
  const program = join(folder, 'agent');
  putAgent(folder, version, await builtProgram('host'), program, ['src', 'schema', 'templates', 'node_modules']);
  return { program, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Puts the agent's bundle into a folder under a version number, with links to these parts of the repository. */
export function putAgent(
  folder: string,
  version: string,
  { agent }: BuiltProgram,
  program: string,
  parts: readonly string[],
): void {
  const built = dirname(agent);
  cpSync(join(built, 'lib'), join(folder, 'lib'), { recursive: true });
  for (const part of parts) symlinkSync(join(repository, part), join(folder, part));
  const described = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as object;
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...described, version }));
  mkdirSync(dirname(program), { recursive: true });
  writeFileSync(program, readFileSync(agent, 'utf8').replaceAll(built, folder), { mode: 0o755 });
}
