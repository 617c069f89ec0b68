import { address, boolean, choice, integer, type OptionDescriptions, path, text } from './describe.ts';

/** The RPC server. */
export const rpcOptions: OptionDescriptions = {
  rest: boolean('Serve public REST requests'),
  rpcallowip: address('Addresses or subnets that may call the RPC server'),
  rpcauth: text('User, salt and password hash for the RPC server'),
  rpcbind: address('Listening address of the RPC server'),
  rpccookiefile: path('Cookie file for RPC authentication'),
  rpccookieperms: choice('File permissions of the cookie', ['owner', 'group', 'all']),
  rpcdoccheck: boolean('Exit if an answer differs from its documentation; for tests'),
  rpcpassword: text('Password of the RPC server'),
  rpcport: integer('Port of the RPC server', { min: 1, max: 65_535 }),
  rpcservertimeout: integer('Timeout of RPC requests', { min: 1, unit: 'seconds' }),
  rpcthreads: integer('RPC threads', { min: 1, max: 256 }),
  rpcuser: text('User of the RPC server'),
  rpcwhitelist: text('RPC methods that a user may call'),
  rpcwhitelistdefault: boolean('Deny all methods to users without a whitelist'),
  rpcworkqueue: integer('Queue length for RPC calls', { min: 1 }),
  server: boolean('Accept RPC calls'),
};
