import { address, boolean, choice, integer, type OptionDescriptions, path, text } from './describe.ts';

/** The RPC server. */
export const rpcOptions: OptionDescriptions = {
  rest: boolean('Serves public REST requests'),
  rpcallowip: address('Addresses or subnets that may call the RPC server'),
  rpcauth: text('User, salt and hash of the password of the RPC server'),
  rpcbind: address('Address that the RPC server listens on'),
  rpccookiefile: path('File of the cookie for RPC calls'),
  rpccookieperms: choice('Who may read the cookie', ['owner', 'group', 'all']),
  rpcdoccheck: boolean('Ends when an answer differs from its documentation; for tests'),
  rpcpassword: text('Password of the RPC server'),
  rpcport: integer('Port of the RPC server', { min: 1, max: 65_535 }),
  rpcservertimeout: integer('How long a request to the RPC server may take', { min: 1, unit: 'seconds' }),
  rpcthreads: integer('Threads that answer RPC calls', { min: 1, max: 256 }),
  rpcuser: text('User of the RPC server'),
  rpcwhitelist: text('RPC methods that a user may call'),
  rpcwhitelistdefault: boolean('Whether users without a list may call nothing'),
  rpcworkqueue: integer('RPC calls that may wait', { min: 1 }),
  server: boolean('Accepts RPC calls'),
};
