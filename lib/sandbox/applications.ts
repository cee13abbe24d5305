import { asc, desc, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Tx } from '@/lib/db/client'
import {
  type SandboxItemType,
  sandboxItems,
  sandboxOpportunities,
  sandboxSubmissions,
} from '@/lib/db/schema/sandbox'
import type { FullOwnership } from '@/lib/domain/application/full-sections'
import { OWNERSHIPS, type Ownership } from '@/lib/domain/application/sections'
import { lockedStageOf } from '@/lib/domain/application/status'
import { fromWireOwnership } from '@/lib/partner/mapping/application'
import { type WireApplication, wireApplicationSchema } from '@/lib/partner/wire/application'
import { type WireProblem, wireIssues } from '@/lib/partner/wire/problem'
import { isRecordId } from '@/lib/partner/wire/record-id'
import type { WireResultEntry } from '@/lib/partner/wire/result-entry'
import {
  CHECKING_ACCOUNT,
  entry,
  type Fields,
  fieldsOf,
  OWNER,
  openFields,
  openItem,
  overlongList,
  type StoredItem,
  storeItems,
  storeOpportunity,
  storeSubmission,
  submissionPlace,
} from './application-records'
import { type Answer, accepted, type Call, problem, refused } from './call'
import { readJson, withoutNulls } from './json'
import { ownerSchema, ownershipProblems } from './ownership-problems'
import { fullRecordId } from './record-ids'
import type { Box } from './sealed'
import { admitWithToken } from './tokens'

const ITEM_LISTS = [
  { list: 'lstContact', as: OWNER },
  { list: 'lstbussCheckAcc', as: CHECKING_ACCOUNT },
] as const

/** The stored application that an update refers to. Its row stays locked until the transaction ends. */
type Stored = OpenOpportunity & { items: StoredItem[] }

type OpportunityRow = typeof sandboxOpportunities.$inferSelect
type OpenOpportunity = Omit<OpportunityRow, 'opportunity' | 'account'> & {
  opportunity: Fields
  account: Fields
}

const openOpportunity = (box: Box, row: OpportunityRow): OpenOpportunity => ({
  ...row,
  opportunity: openFields(box, row.id, row.opportunity),
  account: openFields(box, row.accountId, row.account),
})

/** Interface, "Create or update a sub-merchant application". Applies all of a request or nothing. */
export const admitApplication = admitWithToken(createOrUpdateApplication)

async function createOrUpdateApplication(call: Call): Promise<Answer> {
  const reading = readJson(call.body)
  if (!reading.ok) return refused(400, [problem('JSON_PARSER_ERROR', reading.message)])
  const body = withoutNulls(reading.value)
  const overlong = overlongList(body)
  if (overlong) return refused(400, [problem('LIMIT_EXCEEDED', overlong)])
  const named = namedRecords(body)
  const stored = named.opportunityId && named.accountId ? await findStored(call, named.opportunityId) : null

  const unknown = unknownRecords(named, stored)
  if (unknown.length > 0) return refused(404, unknown)
  if (stored && lockedStageOf(stored.stage)) {
    return refused(400, [
      problem('ENTITY_IS_LOCKED', `An application in stage ${stored.stage} cannot be updated`, ['Opp.Id']),
    ])
  }
  const parsed = wireApplicationSchema.safeParse(withNullsEmptying(reading.value))
  const problems = [
    ...(parsed.error ? wireIssues(parsed.error) : []),
    ...repeatedRecords(named),
    ...contactProblems(body, stored),
    ...accountProblems(body),
  ]
  if (!parsed.success || problems.length > 0) return refused(400, problems)

  const entries = await store(call, parsed.data, stored)
  return accepted(entries)
}

/**
 * A `null` member counts as missing; in an update it clears the stored value (docs/decisions/0020). It stays as an
 * undefined member, so that merging it into the stored fields removes the value.
 */
function withNullsEmptying(body: unknown): unknown {
  const record = (value: unknown): unknown =>
    isRecord(value)
      ? Object.fromEntries(
          Object.entries(value).map(([name, member]) => [name, member === null ? undefined : member]),
        )
      : value
  if (!isRecord(body)) return body
  const lists = ITEM_LISTS.map(({ list }) => [list, body[list]] as const)
  return {
    ...body,
    Opp: record(body.Opp),
    Mer: record(body.Mer),
    ...Object.fromEntries(
      lists
        .filter(([, items]) => items !== undefined)
        .map(([list, items]) => [list, Array.isArray(items) ? items.map(record) : items]),
    ),
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

type NamedItem = { path: string; type: SandboxItemType; id: string }
type NamedRecords = { opportunityId: string | null; accountId: string | null; items: NamedItem[] }

const withId = z.object({ Id: z.unknown().optional() })
const idsSchema = z.object({
  Opp: withId.optional().catch(undefined),
  Mer: withId.optional().catch(undefined),
  lstContact: z.array(withId.catch({ Id: undefined })).catch([]),
  lstbussCheckAcc: z.array(withId.catch({ Id: undefined })).catch([]),
})

/** The well-formed record ids in a body, in full form. The schema reports malformed ones. */
function namedRecords(body: unknown): NamedRecords {
  const ids = idsSchema.safeParse(body).data
  if (!ids) return { opportunityId: null, accountId: null, items: [] }
  const read = (id: unknown) => (isRecordId(id) ? fullRecordId(id) : null)
  return {
    opportunityId: read(ids.Opp?.Id),
    accountId: read(ids.Mer?.Id),
    items: ITEM_LISTS.flatMap(({ list, as }) =>
      ids[list].flatMap(({ Id }, index) => {
        const id = read(Id)
        return id === null ? [] : [{ path: `${list}[${index}].Id`, type: as.type, id }]
      }),
    ),
  }
}

async function findStored({ tx, box }: Call, opportunityId: string): Promise<Stored | null> {
  const [opportunity] = await tx
    .select()
    .from(sandboxOpportunities)
    .where(eq(sandboxOpportunities.id, opportunityId))
    .for('update')
  if (!opportunity) return null
  return { ...openOpportunity(box, opportunity), items: await itemsOf(tx, box, opportunityId) }
}

async function itemsOf(tx: Tx, box: Box, opportunityId: string): Promise<StoredItem[]> {
  const rows = await tx
    .select()
    .from(sandboxItems)
    .where(eq(sandboxItems.opportunityId, opportunityId))
    .orderBy(asc(sandboxItems.position))
  return rows.map((row) => openItem(box, row))
}

/** Ids of records that do not exist or belong to another application. Item ids are checked last. */
function unknownRecords(named: NamedRecords, stored: Stored | null): WireProblem[] {
  const unknown = (path: string) => problem('NOT_FOUND', `${path}: no such record`, [path])
  // A request with only one of the two ids is incomplete, and the schema reports it.
  if (named.opportunityId !== null && named.accountId !== null) {
    if (!stored) return [unknown('Opp.Id')]
    if (stored.accountId !== named.accountId) return [unknown('Mer.Id')]
  } else if (named.opportunityId !== null || named.accountId !== null) return []
  return named.items
    .filter(({ id, type }) => !stored?.items.some((item) => item.id === id && item.type === type))
    .map(({ path }) => unknown(path))
}

function repeatedRecords({ items }: NamedRecords): WireProblem[] {
  return items
    .filter(({ id }, index) => items.findIndex((item) => item.id === id) < index)
    .map(({ path }) => problem('DUPLICATE_VALUE', `${path}: is given to more than one item`, [path]))
}

const contactSchema = ownerSchema.extend({ Id: z.unknown().optional() })
const ownersSchema = z.object({
  Mer: z.object({ Ownership: z.enum(OWNERSHIPS).optional().catch(undefined) }),
  lstContact: z.array(contactSchema).min(1),
})

/**
 * Runs even if the body has other problems, as long as roles and percentages can be read. The rules check the
 * application as it would be after the update: fields left out of the merchant or of a contact with an id keep their
 * values, and so do contacts that are not in the request.
 */
function contactProblems(body: unknown, stored: Stored | null): WireProblem[] {
  const sent = ownersSchema.safeParse(body).data
  if (!sent) return []
  const held = (stored?.items ?? []).filter(({ type }) => type === OWNER.type)
  const idOf = ({ Id }: { Id?: unknown }) => (isRecordId(Id) ? fullRecordId(Id) : null)
  const named = new Set(sent.lstContact.map(idOf))
  const contacts = [
    ...sent.lstContact.map((contact) => ({
      ...held.find(({ id }) => id === idOf(contact))?.fields,
      ...contact,
    })),
    ...held.filter(({ id }) => !named.has(id)).map(({ fields }) => fields),
  ]
  const facts = fromWireOwnership({
    Mer: { Ownership: sent.Mer.Ownership ?? storedOwnership(stored) },
    lstContact: z.array(ownerSchema).parse(contacts),
  })
  return ownershipProblems(facts, { list: 'lstContact', sent: sent.lstContact.length })
}

const accountsSchema = z.object({
  lstbussCheckAcc: z.array(z.object({ DDA_Type__c: z.string().optional() }).catch({})),
})

/** Interface, "Sub-merchant application": several accounts allowed, with different DDA types. */
function accountProblems(body: unknown): WireProblem[] {
  const types =
    accountsSchema.safeParse(body).data?.lstbussCheckAcc.map(({ DDA_Type__c }) => DDA_Type__c) ?? []
  const first = new Map<string, number>()
  return types.flatMap((type, index) => {
    if (type === undefined || !first.has(type)) {
      if (type !== undefined) first.set(type, index)
      return []
    }
    const path = `lstbussCheckAcc[${index}].DDA_Type__c`
    return [problem('DUPLICATE_VALUE', `${path}: is that of lstbussCheckAcc[${first.get(type)}] too`, [path])]
  })
}

/** Maps ownerships that only the alias has to the one here that rules 8 and 9 treat the same. */
const JUDGED_AS: ReadonlyMap<unknown, Ownership> = new Map([
  ['Privately Held Limited Liability Company', 'Limited Liability Company'],
  ['Privately Held Partnership', 'Partnership'],
  ['Publicly Traded Limited Liability Company', 'Publicly Traded Corporation'],
  ['Publicly Traded Partnership', 'Publicly Traded Corporation'],
] satisfies [FullOwnership, Ownership][])

function storedOwnership(stored: Stored | null): Ownership | undefined {
  const kept = stored?.account.Ownership
  return JUDGED_AS.get(kept) ?? OWNERSHIPS.find((ownership) => ownership === kept)
}

/**
 * Stores an accepted request. Entry order: account, contacts, checking accounts, opportunity. An update keeps whatever
 * it does not mention, including the quote and all fields of an application that the alias created.
 */
async function store(call: Call, sent: WireApplication, stored: Stored | null): Promise<WireResultEntry[]> {
  const { opportunityId, accountId } = stored
    ? await updateOpportunity(call, sent, stored)
    : await storeOpportunity(call, 'payfac', sent)
  await storeSubmission(call, opportunityId)
  const items = await storeItems(
    call,
    opportunityId,
    ITEM_LISTS.map(({ list, as }) => ({ as, items: sent[list] ?? [] })),
    stored?.items ?? [],
  )
  const done = stored ? 'updated' : 'created'
  return [
    entry('Account', accountId, null, `Merchant record was ${done}`),
    ...items,
    entry('Opportunity', opportunityId, null, `Options record was ${done}`),
  ]
}

async function updateOpportunity({ tx, now, box }: Call, sent: WireApplication, stored: Stored) {
  await tx
    .update(sandboxOpportunities)
    .set({
      opportunity: box.seal(stored.id, { ...stored.opportunity, ...fieldsOf(sent.Opp) }),
      account: box.seal(stored.accountId, { ...stored.account, ...fieldsOf(sent.Mer) }),
      updatedAt: now,
    })
    .where(eq(sandboxOpportunities.id, stored.id))
  return { opportunityId: stored.id, accountId: stored.accountId }
}

/** Newest first, starting after the id `before` (the last of the previous page). Contains no identities. */
export async function listApplications(
  tx: Tx,
  box: Box,
  { limit, before }: { limit: number; before?: string },
) {
  const { id, createdAt } = sandboxOpportunities
  const last = tx
    .select({ createdAt, id })
    .from(sandboxOpportunities)
    .where(eq(id, before ?? ''))
  const rows = await tx
    .select()
    .from(sandboxOpportunities)
    .where(before === undefined ? undefined : sql`(${createdAt}, ${id}) < ${last}`)
    .orderBy(desc(createdAt), desc(id))
    .limit(limit)
  return rows
    .map((stored) => openOpportunity(box, stored))
    .map((row) => ({
      id: row.id,
      accountId: row.accountId,
      kind: row.kind,
      stage: row.stage,
      name: textOf(row.account.Name),
      legalName: textOf(row.account.Legal_Name__c),
      createdAt: row.createdAt.toISOString(),
      updatedAt: row.updatedAt.toISOString(),
    }))
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** Everything stored about an application, in the partner's names, for `GET control/opportunities/{id}`. */
export async function readApplication(tx: Tx, box: Box, id: string) {
  const [stored] = await tx
    .select()
    .from(sandboxOpportunities)
    .where(eq(sandboxOpportunities.id, fullRecordId(id)))
  if (!stored) return null
  const row = openOpportunity(box, stored)
  const items = await itemsOf(tx, box, row.id)
  const listOf = (type: SandboxItemType) =>
    items.filter((item) => item.type === type).map((item) => ({ Id: item.id, ...item.fields }))
  const [quote] = listOf('Quote')
  const submissions = await tx
    .select({ body: sandboxSubmissions.body })
    .from(sandboxSubmissions)
    .where(eq(sandboxSubmissions.opportunityId, row.id))
    .orderBy(asc(sandboxSubmissions.id))
  return {
    id: row.id,
    accountId: row.accountId,
    ...(quote && { quoteId: quote.Id }),
    kind: row.kind,
    stage: row.stage,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    Opp: { Id: row.id, ...row.opportunity },
    Mer: { Id: row.accountId, ...row.account },
    [row.kind === 'alias' ? 'lstBens' : 'lstContact']: listOf('Contact'),
    lstbussCheckAcc: listOf('Business_Checking_Account__c'),
    ...(quote && { Quote: quote, Lstqli: listOf('QuoteLineItem') }),
    /** The request bodies as received, oldest first. */
    received: submissions.map(({ body }): unknown =>
      JSON.parse(String(box.open(submissionPlace(row.id), body))),
    ),
  }
}
