/** Says why no node can be created on an executor that offers no version. */
export const offersNothing = (executor: string): string =>
  `${executor} offers no version of bitcoind: none of its images is on the host or in a registry that it reaches; “satrap agent doctor” on the host shows why for each`;
