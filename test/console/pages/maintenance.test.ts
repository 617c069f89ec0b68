import { expect, test } from 'vitest';
import {
  deletionText,
  draftOf,
  faultsOf,
  inputOf,
  isFaultless,
  mayAddWindow,
  nodesOf,
  type Schedule,
  type ScheduleDraft,
  timeZonesWith,
  withWindow,
} from '../../../src/console/pages/maintenance/schedule-draft.ts';

const night = { days: ['saturday' as const], from: '02:00', to: '05:00' };
const schedule = (label: Schedule['label']): Schedule => ({
  ...{ label, windows: { timeZone: 'Asia/Tokyo', windows: [night] } },
  ...{ isOpen: false, changesAt: null, revision: 3 },
});
const ofAll = schedule(null);
const ofEu = schedule({ key: 'region', value: 'eu' });

test('a new schedule is for all nodes, or for a label once that schedule exists', () => {
  expect(draftOf(undefined, [], 'Europe/Berlin')).toMatchObject({ isOfLabel: false, timeZone: 'Europe/Berlin' });
  expect(draftOf(undefined, [ofAll, ofEu], 'UTC')).toMatchObject({ isOfLabel: true, label: '' });
});

test('an unchanged draft sends its schedule unchanged', () => {
  for (const each of [ofAll, ofEu]) {
    const { label, windows, revision } = each;
    expect(inputOf(draftOf(each, [], 'UTC'), revision)).toEqual({ label, windows, expectedRevision: 3 });
  }
});

test('adds windows up to the limit of the API, each with its own key', () => {
  let draft = draftOf(ofEu, [], 'UTC');
  while (mayAddWindow(draft)) draft = withWindow(draft);
  expect(new Set(draft.windows.map(({ key }) => key)).size).toBe(20);
});

const draft = (more: Partial<ScheduleDraft>): ScheduleDraft => ({ ...draftOf(ofEu, [], 'UTC'), ...more });

test.each([
  ['no label', { label: '' }, 'Enter one label, such as region=eu.'],
  ['two labels', { label: 'a=b\nc=d' }, 'Enter one label, such as region=eu.'],
  ['no value', { label: 'region' }, '“region” is not a label. Use key=value.'],
  ['the label of another schedule', {}, 'This label already has a schedule. Edit that one.'],
])('refuses a schedule with %s', (_title, more, label) => {
  const faults = faultsOf(draft(more), [ofAll, ofEu]);
  expect(faults).toMatchObject({ label });
  expect(isFaultless(faults)).toBe(false);
});

test.each([
  ['no days', { days: [] }, { days: 'Select at least one day.' }],
  ['no start', { from: '' }, { from: 'Must be a time from 00:00 to 23:59.' }],
  ['an end at its start', { to: '02:00' }, { to: 'Must not equal the start; a whole day is 00:00 to 24:00.' }],
])('refuses a window with %s', (_title, more, faults) => {
  const windows = [
    { ...night, key: 0 },
    { ...night, ...more, key: 1 },
  ];
  expect([...faultsOf(draft({ windows }), []).windows]).toEqual([[1, faults]]);
});

test('accepts a schedule beside that of another label', () => {
  expect(isFaultless(faultsOf(draft({ label: 'region=us' }), [ofAll, ofEu]))).toBe(true);
});

test('names the nodes of a schedule, and what its deletion means', () => {
  expect([nodesOf(ofAll, [ofAll]), nodesOf(ofAll, [ofAll, ofEu]), nodesOf(ofEu, [ofEu])]).toEqual([
    'All nodes',
    'All other nodes',
    'Nodes with region=eu',
  ]);
  expect(deletionText(ofEu, [ofAll, ofEu])).toBe('These nodes then keep to the schedule of all other nodes.');
  expect(deletionText(ofAll, [ofAll, ofEu])).toBe('Rollouts then restart these nodes at any hour.');
});

test('offers the time zone of a schedule although the browser does not know it', () => {
  expect(timeZonesWith('Mars/Olympus')).toEqual(expect.arrayContaining(['Mars/Olympus', 'UTC', 'Europe/Berlin']));
});
