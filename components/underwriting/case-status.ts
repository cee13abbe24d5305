import { statusTextsOf } from '@/lib/domain/application/status'
import type { CaseView } from '@/lib/server/underwriting/loaders'

export type CaseStatusFacts = Pick<CaseView, 'underwriter' | 'me' | 'mayWork' | 'mayNotDecide'> & {
  application: Pick<CaseView['application'], 'status' | 'statusBeforeRevision'>
}

/** Why this person cannot work on the case now; null if they can. */
export function whyNotWorking({
  application,
  underwriter,
  me,
  mayWork,
  mayNotDecide,
}: CaseStatusFacts): string | null {
  const { status } = application
  if (!mayWork) return 'You can view this case but not work on it.'
  if (status === 'info-requested') return 'Waiting on onboarding’s answer.'
  if (status !== 'in-underwriting') {
    return `It is not with underwriting now (${statusTextsOf(application).label}).`
  }
  if (underwriter !== null && underwriter.id !== me) return `${underwriter.name} has this case.`
  if (mayNotDecide === 'own-work')
    return 'You worked on this application, so someone else must work on its case.'
  if (mayNotDecide === 'decided-first')
    return 'You made the first decision, so another underwriter must make the second.'
  return underwriter === null ? 'Claim the case first.' : null
}

/** Whether it is in a queue, where it can be claimed, released and assigned. */
export const isOpenCase = ({ application: { status } }: CaseStatusFacts): boolean =>
  status === 'in-underwriting' || status === 'info-requested'

/** The first of two decisions while it waits for the second. Null if one is enough by now. */
export const firstDecisionOf = ({
  decisions,
  firstDecisionId,
  needsSecond,
}: Pick<CaseView, 'decisions' | 'firstDecisionId' | 'needsSecond'>) =>
  (needsSecond && decisions.find(({ id }) => id === firstDecisionId)) || null

/** Parts of the page that links lead to. */
export const PARTS = [
  { id: 'signals', label: 'Signals' },
  { id: 'checklist', label: 'Checklist' },
  { id: 'papers', label: 'Documents' },
  { id: 'data', label: 'Application' },
  { id: 'requests', label: 'Requests' },
  { id: 'notes', label: 'Notes' },
  { id: 'decision', label: 'Decision' },
  { id: 'timeline', label: 'Timeline' },
] as const
/** Past decisions are right below the decision and need no link. */
export type PartId = (typeof PARTS)[number]['id'] | 'evidence'

export const partAddress = (id: PartId): `#${PartId}` => `#${id}`

/** The element of a requested item and its answer. */
export const answerId = (itemId: string): string => `answer-${itemId}`

/** The element of a document in the list; a link to it opens the document. */
export const paperId = (documentId: string): string => `paper-${documentId}`

/** The element of a checklist entry. */
export const checkId = (key: string): string => `check-${key}`
