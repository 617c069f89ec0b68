import { expect, test } from 'vitest';
import { chatRequests, isPermanent } from '../../../../src/control-plane/alerts/channels/chat-requests.ts';
import { describeMessage } from '../../../../src/control-plane/alerts/channels/message.ts';
import { viewIncident } from '../../../../src/control-plane/alerts/incidents/incident-view.ts';
import { incidentRow } from './incident-row.ts';

const link = 'https://satrap.example.com/incidents/i';
const message = (type: string, more: Parameters<typeof incidentRow>[0] = {}) =>
  describeMessage(
    JSON.stringify({ type, data: { incident: viewIncident(incidentRow(more)), links: { incident: link } } }),
  );
const opened = message('incident.opened');
const hour = new Date('2026-01-01T01:00:00Z');
const target = { url: '', addresses: [], chatId: '', token: '' };
const hostile = message('incident.opened', {
  subjectName: 'a\r\nBcc: x@example.com',
  message: '<!channel> <https://evil.example|ok> & <b>ä</b>\u202e',
});

test.each([
  ['incident.opened', {}, '[Critical] Host offline: berlin-1', ['berlin-1 is offline.', 'Check that the host is up']],
  ['incident.acknowledged', { note: 'on it' }, '[Acknowledged] Host offline: berlin-1', ['Acknowledged: on it']],
  ['incident.acknowledged', {}, '[Acknowledged] Host offline: berlin-1', ['Acknowledged.']],
  ['incident.closed', { closedAt: hour }, '[Resolved] Host offline: berlin-1', ['Resolved after 1 h.']],
] as const)('%s with %j says what happened', (type, more, title, lines) => {
  const described = message(type, more);
  expect(described).toMatchObject({ title, link });
  expect(described.lines).toHaveLength(lines.length);
  for (const [index, line] of lines.entries()) expect(described.lines[index]).toContain(line);
});

test('times in a message are for people', () => {
  const { lines } = message('incident.opened', { message: 'berlin-1 is offline, last seen 2026-01-01T01:02:03.456Z.' });
  expect(lines[0]).toBe('berlin-1 is offline, last seen 2026-01-01 01:02 UTC.');
});

test('a test message says that the channel works', () => {
  expect(describeMessage('{ "type": "webhook.test", "data": {} }')).toMatchObject({ link: null, urgency: null });
});

test('no message has a line break in its title, or is too long for a chat', () => {
  expect(hostile.title).toBe('[Critical] Host offline: a Bcc: x@example.com');
  const long = message('incident.opened', { subjectName: 'n'.repeat(5000), message: 'x'.repeat(9000) });
  expect([long.title, ...long.lines].join('\n').length).toBeLessThan(3000);
});

test('Slack gets a text whose names mention and link nothing', () => {
  const url = 'https://hooks.slack.example/services/T/B/x';
  const { content, ...request } = chatRequests.slack({ ...target, url }, hostile);
  expect(request).toEqual({ url });
  const { text } = content as { text: string };
  expect(text).toMatch(/^\*\[Critical\] Host offline: a Bcc: x@example\.com\*\n/);
  expect(text).toContain('&lt;!channel&gt; &lt;https://evil.example|ok&gt; &amp;');
  expect(text.match(/<[^>]*>/g)).toEqual([`<${link}|View incident>`]);
});

test('Telegram gets HTML without foreign markup', () => {
  const { url, content } = chatRequests.telegram({ ...target, chatId: '-1', token: '1:secret' }, hostile);
  expect(url).toBe('https://api.telegram.org/bot1:secret/sendMessage');
  expect(content).toMatchObject({ chat_id: '-1', parse_mode: 'HTML' });
  const { text } = content as { text: string };
  expect(text.match(/<[^>]*>/g)).toEqual(['<b>', '</b>', `<a href="${link}">`, '</a>']);
  expect(text).toContain('&lt;b&gt;ä&lt;/b&gt;');
});

test.each([
  ['incident.opened', 5],
  ['incident.closed', 2],
] as const)('ntfy gets %s as JSON with the priority %d, and the token in a header', (type, priority) => {
  const url = 'https://ntfy.example.com/base/topic';
  expect(chatRequests.ntfy({ ...target, url, token: 'tk' }, message(type, { closedAt: hour }))).toMatchObject({
    url: 'https://ntfy.example.com/base/',
    headers: { authorization: 'Bearer tk' },
    content: { topic: 'topic', title: expect.stringContaining('berlin-1'), priority, click: link },
  });
  expect(chatRequests.ntfy({ ...target, url }, opened).headers).toBeUndefined();
  // Any text is safe in JSON, unlike in a header.
  expect(JSON.stringify(chatRequests.ntfy({ ...target, url }, hostile).content)).toContain('ä');
});

const minute = 60_000;

test.each([
  ['slack', 404, 'no_service', true],
  ['slack', 410, 'channel_is_archived', true],
  ['slack', 403, '<html>403 Forbidden</html>', false],
  ['telegram', 403, '{"ok":false,"description":"Forbidden: bot was blocked by the user"}', true],
  ['telegram', 400, '{"ok":false,"description":"Bad Request: chat not found"}', true],
  ['telegram', 400, '{"ok":false,"description":"Bad Request: message is too long"}', false],
  ['telegram', 404, 'not found', false],
  ['ntfy', 403, '{"code":40301,"http":403,"error":"forbidden"}', true],
  ['ntfy', 403, '<html>', false],
  ['webhook', 410, '', true],
  ['webhook', 404, '', false],
  ['email', 550, 'no such user', false],
] as const)('%s with HTTP %i and %s is gone at once: %s', (kind, status, answer, isGone) => {
  expect(isPermanent(kind, { status, answer }, 0)).toBe(isGone);
});

test('a receiver that only refuses is gone after a quarter of an hour', () => {
  for (const kind of ['slack', 'telegram', 'ntfy'] as const)
    expect([14, 15].map((minutes) => isPermanent(kind, { status: 403, answer: '' }, minutes * minute))).toEqual([
      false,
      true,
    ]);
  expect(isPermanent('telegram', { status: 400, answer: '' }, 60 * minute)).toBe(false);
  expect(isPermanent('slack', { status: null, answer: null }, 60 * minute)).toBe(false);
});
