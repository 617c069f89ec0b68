import type { Command } from 'commander';
import { pino } from 'pino';
import type { ControlPlaneSettings } from '../../../control-plane/settings.ts';
import { findingLines } from '../../findings.ts';
import { defineCommand, jsonOption } from '../../options.ts';
import { print } from '../../output.ts';
import { addressOf } from '../install/layout.ts';
import { dataOption, onData, publicUrlOption } from '../options.ts';

const options = [dataOption, publicUrlOption, jsonOption] as const;

export function register(controlPlane: Command): void {
  defineCommand(controlPlane, 'status', 'show the status of this host’s control plane', options)
    .action(async (given) => {
      const { gatherStatus, statusLines } = await import('./status.ts');
      const status = await onData(given, (settings, log) => gatherStatus(serving(settings), log));
      print(status, given, () => statusLines(status));
      if (!status.isReady) process.exitCode = 1;
    })
    .addHelpText('after', '\nExits with 1 if the control plane is not ready.');
  const checked = 'check everything that the control plane depends on, and show how to fix it';
  defineCommand(controlPlane, 'doctor', checked, options)
    .action(async (given) => {
      const [{ gatherFacts }, { judgeFacts }] = await Promise.all([import('./gather.ts'), import('./judge.ts')]);
      // A fault becomes a finding, and is not printed twice.
      const log = pino({ level: 'silent' });
      const facts = await onData(given, (settings) => gatherFacts(serving(settings), log, Date.now));
      const findings = judgeFacts(facts, Date.now());
      print(findings, given, () => findingLines(findings));
      if (findings.some(({ level }) => level === 'problem')) process.exitCode = 1;
    })
    .addHelpText('after', '\nExits with 1 if a problem keeps the control plane from working.');
}

/** Adds what only a serving control plane needs, from the environment that `onData` completed. */
const serving = (settings: ControlPlaneSettings): ControlPlaneSettings => ({
  ...settings,
  ...addressOf(process.env as Record<string, string>),
  smtp: process.env['SATRAP_SMTP'] || undefined,
});
