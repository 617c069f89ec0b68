/** What a link of the control plane carries behind `#`, where no server and no log sees it. */
export interface LinkSecrets {
  token: string;
  /** Whose link it is, where whoever made it said so. */
  email: string;
}

/** Reads what stands behind `#`. Pure. */
export function readLink(hash: string): LinkSecrets {
  const values = new URLSearchParams(hash.replace(/^#/, ''));
  return { token: values.get('token') ?? '', email: values.get('email') ?? '' };
}
