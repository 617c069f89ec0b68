import { readFileSync } from 'node:fs';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll } from 'vitest';

/** Trusts further authorities in this process until the tests of the file end, as a host trusts those of its operator. */
export function trustAuthorities(...caFiles: string[]): void {
  const usual = getCACertificates('default');
  setDefaultCACertificates([...usual, ...caFiles.map((file) => readFileSync(file, 'utf8'))]);
  afterAll(() => setDefaultCACertificates(usual));
}
