import type { DecisionEffect } from '@/lib/domain/underwriting/decision'
import { type DecisionOutcome, reasonOf } from '@/lib/domain/underwriting/reasons'

export const OUTCOME_TEXTS: Readonly<Record<DecisionOutcome, { done: string; tone: 'good' | 'bad' }>> = {
  approve: { done: 'Approved', tone: 'good' },
  decline: { done: 'Declined', tone: 'bad' },
}

/** Reasons as people read them; a code that is not known any more stands as it is. */
export const reasonsText = (codes: readonly string[]): string =>
  codes.map((code) => reasonOf(code)?.label ?? code).join('; ')

/** What a decision came to, and what happens next. */
export function effectWords(
  effect: DecisionEffect,
  outcome: DecisionOutcome,
): { tone: 'good' | 'bad' | 'info' | 'warn'; title: string; words: string } {
  switch (effect) {
    case 'takes-effect':
      return outcome === 'approve'
        ? {
            tone: 'good',
            title: 'Approved',
            words: 'Staff can submit it as it stands now. A change asks for a new decision.',
          }
        : {
            tone: 'bad',
            title: 'Declined',
            words: 'It is closed. Staff see the reasons and the note.',
          }
    case 'awaits-second':
      return {
        tone: 'info',
        title: 'Your decision is recorded, and waits for a second underwriter',
        words: 'It has no effect before another one confirms it. The case is free for them to claim.',
      }
    case 'reopens':
      return {
        tone: 'warn',
        title: 'The two of you disagree: neither decision counts',
        words: 'The case is free again, and open for both. Talk about it, and decide anew.',
      }
  }
}
