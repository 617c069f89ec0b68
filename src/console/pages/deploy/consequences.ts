import { chainFacts } from '../../../bitcoin/chain-facts.ts';
import { hasPeers, networkFacts } from '../../../bitcoin/network.ts';
import { formatBytes, formatNumber } from '../../display/values/amounts.ts';
import { walletName } from '../../display/values/wallet-name.ts';
import { type ChosenPlan, configOf } from './plan.ts';
import type { Source } from './source.ts';

/** Something that follows from a plan; `isLasting` where it cannot be changed later without the loss of data or days. */
export interface PlanConsequence {
  text: string;
  isLasting?: boolean;
}

function firstFetch(network: ChosenPlan['network']): string {
  const { syncTime } = networkFacts(network);
  return syncTime === null
    ? 'It begins a chain of its own, with no block.'
    : `It fetches the whole chain of ${network} from other nodes and verifies it, which takes ${syncTime}.`;
}

/** Returns what follows once the node of a plan is made. Pure. */
export function consequencesOf(plan: ChosenPlan): PlanConsequence[] {
  const { beginning, network, nodeType, source, starts } = plan;
  return [
    ...(beginning === 'new' ? [{ text: firstFetch(network) }] : []),
    ...(beginning === 'adopt' && source !== null ? ofAdoption(source) : []),
    ...(beginning === 'seed' && source !== null ? ofSeeding(source) : []),
    ...(nodeType === 'pruned'
      ? [
          {
            text: 'It keeps only the latest blocks. To have the others later, it fetches the whole chain again.',
            isLasting: true,
          },
        ]
      : []),
    ...[...chainFacts(configOf(plan)).indexes].map((key) => ({
      text: `${key} builds an index${beginning === 'new' ? '' : ' where the data has none yet'}, which takes ${hasPeers(network) ? 'hours' : 'seconds'} and disk space.`,
    })),
    { text: starts ? 'It starts at once.' : 'It is made, and does not run until somebody starts it.' },
  ];
}

function ofAdoption({ name, height, wallets }: Source): PlanConsequence[] {
  const from = height === null ? '' : ` from height ${formatNumber(height)}`;
  const named = (wallets ?? []).map(walletName).join(', ');
  return [
    { text: `It goes on with the data of ${name}${from}; nothing is copied, and the data belongs to it from then on.` },
    ...(wallets === null
      ? [{ text: `Which wallets are in that data is not known; whatever is there comes with it.`, isLasting: true }]
      : wallets.length > 0
        ? [{ text: `The wallets in it come with it: ${named}.`, isLasting: true }]
        : []),
  ];
}

const ofSeeding = ({ name, sizeBytes }: Source): PlanConsequence[] => [
  {
    text: `${name} is stopped gently for as long as the copy${sizeBytes === null ? '' : ` of ${formatBytes(sizeBytes)}`} takes, and runs again at once.`,
  },
  { text: `The wallets, peers and settings of ${name} stay with it.` },
];
