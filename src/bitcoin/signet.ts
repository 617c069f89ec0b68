import type { Network } from './network.ts';
import type { ConfigIssue, CustomSignet } from './node-config.ts';

/** The challenge of the public signet (src/kernel/chainparams.cpp). */
export const publicChallenge =
  '512103ad5e0edad18cb1f0fc0d28a3d4f1f3e445640337489abb10404f2d1e086be430210359ef5021964fe22d6f8e05b2463c9540ce96883fe3b278760f048f5189f2e6c452ae';

/** Bytes of a challenge: more than twenty keys need, and few enough for an index of the database. */
const maxChallengeBytes = 800;
export const maxSeedNodes = 16;
const maxSeedNodeLength = 128;

/** A name, an IPv4 address or an IPv6 address in brackets; then maybe a port. */
const seedNodePattern = /^([A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?|\[[0-9A-Fa-f:.]+\])(:[0-9]{1,5})?$/;

/** Returns the signet that a request names, in the form in which challenges are compared. */
export const customSignet = ({
  challenge,
  seedNodes = [],
}: Pick<CustomSignet, 'challenge'> & { seedNodes?: readonly string[] | undefined }): CustomSignet => ({
  challenge: challenge.trim().toLowerCase(),
  seedNodes: seedNodes.map((address) => address.trim()),
});

/** Returns every fault of a node's custom signet. */
export function checkSignet(signet: CustomSignet | null, network: Network): ConfigIssue[] {
  if (signet === null) return [];
  const fault = (path: readonly (string | number)[], message: string): ConfigIssue => ({
    path: ['signet', ...path],
    message,
  });
  const why = whyNoChallenge(signet.challenge);
  return [
    ...(network === 'signet' ? [] : [fault([], `a challenge belongs to the network signet, not to ${network}`)]),
    ...(why === null ? [] : [fault(['challenge'], why)]),
    ...(signet.seedNodes.length > maxSeedNodes ? [fault(['seedNodes'], `must be at most ${maxSeedNodes}`)] : []),
    ...signet.seedNodes.flatMap((address, index) =>
      isSeedNode(address) ? [] : [fault(['seedNodes', index], 'must be HOST or HOST:PORT')],
    ),
  ];
}

/** Returns why a text is not the challenge of a custom signet; null if it is. bitcoind exits without hexadecimal. */
export function whyNoChallenge(challenge: string): string | null {
  if (!/^([0-9a-f]{2})+$/.test(challenge)) return 'must be a script in hexadecimal, such as 51';
  if (challenge.length > 2 * maxChallengeBytes) return `must have at most ${maxChallengeBytes} bytes`;
  if (challenge === publicChallenge) return 'is the challenge of the public signet: leave it out';
  return null;
}

export function isSeedNode(address: string): boolean {
  const [, , , port] = seedNodePattern.exec(address) ?? [];
  const isInRange = port === undefined || (Number(port.slice(1)) >= 1 && Number(port.slice(1)) <= 65_535);
  return address.length <= maxSeedNodeLength && seedNodePattern.test(address) && isInRange;
}
