import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { createServer as createProxy, request as send } from 'node:http';
import { createServer } from 'node:https';
import { connect } from 'node:net';

// A machine runs this in place of the internet: it serves releases at https://releases.example.com, is the reverse proxy of
// https://satrap.example.com, and accepts everything at other addresses, as the receiver of webhooks does. Beside it is a
// proxy, which resolves names by itself.

const releases = '/root/releases';
const [key, cert] = [readFileSync('/etc/edge/key.pem'), readFileSync('/etc/edge/cert.pem')];

createServer({ key, cert }, (request, response) => {
  const { method, headers, url = '/' } = request;
  if (headers.host === 'releases.example.com') {
    // An archive that does not exist is never answered, so that an upgrade to it neither fails nor goes on.
    if (existsSync(`${releases}${url}`)) createReadStream(`${releases}${url}`).pipe(response);
    else if (!url.endsWith('.tar.gz')) response.writeHead(404).end();
  } else if (headers.host === 'satrap.example.com') {
    const forwarded = { 'x-forwarded-for': '192.0.2.7', 'x-forwarded-proto': 'https' };
    const target = { port: 4100, path: url, headers: { ...headers, ...forwarded }, ...(method && { method }) };
    const passed = send(target, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    passed.on('error', () => (response.headersSent ? response.destroy() : response.writeHead(502).end()));
    response.on('close', () => passed.destroy());
    request.pipe(passed);
  } else {
    request.resume().on('end', () => response.end());
  }
}).listen(443, '127.0.0.1');

createProxy()
  .on('connect', (request, socket, head) => {
    console.log(`proxied ${request.url}`);
    const to = connect(443, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      to.write(head);
      to.pipe(socket).pipe(to);
    });
    to.on('error', () => socket.destroy());
    socket.on('error', () => to.destroy());
  })
  .listen(3128, '127.0.0.1');
