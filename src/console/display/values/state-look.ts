export interface StateLook {
  word: string;
  tone: 'good' | 'busy' | 'warning' | 'bad' | 'idle';
}
