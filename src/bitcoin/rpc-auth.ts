import { createHmac } from 'node:crypto';

/** The value of `rpcauth`, `USER:SALT$HASH`, as bitcoind's rpcauth.py computes it: HMAC-SHA256 with the salt as key. */
export const rpcAuth = (user: string, password: string, salt: string): string =>
  `${user}:${salt}$${createHmac('sha256', salt).update(password).digest('hex')}`;
