import 'server-only'
import { forbidden, notFound, redirect } from 'next/navigation'
import { cache } from 'react'
import type { AttemptResolution, StageSource } from '@/lib/db/schema/desk'
import { can, type Permission } from '@/lib/domain/access/permissions'
import { checkApplication } from '@/lib/domain/application/check'
import { type Difference, diffSection } from '@/lib/domain/application/differences'
import type { SettingsLists } from '@/lib/domain/application/field'
import { cleanValue } from '@/lib/domain/application/fields'
import { type Draft, optionsSchema, SECTION_NAMES, type SectionName } from '@/lib/domain/application/sections'
import {
  type ApplicationStatus,
  canEdit,
  checkSubmittable,
  isEditable,
  isLockedStage,
} from '@/lib/domain/application/status'
import { isStepSlug, type StepSlug, type StepState, stepStates } from '@/lib/domain/application/steps'
import { checkUpdatePlan, type ItemEffect } from '@/lib/domain/application/update-plan'
import {
  type DocumentPlanFacts,
  documentPlan,
  type WantedDocument,
} from '@/lib/domain/documents/document-plan'
import type { Violation } from '@/lib/domain/values/violation'
import { DeskError } from '@/lib/errors'
import { type RecordIds, toWireApplication } from '@/lib/partner/mapping/application'
import type { RecordResult } from '@/lib/partner/mapping/application-answer'
import { wireRows } from '@/lib/partner/mapping/mask'
import { routes } from '@/lib/routes'
import { requireContext } from '@/lib/server/context'
import { type DocumentItem, listDocuments } from '@/lib/server/documents/data'
import { loadRules } from '@/lib/server/settings'
import { type Ctx, todayOf } from '@/lib/server/world'
import {
  type ApplicationListItem,
  type ApplicationRow,
  countByStatus,
  getOpenDraft,
  LIST_PAGE,
  type ListCursor,
  type ListFilter,
  listApplications,
  listAttempts,
  requireApplication,
} from './data'
import { markLooked } from './mutations'
import { type StandingProblem, showProblems, standingViolations } from './partner-problems'
import { shownSection } from './sealed-sections'
import { getRecordIds, getTaken, planOf } from './taken'

/** The context of a page; nobody signed in goes to the sign-in page and comes back afterwards. */
export async function loadContext(permission: Permission, here: string): Promise<Ctx> {
  try {
    return await requireContext(permission)
  } catch (error) {
    if (error instanceof DeskError && error.code === 'signed-out')
      redirect(`${routes.signIn}?next=${encodeURIComponent(here)}` as typeof routes.signIn)
    if (error instanceof DeskError && error.code === 'forbidden') forbidden()
    throw error
  }
}

export type AttemptView = {
  id: string
  state: string
  message: string | null
  httpStatus: number | null
  at: string
  answeredAt: string | null
  requestSha256: string
  answer: string | null
  results: (RecordResult & { name: string })[]
  problems: StandingProblem[]
  /** How a person ended an unknown outcome. */
  resolution: { kind: AttemptResolution; by: string; at: string; note: string } | null
  /** Somebody asked for it to be sent again, and a second person has to do it. */
  resendAsked: { by: string; mine: boolean; at: string; reason: string } | null
}

/** What an update changes, against what the partner last took. */
export type UpdateView = {
  revision: number
  /** Null where it was taken before the desk kept such copies. */
  sentAt: string | null
  differences: Difference[]
  items: ItemEffect[]
}

/** Everything that the pages of one application show. Holds no sensitive value: masks and stand-ins only. */
export type ApplicationView = {
  id: string
  number: number
  status: ApplicationStatus
  title: string
  opportunityId: string | null
  accountId: string | null
  createdAt: string
  updatedAt: string
  lastSaved: { at: string; by: string } | null
  editable: boolean
  stage: { name: string; locked: boolean; source: StageSource; at: string } | null
  /** Changes of something that the partner has: they can be discarded, and are sent as an update. */
  inRevision: boolean
  mayRevise: boolean
  mayDiscard: boolean
  mayLearnStage: boolean
  update: UpdateView | null
  /** Whether sending an unknown outcome again takes two people. */
  resendNeedsSecondPerson: boolean
  mayWrite: boolean
  maySubmit: boolean
  mayWriteDocuments: boolean
  draft: Draft
  versions: Record<SectionName, number>
  violations: Violation[]
  steps: StepState[]
  lists: SettingsLists
  today: string
  documents: DocumentItem[]
  documentPlan: WantedDocument[]
  attempts: AttemptView[]
  /** What would be sent, in the partner's names, masked; empty while something blocks. */
  outgoing: { path: string; value: string | number | boolean | null }[]
}

export const loadApplication = cache(async (id: string): Promise<ApplicationView> => {
  const ctx = await loadContext('applications:read', routes.application(id))
  try {
    return await viewApplication(ctx, id)
  } catch (error) {
    if (error instanceof DeskError && error.code === 'not-found') notFound()
    throw error
  }
})

export async function viewApplication(ctx: Ctx, id: string): Promise<ApplicationView> {
  const application = await requireApplication(ctx.db, id)
  const today = todayOf(ctx)
  const [{ draft: open, versions, lastSaved }, documents, attempts] = await Promise.all([
    getOpenDraft(ctx.db, ctx.sealer, id),
    can(ctx.actor.roles, 'documents:read') ? listDocuments(ctx.db, id) : [],
    listAttempts(ctx.db, id),
  ])
  const recordIds = await getRecordIds(ctx.db, application)
  const update = recordIds ? await viewUpdate(ctx, application, open, recordIds) : null
  const checked = checkApplication(open, { lists: ctx.lists, today })
  const latest = attempts[0]?.attempt
  const refused = latest?.state === 'refused' ? (latest.problems ?? []) : []
  const standing = showProblems(ctx.sealer, open, refused)
  const violations = [
    ...checked.violations,
    ...(checked.value ? checkSubmittable(checked.value, { approved: false }) : []),
    ...(update && canEdit(application.status) ? checkUpdatePlan(update.items) : []),
    ...standingViolations(standing),
  ]
  const looked = new Set<StepSlug>(application.looked.filter(isStepSlug))
  const editable = isEditable(application)
  const mayWrite = can(ctx.actor.roles, 'applications:write')
  const nameOf = itemNames(open)
  return {
    id,
    number: application.number,
    status: application.status,
    title: application.dbaName || application.legalName || 'Untitled application',
    opportunityId: application.opportunityId,
    accountId: application.accountId,
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
    inRevision: application.statusBeforeRevision !== null,
    mayRevise: mayWrite && recordIds !== null && REVISABLE.includes(application.status),
    mayDiscard: mayWrite && application.statusBeforeRevision !== null && canEdit(application.status),
    mayLearnStage: mayWrite,
    update,
    resendNeedsSecondPerson: (await loadRules(ctx.db)).resendNeedsSecondPerson,
    mayWrite: editable && mayWrite,
    maySubmit: can(ctx.actor.roles, 'applications:submit'),
    mayWriteDocuments: application.status !== 'withdrawn' && can(ctx.actor.roles, 'documents:write'),
    draft: shownDraft(open, today),
    versions,
    violations,
    steps: stepStates(violations, looked),
    lists: ctx.lists,
    today,
    documents,
    documentPlan: documentPlan(planFacts(open)),
    attempts: attempts.map(({ attempt, resolvedByName, resendAskedByName }) => ({
      id: attempt.id,
      state: attempt.state,
      message: attempt.message,
      httpStatus: attempt.httpStatus,
      at: attempt.preparedAt.toISOString(),
      answeredAt: attempt.answeredAt?.toISOString() ?? null,
      requestSha256: attempt.requestSha256,
      answer: attempt.answer,
      results: (attempt.results ?? []).map((entry) => ({ ...entry, name: nameOf(entry) })),
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
    outgoing: checked.value ? wireRows(toWireApplication(checked.value, recordIds ?? undefined)) : [],
  }
}

/** What the partner has in whole or in part, and can be changed there. */
const REVISABLE: readonly ApplicationStatus[] = ['submitted', 'partly-accepted']

/** Compared open, so that a change behind two equal masks is seen; shown masked. */
async function viewUpdate(
  ctx: Ctx,
  application: ApplicationRow,
  open: Draft,
  recordIds: RecordIds,
): Promise<UpdateView> {
  const taken = await getTaken(ctx.db, ctx.sealer, application.id)
  return {
    revision: application.revision,
    sentAt: taken?.sentAt.toISOString() ?? null,
    differences: taken
      ? SECTION_NAMES.flatMap((section) => diffSection(section, taken.draft[section], open[section]))
      : [],
    items: planOf(taken?.draft ?? null, open, recordIds),
  }
}

function shownDraft(open: Draft, today: string): Draft {
  return {
    merchant: shownSection('merchant', open.merchant, today),
    contacts: shownSection('contacts', open.contacts, today),
    accounts: shownSection('accounts', open.accounts, today),
    options: shownSection('options', open.options, today),
  }
}

const planFacts = ({ merchant, options }: Draft): DocumentPlanFacts => ({
  ownership: merchant.ownership || null,
  highMonthlyVolume: cleanValue(optionsSchema.shape.highMonthlyVolume, options.highMonthlyVolume),
  everCancelled: merchant.everCancelled === '' ? null : merchant.everCancelled === 'yes',
})

/** The desk's own name for a record of the answer, found through its source id. */
function itemNames(draft: Draft) {
  const names = new Map<string, string>([
    ...draft.contacts.items.map(({ id, firstName, lastName }): [string, string] => [
      id,
      `${firstName} ${lastName}`.trim(),
    ]),
    ...draft.accounts.items.map(({ id, bankName, ddaType }): [string, string] => [
      id,
      [bankName, ddaType].filter(Boolean).join(' · '),
    ]),
  ])
  return ({ sourceId, objectType }: RecordResult): string => {
    if (sourceId !== null) return names.get(sourceId) || sourceId
    return objectType === 'Account' ? draft.merchant.dbaName || draft.merchant.legalName : 'Options'
  }
}

/** A step's page. Opening it is what makes a step "looked at". */
export async function loadApplicationStep(
  id: string,
  step: string,
): Promise<{ application: ApplicationView; step: StepSlug }> {
  if (!isStepSlug(step)) notFound()
  const ctx = await loadContext('applications:read', routes.applicationStep(id, step))
  if (can(ctx.actor.roles, 'applications:write')) await markLooked(ctx, id, step)
  return { application: await loadApplication(id), step }
}
