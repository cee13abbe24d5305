import { eq } from 'drizzle-orm'
import {
  type SandboxApplicationKind,
  type SandboxItemType,
  sandboxItems,
  sandboxOpportunities,
  sandboxSubmissions,
} from '@/lib/db/schema/sandbox'
import type { WireResultEntry } from '@/lib/partner/wire/result-entry'
import type { Call } from './call'
import { fullRecordId, newRecordId, type RecordKind } from './record-ids'
import type { Box } from './sealed'

/** How both application endpoints store what they accept, and report it. */

/** The interface does not name the first stage; any stage that is not locked works. */
const FIRST_STAGE = 'Application Received'

const MAX_ITEMS = 50_000

/** A message about the first list with too many items to check one by one; null if there is none. */
export function overlongList(body: unknown): string | null {
  const lists = Object.entries(Object(body)).filter(
    ([, member]) => Array.isArray(member) && member.length > MAX_ITEMS,
  )
  return lists[0] ? `${lists[0][0]} has more than ${MAX_ITEMS} items` : null
}

/** The kind of record that a list's items become. */
type ItemKind = {
  type: SandboxItemType
  kind: RecordKind
  objectType: WireResultEntry['ObjectType']
  noun: string
}

export const OWNER = {
  type: 'Contact',
  kind: 'contact',
  objectType: 'Contact',
  noun: 'Owner',
} as const satisfies ItemKind

export const CHECKING_ACCOUNT = {
  type: 'Business_Checking_Account__c',
  kind: 'checkingAccount',
  objectType: 'Business Checking Account',
  noun: 'Checking account',
} as const satisfies ItemKind

export const LINE_ITEM = {
  type: 'QuoteLineItem',
  kind: 'quoteLineItem',
  objectType: 'QuoteLineItem',
  noun: 'Quote line item',
} as const satisfies ItemKind

export type Fields = Record<string, unknown>

/** The fields to store: all except the type and the id, which have their own columns. */
export function fieldsOf({ attributes, Id, ...fields }: Fields): Fields {
  return fields
}

/** One entry of the answer (interface, "Alias success result entry"). */
export const entry = (
  ObjectType: WireResultEntry['ObjectType'],
  SFId: string,
  SourceId: string | null,
  Message: string,
): WireResultEntry => ({ Success: true, SourceId, SFId, ObjectType, Message })

/** Creates an opportunity and its account, and returns their ids. */
export async function storeOpportunity(
  { tx, now, box }: Call,
  kind: SandboxApplicationKind,
  sent: { Opp: Fields; Mer: Fields },
): Promise<{ opportunityId: string; accountId: string }> {
  const opportunityId = newRecordId('opportunity')
  const accountId = newRecordId('account')
  await tx.insert(sandboxOpportunities).values({
    id: opportunityId,
    accountId,
    kind,
    stage: FIRST_STAGE,
    opportunity: box.seal(opportunityId, fieldsOf(sent.Opp)),
    account: box.seal(accountId, fieldsOf(sent.Mer)),
    createdAt: now,
    updatedAt: now,
  })
  return { opportunityId, accountId }
}

/** Stores the request body unchanged. */
export async function storeSubmission({ tx, body, box }: Call, opportunityId: string): Promise<void> {
  const text = Buffer.from(body).toString('utf8')
  await tx
    .insert(sandboxSubmissions)
    .values({ opportunityId, body: box.seal(submissionPlace(opportunityId), text) })
}

export const submissionPlace = (opportunityId: string): string => `submission of ${opportunityId}`

/** A PostgreSQL statement takes at most 65,535 parameters. */
const ROWS_AT_ONCE = 1_000

type SentItem = Fields & { Id?: string; SourceId?: string }
type ItemRow = typeof sandboxItems.$inferSelect
export type StoredItem = Omit<ItemRow, 'fields'> & { fields: Fields }

export const openItem = (box: Box, row: ItemRow): StoredItem => ({
  ...row,
  fields: openFields(box, row.id, row.fields),
})

export const openFields = (box: Box, recordId: string, stored: unknown): Fields =>
  box.open(recordId, stored) as Fields

/** An item with an id updates that record; one without an id creates a record. */
export async function storeItems(
  { tx, box, someFail }: Call,
  opportunityId: string,
  sent: readonly { as: ItemKind; items: readonly SentItem[] }[],
  stored: readonly StoredItem[],
): Promise<WireResultEntry[]> {
  const entries: WireResultEntry[] = []
  const created: (typeof sandboxItems.$inferInsert)[] = []
  for (const { as, items } of sent) {
    for (const item of items) {
      const sourceId = item.SourceId ?? null
      if (someFail && entries.length % 2 === 0) {
        const message = `${as.noun} record failed: caused through the sandbox controls`
        entries.push({ ...entry(as.objectType, item.Id ?? '', sourceId, message), Success: false })
        continue
      }
      const id = item.Id === undefined ? newRecordId(as.kind) : fullRecordId(item.Id)
      const kept = stored.find((record) => record.id === id)
      const fields = box.seal(id, { ...kept?.fields, ...fieldsOf(item) })
      if (kept) await tx.update(sandboxItems).set({ fields }).where(eq(sandboxItems.id, id))
      else created.push({ id, opportunityId, type: as.type, fields })
      entries.push(
        entry(as.objectType, id, sourceId, `${as.noun} record was ${kept ? 'updated' : 'created'}`),
      )
    }
  }
  for (let first = 0; first < created.length; first += ROWS_AT_ONCE) {
    await tx.insert(sandboxItems).values(created.slice(first, first + ROWS_AT_ONCE))
  }
  return entries
}
