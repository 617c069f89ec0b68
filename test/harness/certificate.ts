import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/** Creates a key and certificate of a separate authority for localhost and further names, such as `IP:192.0.2.1`. */
export function selfSigned(folder: string, ...names: string[]): { keyFile: string; caFile: string } {
  const [keyFile, caFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const kind = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost -addext';
  const alternatives = `subjectAltName=${['DNS:localhost', ...names].join(',')}`;
  execFileSync('openssl', [...kind.split(' '), alternatives, '-keyout', keyFile, '-out', caFile], { stdio: 'ignore' });
  return { keyFile, caFile };
}
