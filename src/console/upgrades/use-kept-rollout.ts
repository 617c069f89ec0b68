import { useLocalStorage } from '@mantine/hooks';
import { useState } from 'react';
import { useViewer } from '../session/viewer.ts';
import { readRollout, writeRollout } from './kept-rollout.ts';
import type { RolloutPlan } from './rollout.ts';

/** The plan of this page, or one that was left. */
interface KeptRollout {
  /** Null while there is none. */
  plan: RolloutPlan | null;
  /** Whether it was begun before this page was opened: then it goes on only when somebody says so. */
  wasLeft: boolean;
  begin: (plan: RolloutPlan) => void;
  end: () => void;
}

/** Keeps a plan in this browser until it has ended, so that a page that was closed takes it up again. */
export function useKeptRollout(): KeptRollout {
  const { organization } = useViewer();
  const [isOwn, setOwn] = useState(false);
  const [plan, setPlan] = useLocalStorage<RolloutPlan | null>({
    key: `satrap.rollout.${organization?.id}`,
    defaultValue: null,
    serialize: writeRollout,
    deserialize: readRollout,
    getInitialValueInEffect: false,
    // Two pages that ask for the same upgrades would refuse each other.
    sync: false,
  });
  const begin = (begun: RolloutPlan) => {
    setOwn(true);
    setPlan(begun);
  };
  return { plan, wasLeft: !isOwn, begin, end: () => setPlan(null) };
}
