/** Reads the secret that a link of the control plane carries behind `#`, where no server and no log sees it. Pure. */
export const readLinkToken = (hash: string): string => new URLSearchParams(hash.replace(/^#/, '')).get('token') ?? '';
