// Apart from the families, whose data is too large for pages that only name a version.

export const clientTitles = { bitcoind: 'Bitcoin Core', knots: 'Bitcoin Knots' } as const;

interface OfVersion {
  client: keyof typeof clientTitles;
  clientVersion: string;
}

/** Such as `Bitcoin Core 28.1`. */
export const versionName = ({ client, clientVersion }: OfVersion): string => `${clientTitles[client]} ${clientVersion}`;
