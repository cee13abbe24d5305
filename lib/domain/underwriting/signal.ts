import type { AnyDraft } from '@/lib/domain/application/draft'
import type { FiledDocument } from '@/lib/domain/documents/document-plan'
import type { IsoDate } from '@/lib/domain/values/calendar'
import type { Violation } from '@/lib/domain/values/violation'

/** What the signals are computed from. */
export type CaseFacts = {
  /** With plain values; a sealed value shows its own mask. */
  draft: AnyDraft
  /** From `checkSections` and `checkSameIdentities`: the warnings that staff saw and submitted with. */
  violations: readonly Violation[]
  today: IsoDate
  /** The documents of the application, in the order of arrival. */
  documents: readonly FiledDocument[]
  /** Changes of who underwrites since underwriting first had it or a related application, oldest first. */
  modeChanges: readonly ModeChange[]
}

/** A change of who underwrites, with texts as shown; `''` for no answer. */
export type ModeChange = { by: string; at: Date; from: string; to: string }

/** In display order. */
export const SIGNAL_WEIGHTS = ['serious', 'concern', 'note'] as const
export type SignalWeight = (typeof SIGNAL_WEIGHTS)[number]

/** The number of signals of each weight. */
export type SignalCounts = Readonly<Record<SignalWeight, number>>

export const countSignals = (signals: readonly Pick<Signal, 'weight'>[]): SignalCounts => ({
  serious: signals.filter(({ weight }) => weight === 'serious').length,
  concern: signals.filter(({ weight }) => weight === 'concern').length,
  note: signals.filter(({ weight }) => weight === 'note').length,
})

export type SignalCode =
  | 'transaction-count'
  | 'average-above-volume'
  | 'high-ticket-times-average'
  | 'high-ticket-above-volume'
  | 'volumes-disagree'
  | 'card-not-present'
  | 'keyed-cards'
  | 'channel-mix'
  | 'mode-changed'
  | 'cancelled-account'
  | 'new-to-cards'
  | 'young-business'
  | 'risky-category'
  | 'owners-not-whole'
  | 'no-owner-named'
  | 'owner-age'
  | 'impossible-identity'
  | 'same-identity'
  | 'declined-identity'
  | 'same-within'
  | 'zip-elsewhere'
  | 'foreign-address'
  | 'formed-elsewhere'
  | 'proprietor-elsewhere'
  | 'po-box'
  | 'physical-address-missing'
  | 'physical-address-differs'
  | 'bank-elsewhere'
  | 'routing-number'
  | 'website-missing'
  | 'email-domain'
  | 'late-delivery'
  | 'paid-in-advance'
  | 'no-refunds'
  | 'document-missing'
  | 'warning'

/** `path` is a form path or `documents.<category>`; `text` is as shown, with secrets masked. */
export type SignalValue = { path: string; label: string; text: string }

/**
 * One thing that an underwriter should look at: what, why, and which values show it. There is no score: a number
 * would hide what it is made of.
 */
export type Signal = {
  code: SignalCode
  weight: SignalWeight
  title: string
  why: string
  values: SignalValue[]
}

export type SignalRule = (facts: CaseFacts) => Signal[]
