/** The machines that a Node of ours may be for, by their numbers in ELF (e_machine). */
const machines: Readonly<Record<number, string>> = { 62: 'linux-x64', 183: 'linux-arm64' };

/** Returns the platform that a program in ELF, 64 bits, is for; undefined for another file or another machine. Pure. */
export function platformOf(binary: Buffer): string | undefined {
  const isElf = binary.length >= 20 && binary.subarray(0, 4).equals(Buffer.from('\x7fELF', 'latin1'));
  const [has64Bits, isLittleEndian] = [binary[4] === 2, binary[5] === 1];
  return isElf && has64Bits && isLittleEndian ? machines[binary.readUInt16LE(18)] : undefined;
}
