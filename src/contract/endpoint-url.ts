/** Returns the GraphQL endpoint of a URL: a control plane's base URL stands for its endpoint. */
export function endpointUrl(url: string): string {
  const { protocol = '', pathname, search, hash } = URL.parse(url) ?? {};
  const isBare = /^https?:$/.test(protocol) && pathname === '/' && search === '' && hash === '';
  return isBare ? url.replace(/\/?$/, '/graphql') : url;
}
