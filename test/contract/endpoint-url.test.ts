import { expect, test } from 'vitest';
import { endpointUrl } from '../../src/contract/endpoint-url.ts';

test.each([
  ['https://satrap.example.com', 'https://satrap.example.com/graphql'],
  ['http://127.0.0.1:4100/', 'http://127.0.0.1:4100/graphql'],
  ['https://satrap.example.com/graphql', 'https://satrap.example.com/graphql'],
  ['https://example.com/satrap/graphql', 'https://example.com/satrap/graphql'],
  ['https://example.com/api', 'https://example.com/api'],
  ['https://you:me@satrap.example.com', 'https://you:me@satrap.example.com/graphql'],
  ['satrap.example.com', 'satrap.example.com'],
  ['ftp://satrap.example.com/', 'ftp://satrap.example.com/'],
])('%s means the endpoint %s', (given, endpoint) => {
  expect(endpointUrl(given)).toBe(endpoint);
});
