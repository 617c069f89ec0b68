import type { Network } from '../network.ts';
import type { CustomSignet } from '../node-config.ts';
import { isSeedNode, maxSeedNodes, publicChallenge, whyNoChallenge } from '../signet.ts';
import type { NumberedSetting } from './effective-settings.ts';
import type { Judge } from './verdict.ts';

const isOfSignet = ({ base }: NumberedSetting): boolean => base === 'signetchallenge' || base === 'signetseednode';

export interface SignetOfConf {
  /** Null for the public signet, and on every other network. */
  signet: CustomSignet | null;
  /** Why the challenge cannot be used; null if it can. */
  fault: string | null;
  /** The settings that are not of a signet. */
  others: NumberedSetting[];
}

/** Judges the settings of a custom signet (ReadSigNetArgs in src/chainparams.cpp), and returns what they describe. */
export function signetOfConf(settings: readonly NumberedSetting[], network: Network, judge: Judge): SignetOfConf {
  const others = settings.filter((setting) => !isOfSignet(setting));
  const own = settings.filter(isOfSignet);
  if (network !== 'signet') {
    for (const { number } of own) judge(number, 'without_effect', 'bitcoind reads it on signet only');
    return { signet: null, fault: null, others };
  }
  const { challenge, fault } = challengeOf(
    own.filter(({ base }) => base === 'signetchallenge'),
    judge,
  );
  const seedNodes = seedNodesOf(
    own.filter(({ base }) => base === 'signetseednode'),
    challenge !== null,
    judge,
  );
  return { signet: challenge === null ? null : { challenge, seedNodes }, fault, others };
}

/** Returns null for the public signet. */
function challengeOf(
  lines: readonly NumberedSetting[],
  judge: Judge,
): { challenge: string | null; fault: string | null } {
  const [first, ...more] = lines;
  for (const { number } of more) judge(number, 'dropped', 'bitcoind does not start with several challenges');
  if (first === undefined) return { challenge: null, fault: null };
  const challenge = first.value.toLowerCase();
  if (challenge === publicChallenge && !first.negated) {
    judge(first.number, 'translated', 'the challenge of the public signet', [{ field: 'network', value: 'signet' }]);
    return { challenge: null, fault: null };
  }
  const why = first.negated ? 'cannot be negated' : whyNoChallenge(challenge);
  if (why === null) judge(first.number, 'translated', null, [{ field: 'signet.challenge', value: challenge }]);
  else judge(first.number, 'dropped', `signetchallenge ${why}`);
  return why === null ? { challenge, fault: null } : { challenge: null, fault: `signetchallenge ${why}` };
}

function seedNodesOf(lines: readonly NumberedSetting[], isCustom: boolean, judge: Judge): string[] {
  const whyNot = ({ negated, value }: NumberedSetting): string | null => {
    if (negated) return 'a custom signet has no seed nodes unless they are named';
    if (!isCustom) return 'the public signet has its own seed nodes: use seednode or addnode';
    return isSeedNode(value) ? null : 'must be HOST or HOST:PORT';
  };
  return lines
    .filter((line) => {
      const why = whyNot(line);
      if (why !== null) judge(line.number, line.negated ? 'without_effect' : 'dropped', why);
      return why === null;
    })
    .flatMap(({ number, value }, index) => {
      const isKept = index < maxSeedNodes;
      if (isKept) judge(number, 'translated', null, [{ field: 'signet.seedNodes', value }]);
      else judge(number, 'dropped', `a node has at most ${maxSeedNodes} seed nodes`);
      return isKept ? [value] : [];
    });
}
