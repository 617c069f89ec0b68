import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Judged, ok, problem } from '../../contract/finding.ts';
import { jsonOrNull } from '../../text/json-or-null.ts';
import { type ProgramEnd, runProgram } from '../upgrade/run-program.ts';
import { findProcess, textOfProcess } from './processes.ts';

/** The rules through which an engine’s own chains are reached. Without them, its published ports lead nowhere. */
const entries = [
  { chain: 'FORWARD of the table filter', args: ['-S', 'FORWARD'] },
  { chain: 'PREROUTING of the table nat', args: ['-t', 'nat', '-S', 'PREROUTING'] },
] as const;

/** `lost`: the chains without a rule of the engine. Null if it writes none, or if this user may not look. */
export type FirewallFacts = { lost: readonly string[] } | null;

type Run = (program: string, args: readonly string[]) => Promise<Pick<ProgramEnd, 'code' | 'stdout'>>;

const run: Run = (program, args) => runProgram(program, args, { env: process.env, timeoutMs: 5000 });

/**
 * Looks for the rules that Docker writes at its start and never again: a reload of the host’s firewall may flush them.
 * `proc`: where the kernel shows its processes.
 */
export async function gatherFirewall(proc = '/proc', runTool: Run = run): Promise<FirewallFacts> {
  const pid = findProcess(['dockerd'], proc);
  if (pid === null || !writesRules(pid, proc)) return null;
  const answers = await Promise.all(
    // Another program may hold the lock of the rules.
    entries.map(async ({ chain, args }) => ({ chain, answer: await runTool('iptables', ['-w', '3', ...args]) })),
  );
  if (answers.some(({ answer }) => answer.code !== 0)) return null;
  return { lost: answers.filter(({ answer }) => !/ -j DOCKER\b/.test(answer.stdout)).map(({ chain }) => chain) };
}

/** Whether an engine manages rules of iptables: by its arguments and its configuration file. */
function writesRules(pid: number, proc: string): boolean {
  const args = textOfProcess(proc, pid, 'cmdline').split('\0');
  const after = (name: string) => {
    const at = args.findIndex((arg) => arg === name || arg.startsWith(`${name}=`));
    return at === -1 ? null : (args[at]?.split('=')[1] ?? args[at + 1] ?? null);
  };
  if (after('--iptables') === 'false' || after('--firewall-backend') === 'nftables') return false;
  const config = textOf(join(proc, String(pid), 'root', after('--config-file') ?? '/etc/docker/daemon.json'));
  const settings = jsonOrNull(config);
  if (typeof settings !== 'object' || settings === null) return true;
  const { iptables, 'firewall-backend': backend } = settings as Record<string, unknown>;
  return iptables !== false && backend !== 'nftables';
}

/** Of the engine's own file; empty without one. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

export const judgeFirewall = (facts: FirewallFacts): Judged =>
  facts === null
    ? null
    : facts.lost.length === 0
      ? ok('firewall', 'the engine’s rules are in place')
      : problem(
          'firewall',
          `the engine’s rules are gone from ${facts.lost.join(' and ')}, so nodes reach no peers and their ports do not answer from outside`,
          'systemctl restart docker, which writes them again; then keep the firewall of the host from flushing them (reload only its own tables)',
        );
