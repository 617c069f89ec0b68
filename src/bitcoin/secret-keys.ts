/** Options of Knots whose names only look like those of secrets. */
const plainKeys: ReadonlySet<string> = new Set(['rejecttokens']);

/** Whether a setting is a secret of the node's owner, to be shown to nobody. By name, for later versions as well. */
export const isSecretKey = (key: string): boolean =>
  !plainKeys.has(key) && /pass|secret|auth|token|credential/i.test(key);
