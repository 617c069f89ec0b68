/** Explains why a host without versions cannot take nodes. */
export const offersNothing = (executor: string): string =>
  `${executor} offers no bitcoind version: it has none of the images and cannot pull them; run “satrap agent doctor” on the host for the reasons`;
