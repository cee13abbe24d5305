import type { DecisionEffect } from '@/lib/domain/underwriting/decision'
import { reasonOf, type Verdict } from '@/lib/domain/underwriting/reasons'

export const OUTCOME_TEXTS: Readonly<Record<Verdict, { done: string; tone: 'good' | 'bad' }>> = {
  approve: { done: 'Approved', tone: 'good' },
  decline: { done: 'Declined', tone: 'bad' },
}

/** Reasons as text. A code that is no longer known is shown as it is. */
export const reasonsText = (codes: readonly string[]): string =>
  codes.map((code) => reasonOf(code)?.label ?? code).join('; ')

/** The effect of a decision, and what happens next. */
export function effectWords(
  effect: DecisionEffect,
  outcome: Verdict,
): { tone: 'good' | 'bad' | 'info' | 'warn'; title: string; words: string } {
  switch (effect) {
    case 'takes-effect':
      return outcome === 'approve'
        ? {
            tone: 'good',
            title: 'Approved',
            words: 'Onboarding can submit it unchanged. Any change needs a new decision.',
          }
        : {
            tone: 'bad',
            title: 'Declined',
            words: 'The application is closed. Onboarding sees the reasons and the note.',
          }
    case 'awaits-second':
      return {
        tone: 'info',
        title: 'Decision recorded. A second decision is needed',
        words: 'It takes effect once another underwriter confirms it. The case is back in the queue.',
      }
    case 'reopens':
      return {
        tone: 'warn',
        title: 'The decisions differ: neither counts',
        words: 'The case is back in the queue. Two new decisions are needed.',
      }
  }
}
