// Each step with a kill of the process.
import './rpc-credentials.parts.test.ts';
