/** What a color can mean here. Words always say the same, so that nothing depends on color alone. */
export type Tone = 'neutral' | 'progress' | 'good' | 'warn' | 'bad'
