import type { Command } from 'commander';
import {
  CancelRolloutDocument,
  PauseRolloutDocument,
  ResumeRolloutDocument,
} from '../../../contract/operations.generated.ts';
import { Api, type ApiOptions, apiCommand } from '../../api.ts';
import { rolloutId } from './find-rollout.ts';
import { printChanged, waitOption } from './print-changed.ts';

/** `satrap hosts rollout pause`, `resume` and `cancel` */
export function register(rollout: Command): void {
  const command = (name: string, description: string) =>
    apiCommand(rollout, name, description).argument('[rollout]', 'rollout id (default: the active one)');
  command('pause', 'pause before the next group').action(pause);
  command('resume', 'continue after a pause or stop, retrying failed hosts')
    .option('--skip-failed', 'skip failed hosts')
    .option(...waitOption)
    .action(resume);
  command('cancel', 'start no more groups; upgrades in progress finish').action(cancel);
}

async function pause(given: string | undefined, options: ApiOptions): Promise<void> {
  const api = new Api(options);
  const { pauseUpgradeRollout } = await api.call(PauseRolloutDocument, { id: await rolloutId(api, given) });
  await printChanged(api, pauseUpgradeRollout, options);
}

async function resume(
  given: string | undefined,
  { skipFailed = false, ...options }: ApiOptions & { skipFailed?: boolean; wait?: boolean },
): Promise<void> {
  const api = new Api(options);
  const id = await rolloutId(api, given);
  const { resumeUpgradeRollout } = await api.call(ResumeRolloutDocument, { id, skipFailed });
  await printChanged(api, resumeUpgradeRollout, options);
}

async function cancel(given: string | undefined, options: ApiOptions): Promise<void> {
  const api = new Api(options);
  const { cancelUpgradeRollout } = await api.call(CancelRolloutDocument, { id: await rolloutId(api, given) });
  await printChanged(api, cancelUpgradeRollout, options);
}
