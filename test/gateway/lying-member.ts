import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import type { MemberConfig } from '../../src/gateway/config.ts';
import { closeServer, listenHere } from '../harness/listen.ts';
import type { Call } from './fake-daemon.ts';

interface Answer {
  id: number;
  result: unknown;
  error: unknown;
}

/** What a daemon answers in place of its own answer to a call. */
export type Lie = (call: Call, answer: Answer) => Pick<Answer, 'result'> | Pick<Answer, 'error'> | undefined;

/** A member that answers as a daemon does, but for its lies. */
export async function lyingMember(member: MemberConfig, lie: Lie): Promise<MemberConfig> {
  const onRequest = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request);
    const calls = JSON.parse(body) as Call[];
    const { authorization = '' } = request.headers;
    const answered = await fetch(member.url, { method: 'POST', headers: { authorization }, body });
    if (!answered.ok) {
      response.writeHead(answered.status).end();
      return;
    }
    const answers = (await answered.json()) as Answer[];
    const told = answers.map((answer, index) => {
      const call = calls[index];
      const { result, error, id } = { ...answer, ...(call === undefined ? {} : lie(call, answer)) };
      return { result: error === null ? result : null, error, id };
    });
    response.end(`${JSON.stringify(told)}\n`);
  };
  const server = createServer((request, response) => {
    onRequest(request, response).catch(() => response.destroy());
  });
  const port = await listenHere(server);
  onTestFinished(() => closeServer(server));
  return { ...member, nodeId: `lying ${member.nodeId}`, name: `lying-${member.name}`, url: `http://127.0.0.1:${port}` };
}
