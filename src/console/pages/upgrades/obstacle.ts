import { type JudgedExecutor, judgeExecutor, judgeUpgrade } from '../../../contract/judge-upgrade.ts';
import type { OfferedRelease, Upgradeable } from './shown-upgrade.ts';

const judged = ({ status, ...executor }: Upgradeable): JudgedExecutor => ({ ...executor, online: status === 'online' });

/** Returns why an executor cannot be upgraded to any release now; null where nothing stands against it. Pure. */
export const generalObstacle = (executor: Upgradeable): string | null =>
  judgeExecutor(judged(executor))?.message ?? null;

/** Returns why an executor cannot be upgraded to a release; null where it can. The control plane judges it again. Pure. */
export const obstacle = (executor: Upgradeable, release: OfferedRelease): string | null =>
  judgeUpgrade(judged(executor), release, executor.upgrade)?.message ?? null;
