// Each step with a kill of the process.
import './rpc-rotation.parts.test.ts';
