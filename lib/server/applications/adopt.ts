import { eq, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Tx } from '@/lib/db/client'
import {
  applicationRecords,
  applicationSections,
  applications,
  sentSections,
} from '@/lib/db/schema/applications'
import { type AdoptedIdKind, isSameRecord, readAdoptedId } from '@/lib/domain/application/adopted'
import { blankAccount, blankContact, blankDraft } from '@/lib/domain/application/blank'
import { ITEM_RECORD_TYPES } from '@/lib/domain/application/partner-records'
import { SECTION_NAMES } from '@/lib/domain/application/section-names'
import type { Draft } from '@/lib/domain/application/sections'
import { optionalNote } from '@/lib/domain/values/note'
import type { Problem } from '@/lib/domain/values/problem'
import { isPartnerError } from '@/lib/partner/errors'
import { recordBy } from '@/lib/server/audit'
import { recordOwnWork } from '@/lib/server/cases/own-work'
import { sanitizeNote, sanitizeText } from '@/lib/server/sanitize-text'
import type { Ctx } from '@/lib/server/services'
import { newItemId } from './item-id'
import { lockRecordIds } from './opportunity-id'
import { INDEX_VERSION } from './search-index'
import { storeFirstSections } from './store-section'

/**
 * Adds an application that the partner has and the desk has not, by its record ids: it can be updated, and takes
 * documents. Nothing is sent, and no create ever will be: both ids are there from the start, and stay.
 */

const MAX_ITEMS = 50
const typedId = z.string().max(60)

export const adoptApplicationSchema = z.object({
  opportunityId: typedId,
  accountId: typedId,
  contactIds: z.array(typedId).max(MAX_ITEMS),
  checkingAccountIds: z.array(typedId).max(MAX_ITEMS),
  dbaName: z.string().trim().max(255),
  note: optionalNote,
  /** Someone read what is odd about the ids, and says that they are right. */
  confirmed: z.boolean(),
})

export type AdoptField = 'opportunityId' | 'accountId' | 'contactIds' | 'checkingAccountIds' | 'note'
type About = { applicationId: string; number: number; name: string }
export type AdoptProblem = Problem<AdoptField> & { about?: About[] }

export type AdoptResult =
  | { ok: true; applicationId: string; number: number }
  | { ok: false; reason: 'invalid'; problems: AdoptProblem[] }
  /** Nothing that is certainly wrong: it can be added all the same. */
  | { ok: false; reason: 'doubts'; doubts: AdoptProblem[] }

type Named = { path: AdoptField; kind: AdoptedIdKind; id: string }

export async function adoptApplication(
  ctx: Ctx,
  input: z.output<typeof adoptApplicationSchema>,
): Promise<AdoptResult> {
  const { named, problems, doubts } = readIds(input)
  if (input.note.length < 3) {
    problems.push({ path: 'note', message: 'Enter where the IDs come from.' })
  }
  if (problems.length > 0) return { ok: false, reason: 'invalid', problems }
  const [opportunity, account, ...items] = named
  if (!opportunity || !account) throw new Error('Ids that were read are gone.')
  // Before anything is locked: the partner may take its time.
  const partner = await askPartner(ctx, opportunity.id)
  if (partner.doubt) doubts.push({ path: 'opportunityId', message: partner.doubt })

  return ctx.db.transaction(async (tx): Promise<AdoptResult> => {
    await lockRecordIds(tx)
    const known = await alreadyHere(tx, named)
    if (known.length > 0) return { ok: false, reason: 'invalid', problems: known }
    if (doubts.length > 0 && !input.confirmed) return { ok: false, reason: 'doubts', doubts }

    const now = ctx.now()
    const [row] = await tx
      .insert(applications)
      .values({
        kind: 'payfac',
        status: 'submitted',
        derived: INDEX_VERSION,
        assigneeId: ctx.actor.id,
        createdBy: ctx.actor.id,
        createdAt: now,
        updatedAt: now,
        opportunityId: opportunity.id,
        accountId: account.id,
        adoptedAt: now,
        adoptedBy: ctx.actor.id,
        adoptedNote: sanitizeNote(input.note),
        ...(partner.stage !== null && { stage: partner.stage, stageSource: 'status-read', stageAt: now }),
      })
      .returning({ id: applications.id, number: applications.number })
    if (!row) throw new Error('An application row was not returned.')
    await recordBy(ctx, tx, {
      at: now,
      action: 'application-adopted',
      subject: ['application', row.id],
      detail: sanitizeText({
        opportunityId: opportunity.id,
        accountId: account.id,
        contacts: items.filter(({ kind }) => kind === 'contact').map(({ id }) => id),
        checkingAccounts: items.filter(({ kind }) => kind === 'checking account').map(({ id }) => id),
        stage: partner.stage,
        doubts: doubts.map(({ message }) => message),
        note: input.note,
      }),
    })
    await recordOwnWork(ctx, tx, row.id)
    await storeItems(ctx, tx, row.id, items, sanitizeText(input.dbaName))
    return { ok: true, applicationId: row.id, number: row.number }
  })
}

function readIds(input: z.output<typeof adoptApplicationSchema>) {
  const problems: AdoptProblem[] = []
  const doubts: AdoptProblem[] = []
  const named: Named[] = []
  const typed: [AdoptField, AdoptedIdKind, string][] = [
    ['opportunityId', 'opportunity', input.opportunityId],
    ['accountId', 'account', input.accountId],
    ...input.contactIds.map((id): [AdoptField, AdoptedIdKind, string] => ['contactIds', 'contact', id]),
    ...input.checkingAccountIds.map((id): [AdoptField, AdoptedIdKind, string] => [
      'checkingAccountIds',
      'checking account',
      id,
    ]),
  ]
  for (const [path, kind, text] of typed) {
    const reading = readAdoptedId(kind, text)
    if (!reading.ok) problems.push({ path, message: reading.message })
    else if (named.some(({ id }) => isSameRecord(id, reading.id))) {
      problems.push({
        path,
        message: `${reading.id} is entered twice. Enter a different ID for each record.`,
      })
    } else {
      named.push({ path, kind, id: reading.id })
      doubts.push(...reading.doubts.map((message) => ({ path, message })))
    }
  }
  return { named, problems, doubts }
}

/** The stage of the opportunity, where the partner tells it; that it has none of that id is a doubt. */
async function askPartner(
  { partner }: Pick<Ctx, 'partner'>,
  opportunityId: string,
): Promise<{ stage: string | null; doubt: string | null }> {
  try {
    const reading = await partner.readStage(opportunityId)
    if (reading.found === 'stage') return { stage: sanitizeText(reading.stage).slice(0, 255), doubt: null }
    if (reading.found === 'no-opportunity') {
      return { stage: null, doubt: `The partner has no opportunity ${opportunityId}. Check the ID.` }
    }
  } catch (error) {
    if (!isPartnerError(error)) throw error
    return { stage: null, doubt: `The desk could not check this opportunity with the partner. ${error.what}` }
  }
  return { stage: null, doubt: null }
}

/** Ids that belong to an application of the desk: updates of two would overwrite each other. */
async function alreadyHere(tx: Tx, named: readonly Named[]): Promise<AdoptProblem[]> {
  const problems: AdoptProblem[] = []
  for (const { path, id } of named) {
    const start = id.slice(0, 15)
    const [own] = await tx
      .selectDistinct({
        applicationId: applications.id,
        number: applications.number,
        dbaName: applications.dbaName,
        legalName: applications.legalName,
      })
      .from(applications)
      .leftJoin(applicationRecords, eq(applicationRecords.applicationId, applications.id))
      .where(
        or(
          sql`left(${applications.opportunityId}, 15) = ${start}`,
          sql`left(${applications.accountId}, 15) = ${start}`,
          sql`left(${applicationRecords.recordId}, 15) = ${start}`,
        ),
      )
      .limit(1)
    if (!own) continue
    const { dbaName, legalName, applicationId, number } = own
    problems.push({
      path,
      message: 'The desk already has this record. Open its application:',
      about: [{ applicationId, number, name: dbaName || legalName || 'Untitled application' }],
    })
  }
  return problems
}

/** Blank without exception: the country that a new application begins with would be sent. */
function unknownDraft(): Draft {
  const draft = blankDraft()
  draft.merchant.billingCountry = ''
  return draft
}

/** A blank contact or account for each record that is known, to be filled in where it should change. */
async function storeItems(
  ctx: Ctx,
  tx: Tx,
  applicationId: string,
  named: readonly Named[],
  dbaName: string,
): Promise<void> {
  const draft = unknownDraft()
  draft.merchant.dbaName = dbaName
  const records = named.map(({ kind, id: recordId }) => {
    const itemId = newItemId()
    if (kind === 'contact') draft.contacts.items.push(blankContact(itemId))
    else draft.accounts.items.push(blankAccount(itemId))
    return {
      applicationId,
      objectType: ITEM_RECORD_TYPES[kind === 'contact' ? 'contacts' : 'accounts'],
      itemId,
      recordId,
    }
  })
  if (records.length > 0) await tx.insert(applicationRecords).values(records)
  await storeFirstSections(ctx, tx, applicationId, draft)
  const stored = await tx
    .select()
    .from(applicationSections)
    .where(eq(applicationSections.applicationId, applicationId))
  await tx.insert(sentSections).values(
    SECTION_NAMES.map((section) => {
      // What discarded changes go back to.
      const sent = stored.find((row) => row.section === section)?.data ?? unknownDraft()[section]
      // Nothing is known of its values; that the partner has these contacts and accounts is.
      const taken = section === 'merchant' ? unknownDraft().merchant : sent
      return { applicationId, section, revision: 1, sent, taken, sentAt: ctx.now() }
    }),
  )
}
