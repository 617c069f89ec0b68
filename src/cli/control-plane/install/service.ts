import { execFileSync } from 'node:child_process';
import { userOf } from '../../../storage/as-user.ts';
import { CommandError } from '../../command-error.ts';
import { dataDir, readEnv } from './layout.ts';

/** Runs a Satrap command as the service's user with its settings. Returns its output. Throws CommandError with its error output. */
export function runAsService(program: string, words: readonly string[]): string {
  const { uid, gid } = userOf(dataDir);
  const env = { PATH: process.env['PATH'] ?? '', ...readEnv() };
  try {
    return execFileSync(program, [...words], {
      uid,
      gid,
      env,
      cwd: '/',
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  } catch (error) {
    const said = String((error as { stderr?: string }).stderr ?? '').trim();
    throw new CommandError(said.replace(/^satrap: /, '') || `${program} ${words.join(' ')} failed: ${String(error)}`);
  }
}
