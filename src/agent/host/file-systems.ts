/** File system names by magic number (statfs(2)). */
const names: Readonly<Record<number, string>> = {
  61267: 'ext4',
  1481003842: 'xfs',
  2435016766: 'btrfs',
  16914836: 'tmpfs',
  26985: 'nfs',
  4283649346: 'cifs',
  4266872130: 'smb2',
  1702057286: 'fuse',
  2035054128: 'overlay',
  801189825: 'zfs',
};

/** Returns the name of a file system by its magic number. */
export const fileSystemName = (type: number): string => names[type] ?? `kind 0x${type.toString(16)}`;
