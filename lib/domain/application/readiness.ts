import { counted } from '../values/counted'
import { isBlocking, isSlip, type Violation } from '../values/violation'
import { fieldName } from './either-fields'
import { lowerFirst } from './field'
import type { ApplicationKind } from './kind'
import { sectionsOf } from './section-names'
import { type ApplicationStatus, canSubmit, STATUS_TEXTS } from './status'
import { inTheWay, isDoubtful, lacksOnlyApproval, READY_FOR_UNDERWRITING, stepOf } from './steps'

/**
 * What can be done with an application without opening it: submit it to the partner, or send it to our
 * underwriters. `slips`: names of fields whose values are certainly wrong; `warnings` counts the others. `missing`:
 * documents that our policy asks for. `reason`: what prevents both, in words.
 */
export type Readiness =
  | { way: 'submit' | 'hand-over'; slips: readonly string[]; warnings: number; missing: number }
  | { way: null; reason: string }

/** In these statuses, someone has to read the answer before anything is sent again. */
const ANSWERED: Partial<Record<ApplicationStatus, string>> = {
  refused: 'The partner rejected it. Open it to see its answer, and submit it from there.',
  'info-requested': 'Underwriting asked for information. Open it to answer.',
}

export function readinessOf({
  status,
  stage,
  mayHandOver,
  violations,
  missing,
  hasNote,
}: {
  status: ApplicationStatus
  /** The partner's stage if it accepts no changes in it, else null. */
  stage: string | null
  /** Whether it may be sent to our underwriters in its status. */
  mayHandOver: boolean
  violations: readonly Violation[]
  missing: number
  /** The reader has started a note to underwriters and not sent it. */
  hasNote: boolean
}): Readiness {
  const answered = ANSWERED[status]
  if (answered !== undefined) return { way: null, reason: answered }
  if (!canSubmit(status)) return { way: null, reason: `Its status is ${STATUS_TEXTS[status].label}.` }
  if (stage !== null)
    return { way: null, reason: `The partner has it in stage “${stage}” and accepts no changes.` }
  const errors = violations.filter(isBlocking)
  const { wrong, missing: lacking } = inTheWay(violations)
  const [first, ...more] = [...wrong, ...lacking]
  if (first)
    return {
      way: null,
      reason: more.length === 0 ? first.message : `${inTheWayWords(violations).join(', ')}. ${first.message}`,
    }
  const warnings = violations.filter(
    (each) => !isBlocking(each) && !isSlip(each) && each.code !== 'asked',
  ).length
  const slips = slipsIn(violations)
  if (errors.length === 0) return { way: 'submit', slips, warnings, missing }
  const approval = errors[0]?.message ?? ''
  if (!mayHandOver) return { way: null, reason: approval }
  if (!lacksOnlyApproval(violations))
    return { way: null, reason: `${approval} Open it, and read the other application first.` }
  return hasNote
    ? { way: null, reason: 'You began a note for underwriters. Open it to send both.' }
    : { way: 'hand-over', slips, warnings, missing }
}

/** Each field once, even if several accounts have it wrong. */
export const slipsIn = (violations: readonly Violation[]): string[] => [
  ...new Set(violations.filter(isSlip).map(({ path }) => fieldName(path))),
]

/** `Check the ABA routing number`; null if there are no slips. */
export const slipWords = (slips: readonly string[]): string | null =>
  slips.length === 0 ? null : `Check the ${slips.map(lowerFirst).join(' and the ')}`

/** `2 problems`, `3 answers missing`, for an application's own page. */
export function inTheWayWords(violations: readonly Violation[]): string[] {
  const { wrong, missing } = inTheWay(violations)
  return [
    ...(wrong.length > 0 ? [counted(wrong.length, 'problem')] : []),
    ...(missing.length > 0 ? [`${counted(missing.length, 'answer')} missing`] : []),
  ]
}

export const READY_LABELS: Readonly<Record<NonNullable<Readiness['way']>, string>> = {
  submit: 'Ready to submit',
  'hand-over': READY_FOR_UNDERWRITING,
}

/** How close a draft is to being sent: its problems, and how many of its sections are complete. */
export type DraftProgress = {
  way: Readiness['way']
  slips: readonly string[]
  problems: number
  done: number
  sections: number
  /** For an application that is ready: documents that our policy asks for, and doubtful files. */
  documents: { missing: number; doubtful: number }
  /** Warnings in its sections, without the slips. */
  doubts: number
}

/**
 * `violations` are those from which `readiness` was computed. A missing value is not a problem. An empty list keeps
 * its section from being complete although it blocks nothing.
 */
export function draftProgress(
  kind: ApplicationKind,
  readiness: Readiness,
  violations: readonly Violation[],
): DraftProgress {
  const { wrong } = inTheWay(violations)
  const missing = violations.filter(({ code }) => code === 'required')
  const open = new Set<string>([...wrong, ...missing].map(({ path }) => stepOf(path)))
  const sections = sectionsOf(kind)
  const doubtful = violations.filter((each) => isDoubtful(each) && !isSlip(each))
  const ofFiles = doubtful.filter(({ path }) => stepOf(path) === 'documents').length
  return {
    way: readiness.way,
    slips: slipsIn(violations),
    problems: wrong.length,
    done: sections.filter((section) => !open.has(section)).length,
    sections: sections.length,
    documents: {
      missing: readiness.way === null ? 0 : readiness.missing,
      doubtful: ofFiles,
    },
    doubts: doubtful.length - ofFiles,
  }
}

/** The text in a row of a list. */
export const progressWords = ({
  way,
  slips,
  problems,
  done,
  sections,
  documents: { missing, doubtful },
  doubts,
}: DraftProgress): string =>
  way !== null
    ? [
        slipWords(slips) ?? READY_LABELS[way],
        ...(missing > 0 ? [`${counted(missing, 'document')} missing`] : []),
        ...(doubtful > 0 ? [`${counted(doubtful, 'file')} to check`] : []),
        ...(doubts > 0 ? [`${counted(doubts, 'answer')} to check`] : []),
      ].join(' · ')
    : problems > 0
      ? counted(problems, 'problem')
      : `${done} of ${sections} sections`
