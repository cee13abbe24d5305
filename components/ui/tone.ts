/** What a color may mean here. A tone never stands alone: words say the same. */
export type Tone = 'neutral' | 'progress' | 'good' | 'warn' | 'bad'
