import { expect, test } from 'vitest';
import { parseLdd } from '../../src/devhost/stand-in-archive.ts';

test('reads the libraries that a program needs, and names a missing one', () => {
  const output = [
    '\tlinux-vdso.so.1 (0x00007ffd4b5f2000)',
    '\tlibevent-2.1.so.7 => /lib/x86_64-linux-gnu/libevent-2.1.so.7 (0x00007f3c5a000000)',
    '\tlibc.so.6 => /lib/x86_64-linux-gnu/libc.so.6 (0x00007f3c59800000)',
    '\t/lib64/ld-linux-x86-64.so.2 (0x00007f3c5b2ad000)',
  ].join('\n');
  expect(parseLdd(output)).toEqual([
    '/lib/x86_64-linux-gnu/libevent-2.1.so.7',
    '/lib/x86_64-linux-gnu/libc.so.6',
    '/lib64/ld-linux-x86-64.so.2',
  ]);
  expect(() => parseLdd('\tlibnowhere.so.1 => not found\n')).toThrow('libnowhere.so.1 is not installed');
});
