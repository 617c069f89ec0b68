export const rpcHost = (bindAddress: string): string =>
  ({ '0.0.0.0': '127.0.0.1', '::': '::1' })[bindAddress] ?? bindAddress;
