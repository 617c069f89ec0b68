// 50 interruptions.
import './interruptions.parts.test.ts';
