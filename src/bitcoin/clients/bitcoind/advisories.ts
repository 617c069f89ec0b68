import type { Advisory } from '../version-data.ts';

/** Source: the security advisories of bitcoincore.org, each under its id. */
export const advisories: readonly Advisory[] = [
  {
    id: 'CVE-2024-52911',
    severity: 'high',
    from: '0.14.0',
    before: '29.0',
    fixedIn: ['29.0'],
    what: 'a crafted block crashes the node, or possibly worse',
    published: '2026-05-05',
    requires: 'parallel_validation',
    workaround: 'the override par=1',
  },
  {
    // Three advisories, announced with 32.1 for two weeks later. No source at hand has their ids, or says whether 29.1 to
    // 29.4 have the fixes.
    id: 'announced with 32.1',
    severity: 'medium',
    before: '30.0',
    fixedIn: ['30.0'],
    what: 'three vulnerabilities of medium or high severity; their details are not known here',
    published: '2026-11-23',
  },
  {
    id: 'CVE-2025-54604',
    severity: 'low',
    before: '29.1',
    fixedIn: ['29.1', '30.0'],
    what: 'spoofed self-connections fill the disk with log lines',
    published: '2025-10-24',
  },
  {
    id: 'CVE-2025-54605',
    severity: 'low',
    before: '29.1',
    fixedIn: ['29.1', '30.0'],
    what: 'invalid blocks fill the disk with log lines',
    published: '2025-10-24',
  },
  {
    id: 'CVE-2025-46598',
    severity: 'low',
    before: '30.0',
    fixedIn: ['30.0'],
    what: 'crafted unconfirmed transactions waste CPU time',
    published: '2025-10-24',
  },
  {
    id: 'CVE-2025-46597',
    severity: 'low',
    before: '29.1',
    fixedIn: ['29.1', '30.0'],
    what: 'an unlikely remote crash on 32-bit systems',
    published: '2025-10-24',
    requires: '32_bit',
  },
  {
    id: 'CVE-2024-52919',
    severity: 'low',
    before: '29.0',
    fixedIn: ['29.0'],
    what: 'address messages sent over years crash the node',
    published: '2025-04-28',
  },
];
