import 'server-only'
import { isDeepStrictEqual } from 'node:util'
import { notFound } from 'next/navigation'
import { cache } from 'react'
import type { StageSource } from '@/lib/db/schema/applications'
import type { AttemptResolution, AttemptState, partnerAttempts } from '@/lib/db/schema/attempts'
import { can } from '@/lib/domain/access/permissions'
import { type Adopted, checkPlan } from '@/lib/domain/application/adopted'
import type { Difference } from '@/lib/domain/application/differences'
import { type AnyDraft, type AnySectionName, kindOf, sectionIn } from '@/lib/domain/application/draft'
import { blankDraftOf } from '@/lib/domain/application/draft-schemas'
import { canBeEmptied } from '@/lib/domain/application/emptied'
import type { SettingsLists } from '@/lib/domain/application/field'
import type { ApplicationKind } from '@/lib/domain/application/kind'
import type { Origin } from '@/lib/domain/application/origin'
import { type PartnerRecord, recordsOf } from '@/lib/domain/application/partner-records'
import type { RequestRow } from '@/lib/domain/application/request-rows'
import { sectionsOf } from '@/lib/domain/application/section-names'
import type { Draft } from '@/lib/domain/application/sections'
import {
  type ApplicationStatus,
  canDiscard,
  canEdit,
  canRevise,
  canSubmit,
  documentsHeld,
  isEditable,
  isLockedStage,
  isOutcomeOpen,
  isUpdateNotSent,
  mayHandOver,
  nextStatus,
  takesDocuments,
  UNDERWRITING_PATH,
} from '@/lib/domain/application/status'
import {
  isStepSlug,
  type StepNeeds,
  type StepSlug,
  type StepState,
  stepStates,
} from '@/lib/domain/application/steps'
import { type DefaultMode, withDefaultMode } from '@/lib/domain/application/underwriting-mode'
import { updateDifferences } from '@/lib/domain/application/update-differences'
import { changesNothing, checkLeftContacts, type ItemEffect } from '@/lib/domain/application/update-plan'
import { takeUpProblem, withdrawalProblem } from '@/lib/domain/application/withdrawal'
import {
  type DocumentSlot,
  documentPlan,
  documentSets,
  filedSince,
  filesSince,
  fileViolations,
  openSlots,
} from '@/lib/domain/documents/document-plan'
import { planFactsOf } from '@/lib/domain/underwriting/case-values'
import { type AskState, askStates, requestViolations } from '@/lib/domain/underwriting/request-items'
import type { Violation } from '@/lib/domain/values/violation'
import { DeskError } from '@/lib/errors'
import type { RecordIds } from '@/lib/partner/mapping/application'
import type { RecordResult } from '@/lib/partner/mapping/application-answer'
import { wireRows } from '@/lib/partner/mapping/mask'
import { routes } from '@/lib/routes'
import { listHandled } from '@/lib/server/cases/handled'
import {
  type DecisionWords,
  getDecline,
  type RequestView,
  type UnderwritingView,
  viewUnderwriting,
} from '@/lib/server/cases/view'
import { whyClosed } from '@/lib/server/documents/closed'
import { type DocumentItem, listDocuments } from '@/lib/server/documents/data'
import {
  type ApplicationRow,
  getOpenDraft,
  getPerson,
  listAttempts,
  requireApplication,
  type SectionVersions,
} from '@/lib/server/drafts/data'
import { shownSection } from '@/lib/server/drafts/sealed-sections'
import { loadContext } from '@/lib/server/page-context'
import { type Ctx, todayOf } from '@/lib/server/services'
import { loadRules, loadUnderwritingRules } from '@/lib/server/settings'
import { type Assignable, listAssignable } from './assignment'
import { requestPlace } from './attempt'
import { checkCompared, compareIdentities, compareTaxId, withoutPaused } from './compare-identities'
import { markVisited } from './mutations'
import { type OpenProblem, refusedBy, shownViolations, showProblems } from './partner-problems'
import { adoptedOf, emptiedOf, getRecordIds, getSnapshot, planOf } from './partner-snapshot'
import { idAmong, listKnownRecords, listUnnamed } from './record-id'
import { buildRequest } from './request'
import { listSameIdentities } from './search-index'
import { checkSource } from './source'
import { listUnsent, type UnsentTexts } from './unsent-texts'

export type AttemptView = {
  id: string
  state: AttemptState
  message: string | null
  httpStatus: number | null
  at: string
  answeredAt: string | null
  requestSha256: string
  answer: string | null
  /** `enteredId`: of a record that was refused, and that the partner has made since. */
  results: (RecordResult & { name: string; enteredId: string | null })[]
  problems: OpenProblem[]
  /** How a person ended an unknown outcome. */
  resolution: { kind: AttemptResolution; by: string; at: string; note: string } | null
  /** Someone asked for it to be sent again, and a second person has to do it. */
  resendAsked: { by: string; mine: boolean; at: string; reason: string } | null
}

/** What an update changes, against what the partner last took. */
export type UpdateView = {
  revision: number
  /** What stands against it because of contacts that stay at the partner. */
  left: readonly Violation[]
  /** Null where it was taken before the desk kept such copies. */
  sentAt: string | null
  differences: Difference[]
  items: ItemEffect[]
  /** Paths of blank fields that can be emptied at the partner, and of those that will be. */
  canEmpty: string[]
  emptied: string[]
}

/** Everything that the pages of one application show. Holds no sensitive value: masks and stand-ins only. */
export type ApplicationView = {
  id: string
  number: number
  kind: ApplicationKind
  status: ApplicationStatus
  title: string
  /** Who works on it. */
  /** Counted up by each update that is begun. */
  revision: number
  assignee: { id: string; name: string } | null
  /** `decline`: why our underwriters declined what it was started from. */
  origin: (Origin & { decline: DecisionWords | null }) | null
  /** What can be done with it as a whole, and by whom. */
  upkeep: {
    me: string
    people: Assignable[]
    mayWrite: boolean
    mayCopy: boolean
    mayWithdraw: boolean
    mayTakeUp: boolean
  }
  opportunityId: string | null
  accountId: string | null
  /** Where the partner had it before the desk: who added it by its ids, and which items' records are known. */
  adopted:
    | (Adopted & { recordIds: Readonly<Record<string, string>>; by: string; at: string; note: string })
    | null
  /** What the partner has under ids that are not known here; whoever may submit can enter them. */
  unnamed: PartnerRecord[]
  createdAt: string
  updatedAt: string
  lastSaved: { at: string; by: string } | null
  editable: boolean
  stage: { name: string; locked: boolean; source: StageSource; at: string } | null
  /** Changes of something that the partner has: they can be discarded, and are sent as an update. */
  statusBeforeRevision: ApplicationStatus | null
  /** It was opened for changes, and an update would change nothing at the partner. */
  isUnchanged: boolean
  mayRevise: boolean
  mayDiscard: boolean
  mayLearnStage: boolean
  update: UpdateView | null
  /** What our own underwriters have to do with it; null where it was never handed to them. */
  underwriting: UnderwritingView | null
  mayHandOver: boolean
  /** Who underwrites new applications by Settings; otherwise than `ask`, only an underwriter changes it on one. */
  defaultMode: DefaultMode
  mayChangeMode: boolean
  mayTakeBack: boolean
  /** Whether this person may look at its case. */
  mayOpenCase: boolean
  /** Whether sending an unknown outcome again takes two people. */
  resendNeedsSecondPerson: boolean
  mayWrite: boolean
  maySubmit: boolean
  mayWriteDocuments: boolean
  /** Why documents can only be added; null if they can be changed. */
  documentsHeld: string | null
  /** Why this person cannot open the documents; null if they can. */
  documentsClosed: string | null
  draft: AnyDraft
  versions: SectionVersions
  violations: Violation[]
  steps: StepState[]
  /** What is wanted in the steps although nothing blocks. */
  needs: StepNeeds
  /** What this person wrote on its pages and has not sent. */
  unsent: UnsentTexts
  /** What our underwriters ask of staff now, answered or not. */
  asks: AskView[]
  lists: SettingsLists
  today: string
  documents: DocumentItem[]
  documentPlan: DocumentSlot[]
  attempts: AttemptView[]
  /** What would be sent, in the partner's names, masked; empty while something blocks. */
  outgoing: RequestRow[]
  /** What the partner was last sent and may have, as it was frozen then; null where nothing was. */
  sent: RequestRow[] | null
}

export const loadApplication = cache(async (id: string): Promise<ApplicationView> => {
  const ctx = await loadContext('applicants:read', routes.application(id))
  return orNotFound(viewApplication(ctx, id))
})

export async function viewApplication(ctx: Ctx, id: string): Promise<ApplicationView> {
  const application = await requireApplication(ctx.db, id)
  const today = todayOf(ctx)
  const { kind, origin } = application
  const [{ draft: open, versions, lastSaved }, documents, attempts, sameIdentities, assignee, people] =
    await Promise.all([
      getOpenDraft(ctx.db, ctx.sealer, application),
      listDocuments(ctx.db, id),
      listAttempts(ctx.db, id),
      listSameIdentities(ctx.db, id),
      getPerson(ctx.db, application.assigneeId),
      listAssignable(ctx.db),
    ])
  const recordIds = await getRecordIds(ctx.db, application)
  const update =
    recordIds && !('pricing' in open) ? await viewUpdate(ctx, application, open, recordIds) : null
  const known = await listKnownRecords(ctx.db, application)
  const unnamed = await listUnnamed(ctx.db, ctx.sealer, application, open, known)
  const underwriting = await viewUnderwriting(ctx.db, ctx.sealer, application, open)
  const rules = await loadRules(ctx.db)
  const { approvedSha256 } = application
  const { precheck, defaultMode } = await loadUnderwritingRules(ctx.db)
  // After the others were listed: what was saved since is not among them.
  const left = await compareIdentities(ctx, ctx.db, application, open)
  if (left) await compareTaxId(ctx, ctx.db, application, open)
  const handled = await listHandled(ctx.db, id, left && ctx.actor.id)
  const adopted = adoptedOf(application, recordIds)
  const request = buildRequest(
    open,
    { lists: ctx.lists, today, approvedSha256, precheck, handled, adopted },
    recordIds,
    update?.emptied,
  )
  const shown = showProblems(ctx.sealer, open, refusedBy(attempts[0]?.attempt))
  const plan = documentPlan(planFactsOf(open))
  const asks = asksOf(application.status, underwriting?.request ?? null, open, plan, documents)
  const violations = [
    // That our underwriters must approve it is told to whoever could hand it to them.
    ...withoutPaused(request.violations, left?.places ?? []).filter(
      ({ path }) => path !== UNDERWRITING_PATH || canSubmit(application.status),
    ),
    ...(canSubmit(application.status) ? await checkSource(ctx.db, application) : []),
    ...checkCompared(open, sameIdentities, left),
    ...requestViolations(asks),
    ...fileViolations(plan, documents),
    ...(update && canEdit(application.status) ? [...checkPlan(update.items, adopted), ...update.left] : []),
    ...shownViolations(shown),
  ]
  const needs: StepNeeds = {
    documents: { missing: openSlots(plan, documents).length, total: plan.length },
    asks,
    status: application.status,
  }
  // A copy and what was imported come with values in steps that no one has looked at.
  const visited = new Set<StepSlug>([
    ...application.visited.filter(isStepSlug),
    ...begunSections(open, defaultMode),
  ])
  const editable = isEditable(application)
  const mayWrite = can(ctx.actor.roles, 'applications:write')
  const nameOf = recordNames(open)
  return {
    id,
    number: application.number,
    kind,
    status: application.status,
    revision: application.revision,
    assignee,
    origin: origin && { ...origin, decline: await getDecline(ctx.db, origin.applicationId) },
    upkeep: {
      me: ctx.actor.id,
      people,
      mayWrite,
      mayCopy: mayWrite && !isOutcomeOpen(application.status),
      mayWithdraw: mayWrite && withdrawalProblem(application) === null,
      mayTakeUp: mayWrite && takeUpProblem(application) === null,
    },
    adopted: adopted && recordIds ? await viewAdoption(ctx, application, adopted, recordIds) : null,
    title: application.dbaName || application.legalName || 'Untitled application',
    opportunityId: application.opportunityId,
    accountId: application.accountId,
    unnamed,
    createdAt: application.createdAt.toISOString(),
    updatedAt: application.updatedAt.toISOString(),
    lastSaved: lastSaved && { at: lastSaved.at.toISOString(), by: lastSaved.by },
    editable,
    stage:
      application.stage !== null && application.stageSource !== null && application.stageAt !== null
        ? {
            name: application.stage,
            locked: isLockedStage(application.stage),
            source: application.stageSource,
            at: application.stageAt.toISOString(),
          }
        : null,
    statusBeforeRevision: application.statusBeforeRevision,
    isUnchanged:
      isUpdateNotSent(application) && update !== null && update.sentAt !== null && changesNothing(update),
    mayRevise: mayWrite && recordIds !== null && canRevise(application.status, kind),
    mayDiscard: mayWrite && application.statusBeforeRevision !== null && canDiscard(application.status),
    mayLearnStage: mayWrite,
    update,
    underwriting,
    mayHandOver:
      can(ctx.actor.roles, 'applications:submit') &&
      nextStatus(application.status, 'hand-over') !== null &&
      mayHandOver({ partnerUnderwrites: application.partnerUnderwrites, precheck, handled }),
    defaultMode,
    mayChangeMode:
      can(ctx.actor.roles, 'underwriting:decide') && (editable || application.status === 'in-underwriting'),
    mayTakeBack:
      can(ctx.actor.roles, 'applications:submit') && nextStatus(application.status, 'take-back') !== null,
    mayOpenCase: underwriting !== null && can(ctx.actor.roles, 'underwriting:read'),
    resendNeedsSecondPerson: rules.resendNeedsSecondPerson,
    mayWrite: editable && mayWrite,
    maySubmit: can(ctx.actor.roles, 'applications:submit'),
    mayWriteDocuments:
      takesDocuments(application.status, application.opportunityId !== null) &&
      can(ctx.actor.roles, 'documents:write'),
    documentsHeld: documentsHeld(application.status),
    documentsClosed: await whyClosed(ctx, ctx.db, application),
    draft: shownDraft(open, today),
    versions,
    violations,
    steps: stepStates(kind, violations, visited, needs),
    needs,
    unsent: await listUnsent(ctx, id),
    asks,
    lists: ctx.lists,
    today,
    documents: can(ctx.actor.roles, 'documents:read') ? documents : [],
    documentPlan: plan,
    attempts: attempts.map(({ attempt, resolvedByName, resendAskedByName }) => ({
      id: attempt.id,
      state: attempt.state,
      message: attempt.message,
      httpStatus: attempt.httpStatus,
      at: attempt.preparedAt.toISOString(),
      answeredAt: attempt.answeredAt?.toISOString() ?? null,
      requestSha256: attempt.requestSha256,
      answer: attempt.answer,
      results: (attempt.results ?? []).map((entry) => ({
        ...entry,
        name: nameOf(entry),
        enteredId: entry.success ? null : idAmong(known, { ...entry, itemId: entry.sourceId ?? '' }),
      })),
      problems: showProblems(ctx.sealer, open, attempt.problems ?? []),
      resolution: attempt.resolution && {
        kind: attempt.resolution,
        by: resolvedByName ?? '',
        at: attempt.resolvedAt?.toISOString() ?? '',
        note: attempt.resolutionNote ?? '',
      },
      resendAsked:
        attempt.resendAskedBy === null || attempt.resolution !== null
          ? null
          : {
              by: resendAskedByName ?? '',
              mine: attempt.resendAskedBy === ctx.actor.id,
              at: attempt.resendAskedAt?.toISOString() ?? '',
              reason: attempt.resendReason ?? '',
            },
    })),
    outgoing: request.wire ? wireRows(request.wire) : [],
    sent: sentRows(
      ctx,
      attempts.map(({ attempt }) => attempt),
    ),
  }
}

/** Of the latest request that was neither refused nor found to be absent. Never built anew: values change. */
function sentRows(
  { sealer }: Pick<Ctx, 'sealer'>,
  attempts: readonly (typeof partnerAttempts.$inferSelect)[],
): RequestRow[] | null {
  const sent = attempts.find(
    ({ state, resolution }) =>
      (state === 'sending' || state === 'accepted' || state === 'unknown') && resolution !== 'absent',
  )
  if (!sent || sent.request === null) return null
  const body: unknown = JSON.parse(sealer.open(requestPlace(sent.id), sent.request))
  return typeof body === 'object' && body !== null ? wireRows(body) : null
}

async function viewAdoption(
  { db }: Pick<Ctx, 'db'>,
  { adoptedAt, adoptedBy, adoptedNote }: ApplicationRow,
  adopted: Adopted,
  { contacts, accounts }: RecordIds,
): Promise<NonNullable<ApplicationView['adopted']>> {
  return {
    ...adopted,
    recordIds: { ...contacts, ...accounts },
    by: (await getPerson(db, adoptedBy))?.name ?? '',
    at: adoptedAt?.toISOString() ?? '',
    note: adoptedNote ?? '',
  }
}

/** `files`: the names of the documents that came for it since. */
export type AskView = AskState & { by: string; at: string; files: readonly string[] }

/** The sections that hold more than a new application begins with. */
function begunSections(open: AnyDraft, defaultMode: DefaultMode): AnySectionName[] {
  const started = withDefaultMode(blankDraftOf(kindOf(open)), defaultMode)
  return sectionsOf(kindOf(open)).filter(
    (section) => !isDeepStrictEqual(sectionIn(open, section), sectionIn(started, section)),
  )
}

/** Nothing, unless staff have it. */
function asksOf(
  status: ApplicationStatus,
  request: RequestView | null,
  open: AnyDraft,
  plan: readonly DocumentSlot[],
  documents: readonly DocumentItem[],
): AskView[] {
  if (status !== 'info-requested' || request === null) return []
  const { items, differences, askedBy, askedAt } = request
  const edit = {
    differences,
    documents: filedSince(plan, documents, askedAt),
    sets: documentSets(plan, documents),
  }
  return askStates(open, items, edit).map((ask) => ({
    ...ask,
    by: askedBy,
    at: askedAt,
    files: filesSince(plan, documents, askedAt, ask.place.replace(/^documents\./, '')),
  }))
}

/** Compared open, so that a change behind two equal masks is seen; shown masked. */
async function viewUpdate(
  ctx: Ctx,
  application: ApplicationRow,
  open: Draft,
  recordIds: RecordIds,
): Promise<UpdateView> {
  const accepted = await getSnapshot(ctx.db, ctx.sealer, application.id)
  return {
    revision: application.revision,
    sentAt: accepted?.sentAt.toISOString() ?? null,
    differences: accepted ? updateDifferences(accepted.draft, open) : [],
    items: planOf(accepted?.draft ?? null, open, recordIds),
    canEmpty: accepted ? canBeEmptied(accepted.draft, open) : [],
    emptied: emptiedOf(application, accepted?.draft ?? null, open),
    left: accepted ? checkLeftContacts(accepted.draft, open) : [],
  }
}

function shownDraft(open: AnyDraft, today: string): AnyDraft {
  const shown = sectionsOf(kindOf(open)).map((section) => [
    section,
    shownSection(section, sectionIn(open, section), today),
  ])
  // Every section of that kind, each in its own form.
  return { ...open, ...Object.fromEntries(shown) }
}

/** The desk's own name for a record of the answer, found through its source id. */
function recordNames(draft: AnyDraft) {
  const records = recordsOf(draft)
  return ({ sourceId, objectType }: RecordResult): string => {
    const record = records.find(({ itemId, objectType: type }) =>
      sourceId === null ? itemId === '' && type === objectType : itemId === sourceId,
    )
    return record?.name || sourceId || objectType
  }
}

/** A step's page. Opening it is what makes a step "looked at". */
export async function loadApplicationStep(
  id: string,
  step: string,
): Promise<{ application: ApplicationView; step: StepSlug }> {
  if (!isStepSlug(step)) notFound()
  const ctx = await loadContext('applicants:read', routes.applicationStep(id, step))
  if (can(ctx.actor.roles, 'applications:write')) await orNotFound(markVisited(ctx, id, step))
  return { application: await loadApplication(id), step }
}

async function orNotFound<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof DeskError && error.code === 'not-found') notFound()
    throw error
  }
}
