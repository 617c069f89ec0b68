import type { Command } from 'commander';
import {
  CancelRolloutDocument,
  PauseRolloutDocument,
  ResumeRolloutDocument,
} from '../../../contract/operations.generated.ts';
import { Api, type ApiOptions, apiCommand } from '../../api.ts';
import { rolloutId } from './find-rollout.ts';
import { printChanged, waitOption } from './print-changed.ts';

/** `satrap executors rollout pause`, `resume` and `cancel` */
export function register(rollout: Command): void {
  const command = (name: string, description: string) =>
    apiCommand(rollout, name, description).argument('[rollout]', 'its id; default: the one that has not ended');
  command('pause', 'ask no further group for now').action(pause);
  command('resume', 'go on after a pause or a stop; executors that failed are asked again')
    .option('--skip-failed', 'leave out those that failed')
    .option(...waitOption)
    .action(resume);
  command('cancel', 'ask no further group; what is under way ends by itself').action(cancel);
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
