// 50 interruptions.
import './interruptions.test.ts';
