import type { AnyDraft, AnySectionName } from '@/lib/domain/application/draft'
import { type ApplicationStatus, nextStatus, STATUS_TEXTS } from '@/lib/domain/application/status'
import { type Millionths, parseDecimal } from '@/lib/domain/values/decimal'
import type { Violation } from '@/lib/domain/values/violation'
import { amountOf } from './case-values'
import type { ChecklistEntry } from './checklist'
import { changesBetween, type Evidence, isStale } from './evidence'
import { checkOpen, checkReasons, type Verdict } from './reasons'
import type { RequestItem } from './request-items'

/** The first of two decisions, which a second person has to confirm. */
export type FirstDecision = { deciderId: string; outcome: Verdict; evidence: Evidence }

export type DecisionFacts = {
  status: ApplicationStatus
  outcome: Verdict
  reasons: readonly string[]
  note: string
  deciderId: string
  /** Who has claimed the case; null if no one has. */
  claimedBy: string | null
  /**
   * Everybody who ever created or edited any part of this application, changed its documents, or sent it to
   * underwriting, even if the change was undone later.
   */
  contributorIds: readonly string[]
  checklist: readonly NamedEntry[]
  /** Keys of the entries that the decider has confirmed. Other people's confirmations do not count. */
  confirmed: readonly string[]
  /** What is missing, in words. */
  open: readonly string[]
  /** Requested items that are neither accepted nor requested again. */
  unjudged: readonly UnjudgedAnswer[]
  /** What the decider's page was based on, and what is current. */
  seen: Evidence
  current: Evidence
  /** Null if there is no decision yet, or one is enough. */
  first: FirstDecision | null
}

type NamedEntry = Pick<ChecklistEntry, 'key' | 'text'>

export type UnjudgedAnswer = Pick<RequestItem, 'id' | 'label'>

/** What prevented a decision. `entries` and `items` are listed one by one, so the message does not count them. */
export type DecisionProblem = { message: string } & (
  | { code: 'status' | 'not-claimed' | 'own-work' | 'same-person' }
  | { code: 'checklist'; entries: NamedEntry[] }
  | { code: 'unjudged'; answers: UnjudgedAnswer[] }
  | { code: 'stale'; sections: AnySectionName[]; documents: string[] }
  | { code: 'reasons'; violations: Violation[] }
)

type Rule = (facts: DecisionFacts) => DecisionProblem[]

/** Everything that prevents this decision by this person; empty if it can be made. */
export const checkDecision = (facts: DecisionFacts): DecisionProblem[] => RULES.flatMap((rule) => rule(facts))

/** Only a case in underwriting can be decided. */
const isInUnderwriting: Rule = ({ status, outcome }) =>
  nextStatus(status, outcome) !== null
    ? []
    : [
        {
          code: 'status',
          message: `There is nothing to decide: the application is not with underwriting now (${STATUS_TEXTS[status].label}).`,
        },
      ]

/** The decider must have claimed the case; otherwise two people could work on it without knowing. */
const isClaimedByDecider: Rule = ({ claimedBy, deciderId }) =>
  claimedBy === deciderId
    ? []
    : [
        {
          code: 'not-claimed',
          message:
            claimedBy === null
              ? 'Claim the case first.'
              : 'Someone else has this case. Ask them to release it, or have it assigned to you.',
        },
      ]

/** The explanation that people get about their own work. */
export const OWN_WORK =
  'You worked on this application: you entered or changed something in it or its documents, sent it to underwriting, or have it assigned to you.'

/** No one approves their own work, not even an admin. */
const deciderDidNotContribute: Rule = ({ contributorIds, deciderId }) =>
  contributorIds.includes(deciderId)
    ? [
        {
          code: 'own-work',
          message: `${OWN_WORK} Someone who did not must decide.`,
        },
      ]
    : []

/**
 * Shown only to those who can confirm entries: no one confirms for someone else. A decline needs no checklist: an
 * identity that could not be confirmed is a reason for it.
 */
const checklistIsComplete: Rule = ({
  outcome,
  checklist,
  confirmed,
  claimedBy,
  deciderId,
  contributorIds,
}) => {
  if (outcome !== 'approve' || claimedBy !== deciderId || contributorIds.includes(deciderId)) return []
  const entries = checklist
    .filter(({ key }) => !confirmed.includes(key))
    .map(({ key, text }) => ({ key, text }))
  if (entries.length === 0) return []
  return [
    {
      code: 'checklist',
      message: 'Some checklist items are open. Confirm them first.',
      entries,
    },
  ]
}

/** An approval needs every answer reviewed. Shown only to those who can review them. A decline needs no answers. */
const answersAreJudged: Rule = ({ outcome, unjudged, claimedBy, deciderId, contributorIds }) =>
  outcome !== 'approve' ||
  unjudged.length === 0 ||
  claimedBy !== deciderId ||
  contributorIds.includes(deciderId)
    ? []
    : [
        {
          code: 'unjudged',
          message: 'Some answers are not reviewed. Accept or ask again before you approve.',
          answers: unjudged.map(({ id, label }) => ({ id, label })),
        },
      ]

/** What was reviewed must be what is sent. */
const evidenceStands: Rule = ({ seen, current }) => {
  const { sections, documents } = changesBetween(seen, current)
  if (sections.length === 0 && documents.length === 0) return []
  return [
    {
      code: 'stale',
      message:
        'The application or its documents changed after this page was loaded. Reload it and review the changes before you decide.',
      sections,
      documents,
    },
  ]
}

const reasonsAreValid: Rule = ({ outcome, reasons, note }) => {
  const violations = checkReasons(outcome, reasons, note)
  return violations.length === 0
    ? []
    : [{ code: 'reasons', message: 'Correct the reasons of the decision.', violations }]
}

/** An approval while something is open needs a note that says why. */
const nothingIsOpen: Rule = ({ outcome, reasons, note, open }) =>
  checkOpen(outcome, reasons, note, open).map((violation) => ({
    code: 'reasons',
    message: violation.message,
    violations: [violation],
  }))

/** Four eyes: the second decider must be another person. A stale first decision does not count. */
const secondIsAnother: Rule = ({ first, current, deciderId }) =>
  firstInEffect(first, current)?.deciderId === deciderId
    ? [
        {
          code: 'same-person',
          message: 'You made the first decision. Above this volume another underwriter has to confirm it.',
        },
      ]
    : []

const RULES: readonly Rule[] = [
  isInUnderwriting,
  isClaimedByDecider,
  deciderDidNotContribute,
  secondIsAnother,
  evidenceStands,
  checklistIsComplete,
  answersAreJudged,
  reasonsAreValid,
  nothingIsOpen,
]

/** The first decision, if its evidence is still current. Otherwise the case needs a new first decision. */
export const firstInEffect = (first: FirstDecision | null, current: Evidence): FirstDecision | null =>
  first === null || isStale(first.evidence, current) ? null : first

/**
 * Whether two people must decide: above the limit (US dollars, decimal text; null for never). A blank or invalid
 * volume, or an unreadable limit, counts as above.
 */
export function needsSecond({ options }: AnyDraft, fourEyesAbove: string | null): boolean {
  if (fourEyesAbove === null) return false
  const volume: Millionths | null = amountOf(options.highMonthlyVolume)
  const limit = parseDecimal(fourEyesAbove)
  return volume === null || limit === null || volume > limit
}

/**
 * `takes-effect`: the case is closed. `awaits-second`: it stays open until another person confirms. `reopens`: the
 * two disagree, so neither decision counts and both may decide again.
 */
export type DecisionEffect = 'takes-effect' | 'awaits-second' | 'reopens'

/** The effect of a decision that nothing prevents. */
export function decisionEffect(
  { outcome, first, current }: Pick<DecisionFacts, 'outcome' | 'first' | 'current'>,
  isSecondNeeded: boolean,
): DecisionEffect {
  if (!isSecondNeeded) return 'takes-effect'
  const stands = firstInEffect(first, current)
  if (!stands) return 'awaits-second'
  return stands.outcome === outcome ? 'takes-effect' : 'reopens'
}
