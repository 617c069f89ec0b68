import { Random } from '../../harness/random.ts';

/** What to break, and how. At most one fault per part at a time. */
export const faultsOf = {
  agent: ['killed', 'killed twice'],
  calls: ['killed before the engine hears', 'killed after the engine did it', 'fail', 'fail at times', 'hang', 'cut'],
  engine: ['killed', 'restarted'],
  server: ['killed', 'stopped'],
  network: [
    'away',
    'cut after the request',
    'delayed',
    '429',
    '500',
    'a page of HTML',
    'an empty list',
    'another executor',
  ],
  container: ['killed', 'removed', 'stopped', 'renamed'],
  disk: ['full', 'nearly full'],
  clock: ['back an hour', 'back ten years', 'an hour ahead', 'ten years ahead'],
  upgrade: ['undisturbed', 'watcher killed', 'agent killed', 'both killed'],
} as const;

export type Part = keyof typeof faultsOf;

export interface PlannedFault {
  part: Part;
  how: string;
  /** Start and duration in milliseconds. */
  afterMs: number;
  lastsMs: number;
  /** Decides the fault's details, such as which container it hits. */
  chance: number;
}

export const wishes = ['stop', 'start', 'restart', 'override', 'version', 'create', 'delete'] as const;

export interface PlannedWish {
  wish: (typeof wishes)[number];
  afterMs: number;
  chance: number;
}

export interface RoundPlan {
  seed: number;
  round: number;
  faults: PlannedFault[];
  wishes: PlannedWish[];
}

const parts = Object.keys(faultsOf) as Part[];

/** Returns the events of a round: one to three faults, and up to two requests. Depends on the numbers only. */
export function planRound(seed: number, round: number): RoundPlan {
  const random = new Random(seed * 1_000_003 + round);
  const faults = random.some(parts, 1 + random.below(3)).map((part) => ({
    ...{ part, how: random.pick<string>(faultsOf[part]) },
    ...{ afterMs: random.below(800), lastsMs: 300 + random.below(2500), chance: random.below(2 ** 31) },
  }));
  const asked = Array.from({ length: random.below(3) }, () => ({
    ...{ wish: random.pick(wishes), afterMs: random.below(1500), chance: random.below(2 ** 31) },
  }));
  return { seed, round, faults, wishes: asked };
}

export const describePlan = ({ round, faults, wishes }: RoundPlan): string =>
  `round ${round}: ${faults.map(({ part, how }) => `${part} ${how}`).join(' + ')}${
    wishes.length === 0 ? '' : `; a user asks to ${wishes.map(({ wish }) => wish).join(' and ')}`
  }`;
