import type { Command } from 'commander';
import { counted } from '../../text/counted.ts';
import { defineCommand, describeArguments, jsonOption, requiredOption } from '../options.ts';
import { print } from '../output.ts';
import { dataOption, onData } from './options.ts';

/** The commands that bring an organization to another control plane. */
export function registerTransferCommands(controlPlane: Command): void {
  registerExport(controlPlane);
  registerImport(controlPlane);
}

function registerExport(controlPlane: Command): void {
  const exported = 'deactivate an organization, and write it into a file for another control plane';
  const exporting = defineCommand(controlPlane, 'export <organization> <file>', exported, [
    dataOption,
    jsonOption,
  ]).action(async (options, organization, file) => {
    const { exportOrganization } = await import('../../control-plane/commands/backup/export-organization.ts');
    const result = await onData(options, (settings, log) => exportOrganization(settings, { organization, file }, log));
    print(result, options, () => [
      `Deactivated ${result.name}, and wrote ${counted(result.rows, 'row')} of ${counted(result.tables, 'table')} to ${file}. Its nodes keep running.`,
      'The file holds the organization’s secrets.',
      `Next, on the other control plane: satrap control-plane import FILE --owner EMAIL. To stay here instead: satrap organizations activate ${result.organizationId}`,
    ]);
  });
  describeArguments(exporting, { organization: 'name or id', file: 'file to create, with mode 600' });
}

function registerImport(controlPlane: Command): void {
  const imported = 'add an exported organization to this control plane; works while it serves';
  const importing = defineCommand(controlPlane, 'import <file>', imported, [
    requiredOption('--owner <address>', 'email address of the account here that becomes its owner'),
    dataOption,
    jsonOption,
  ]).action(async (options, file) => {
    const { importOrganization } = await import('../../control-plane/commands/backup/import-organization.ts');
    const input = { file, owner: options.owner };
    const result = await onData(options, (settings, log) => importOrganization(settings, input, log));
    print(result, options, () => [
      `Imported ${result.name} (${result.organizationId}): ${counted(result.rows, 'row')} of ${counted(result.tables, 'table')}, as of ${result.createdAt}.`,
      ...(result.members.length === 0 ? [] : ['Invite its members:']),
      ...result.members.map(({ email, role }) => `  satrap invitations create ${email} --role ${role}`),
      'Next, on each of its hosts: satrap agent install --url URL',
    ]);
  });
  describeArguments(importing, { file: 'file from “satrap control-plane export”' });
}
