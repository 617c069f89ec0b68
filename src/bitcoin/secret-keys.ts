/** Whether a setting is a secret of the node's owner, to be shown to nobody. By name, for later versions as well. */
export const isSecretKey = (key: string): boolean => /pass|secret|auth|token|credential/i.test(key);
