/** Supported architectures by ELF machine number (e_machine). */
const machines: Readonly<Record<number, string>> = { 62: 'linux-x64', 183: 'linux-arm64' };

/** Returns the platform of a 64-bit ELF program; undefined for other files or architectures. */
export function platformOf(binary: Buffer): string | undefined {
  const isElf = binary.length >= 20 && binary.subarray(0, 4).equals(Buffer.from('\x7fELF', 'latin1'));
  const [has64Bits, isLittleEndian] = [binary[4] === 2, binary[5] === 1];
  return isElf && has64Bits && isLittleEndian ? machines[binary.readUInt16LE(18)] : undefined;
}
