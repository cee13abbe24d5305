import { asc, desc, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Tx } from '@/lib/db/client'
import {
  type SandboxItemType,
  sandboxItems,
  sandboxOpportunities,
  sandboxSubmissions,
} from '@/lib/db/schema/sandbox'
import { checkOwnership } from '@/lib/domain/application/ownership'
import { OWNERSHIPS } from '@/lib/domain/application/sections'
import { decimalFromNumber } from '@/lib/domain/values/decimal'
import { isBlocking } from '@/lib/domain/values/violation'
import { fromWireOwnership } from '@/lib/partner/mapping/application'
import { toWirePath } from '@/lib/partner/mapping/paths'
import { type WireApplication, wireApplicationSchema } from '@/lib/partner/wire/application'
import { type WireProblem, wireIssues } from '@/lib/partner/wire/problem'
import { isRecordId } from '@/lib/partner/wire/record-id'
import type { WireResultEntry } from '@/lib/partner/wire/result-entry'
import { type Answer, accepted, type Call, problem, refused } from './call'
import { readJson } from './json'
import { fullRecordId, newRecordId, type RecordKind } from './record-ids'
import { admitWithToken } from './tokens'

/** The interface names no first stage; any that is not locked will do. */
const FIRST_STAGE = 'Application Received'

/** Interface, "States and transitions" and rule 13: an update in either stage is refused. */
const LOCKED_STAGES = ['Pending Underwriting', 'Closed Won']

type Fields = Record<string, unknown>

const ITEM_LISTS = [
  {
    list: 'lstContact',
    type: 'Contact',
    kind: 'contact',
    objectType: 'Contact',
    noun: 'Owner',
  },
  {
    list: 'lstbussCheckAcc',
    type: 'Business_Checking_Account__c',
    kind: 'checkingAccount',
    objectType: 'Business Checking Account',
    noun: 'Checking account',
  },
] as const satisfies {
  list: string
  type: SandboxItemType
  kind: RecordKind
  objectType: WireResultEntry['objectType']
  noun: string
}[]

/** What the sandbox holds of the application that an update names; its row stays locked to the end. */
type Stored = typeof sandboxOpportunities.$inferSelect & {
  items: (typeof sandboxItems.$inferSelect)[]
}

/** Interface, "Create or update a sub-merchant application". All of a request is applied, or nothing. */
export const admitApplication = admitWithToken(createOrUpdateApplication)

async function createOrUpdateApplication(call: Call): Promise<Answer> {
  const reading = readJson(call.body)
  if (!reading.ok) return refused(400, [problem('JSON_PARSER_ERROR', reading.message)])
  const named = namedRecords(reading.value)
  const stored =
    named.opportunityId && named.accountId ? await findStored(call.tx, named.opportunityId) : null

  const unknown = unknownRecords(named, stored)
  if (unknown.length > 0) return refused(404, unknown)
  if (stored && LOCKED_STAGES.includes(stored.stage)) {
    return refused(400, [
      problem('ENTITY_IS_LOCKED', `An application in stage ${stored.stage} cannot be updated`, ['Opp.Id']),
    ])
  }
  const parsed = wireApplicationSchema.safeParse(reading.value)
  const problems = [
    ...(parsed.error ? wireIssues(parsed.error) : []),
    ...repeatedRecords(named),
    ...ownershipProblems(reading.value, stored),
  ]
  if (!parsed.success || problems.length > 0) return refused(400, problems)

  const entries = await store(call, parsed.data, stored)
  return accepted(entries)
}

type NamedItem = { path: string; type: SandboxItemType; id: string }
type NamedRecords = { opportunityId: string | null; accountId: string | null; items: NamedItem[] }

const withId = z.object({ Id: z.unknown().optional() })
const idsSchema = z.object({
  Opp: withId.optional().catch(undefined),
  Mer: withId.optional().catch(undefined),
  lstContact: z.array(withId.catch({ Id: undefined })).catch([]),
  lstbussCheckAcc: z.array(withId.catch({ Id: undefined })).catch([]),
})

/** The record ids in a body, in full form, as far as they are well formed; the schema reports the others. */
function namedRecords(body: unknown): NamedRecords {
  const ids = idsSchema.safeParse(body).data
  if (!ids) return { opportunityId: null, accountId: null, items: [] }
  const read = (id: unknown) => (isRecordId(id) ? fullRecordId(id) : null)
  return {
    opportunityId: read(ids.Opp?.Id),
    accountId: read(ids.Mer?.Id),
    items: ITEM_LISTS.flatMap(({ list, type }) =>
      ids[list].flatMap(({ Id }, index) => {
        const id = read(Id)
        return id === null ? [] : [{ path: `${list}[${index}].Id`, type, id }]
      }),
    ),
  }
}

async function findStored(tx: Tx, opportunityId: string): Promise<Stored | null> {
  const [opportunity] = await tx
    .select()
    .from(sandboxOpportunities)
    .where(eq(sandboxOpportunities.id, opportunityId))
    .for('update')
  if (!opportunity) return null
  return { ...opportunity, items: await itemsOf(tx, opportunityId) }
}

const itemsOf = (tx: Tx, opportunityId: string) =>
  tx
    .select()
    .from(sandboxItems)
    .where(eq(sandboxItems.opportunityId, opportunityId))
    .orderBy(asc(sandboxItems.position))

/** A record that is not there, or belongs to another application, is unknown. An item's id is judged last. */
function unknownRecords(named: NamedRecords, stored: Stored | null): WireProblem[] {
  const unknown = (path: string) => problem('NOT_FOUND', `${path}: no such record`, [path])
  // With one of the two ids alone the request is incomplete: the schema says so.
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

const ownerSchema = z.object({
  Id: z.unknown().optional(),
  Contact_Role__c: z.string().optional(),
  Percentage_Owned__c: z.number().optional(),
})
const ownersSchema = z.object({
  Mer: z.object({ Ownership: z.enum(OWNERSHIPS).optional().catch(undefined) }),
  lstContact: z.array(ownerSchema).min(1),
})

/**
 * Rules 1 to 9, by the same functions that judge in the desk, also beside other problems of the body, as
 * long as roles and percentages can be read. They judge the contacts of this request, which carries the
 * whole list; what it leaves out of the merchant or of a contact with an id is as it was.
 */
function ownershipProblems(body: unknown, stored: Stored | null): WireProblem[] {
  const sent = ownersSchema.safeParse(body).data
  if (!sent) return []
  const ownership = sent.Mer.Ownership ?? ownersSchema.shape.Mer.parse(stored?.account ?? {}).Ownership
  const owners = sent.lstContact.map((owner) => {
    const kept = stored?.items.find((item) => isRecordId(owner.Id) && item.id === fullRecordId(owner.Id))
    return ownerSchema.parse({ ...kept?.fields, ...owner })
  })
  const violations = checkOwnership(
    fromWireOwnership({
      Opp: { attributes: { type: 'Opportunity' } },
      Mer: { attributes: { type: 'Account' }, Ownership: ownership },
      lstContact: owners.map(({ Contact_Role__c, Percentage_Owned__c }) => ({
        attributes: { type: 'Contact' },
        Contact_Role__c,
        Percentage_Owned__c,
      })),
    }),
  )
  return [
    ...violations
      .filter(isBlocking)
      .map(({ path, message, rule }) =>
        problem('FIELD_CUSTOM_VALIDATION_EXCEPTION', `Rule ${rule}: ${message}`, [
          toWirePath(path) ?? 'lstContact',
        ]),
      ),
    ...owners.flatMap(({ Percentage_Owned__c: owned }, index) => {
      // The rules count in millionths: what they could not count must not slip past them.
      if (owned === undefined || decimalFromNumber(owned) !== null) return []
      const path = `lstContact[${index}].Percentage_Owned__c`
      return [problem('NUMBER_OUTSIDE_VALID_RANGE', `${path}: has too many digits`, [path])]
    }),
  ]
}

/** Writes what was accepted. The entries stand in the order account, contacts, checking accounts, opportunity. */
async function store(call: Call, sent: WireApplication, stored: Stored | null): Promise<WireResultEntry[]> {
  const { tx, now } = call
  const opportunity = { ...stored?.opportunity, ...fieldsOf(sent.Opp) }
  const account = { ...stored?.account, ...fieldsOf(sent.Mer) }
  const opportunityId = stored?.id ?? newRecordId('opportunity')
  const accountId = stored?.accountId ?? newRecordId('account')
  if (stored) {
    await tx
      .update(sandboxOpportunities)
      .set({ opportunity, account, updatedAt: now })
      .where(eq(sandboxOpportunities.id, opportunityId))
  } else {
    await tx.insert(sandboxOpportunities).values({
      id: opportunityId,
      accountId,
      stage: FIRST_STAGE,
      opportunity,
      account,
      createdAt: now,
      updatedAt: now,
    })
  }
  await tx.insert(sandboxSubmissions).values({ opportunityId, body: Buffer.from(call.body).toString('utf8') })
  const items = await storeItems(call, sent, opportunityId, stored)
  const done = stored ? 'updated' : 'created'
  return [
    entry('Account', accountId, null, `Merchant record was ${done}`),
    ...items,
    entry('Opportunity', opportunityId, null, `Options record was ${done}`),
  ]
}

/** An item with an id changes that record, one without makes a new one. */
async function storeItems(
  { tx, someFail }: Call,
  sent: WireApplication,
  opportunityId: string,
  stored: Stored | null,
): Promise<WireResultEntry[]> {
  const entries: WireResultEntry[] = []
  const created: (typeof sandboxItems.$inferInsert)[] = []
  for (const { list, type, kind, objectType, noun } of ITEM_LISTS) {
    for (const item of sent[list] ?? []) {
      const sourceId = item.SourceId ?? null
      if (someFail && entries.length % 2 === 0) {
        const message = `${noun} record failed: caused through the sandbox controls`
        entries.push({ ...entry(objectType, item.Id ?? '', sourceId, message), Success: false })
        continue
      }
      const id = item.Id === undefined ? newRecordId(kind) : fullRecordId(item.Id)
      const kept = stored?.items.find((record) => record.id === id)
      const fields = { ...kept?.fields, ...fieldsOf(item) }
      if (kept) await tx.update(sandboxItems).set({ fields }).where(eq(sandboxItems.id, id))
      else created.push({ id, opportunityId, type, fields })
      entries.push(entry(objectType, id, sourceId, `${noun} record was ${kept ? 'updated' : 'created'}`))
    }
  }
  if (created.length > 0) await tx.insert(sandboxItems).values(created)
  return entries
}

const entry = (
  ObjectType: WireResultEntry['ObjectType'],
  SFId: string,
  SourceId: string | null,
  Message: string,
): WireResultEntry => ({ Success: true, SourceId, SFId, ObjectType, Message })

/** What is kept of an object: all but its type and its id, which the row has. */
function fieldsOf({ attributes, Id, ...fields }: Fields): Fields {
  return fields
}

/** The newest first, after the id `before` of the last page. Identities are not in it. */
export async function listApplications(tx: Tx, { limit, before }: { limit: number; before?: string }) {
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
  return rows.map((row) => ({
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

/** All that is held of an application, in the partner's names, for `GET control/opportunities/{id}`. */
export async function readApplication(tx: Tx, id: string) {
  const [row] = await tx
    .select()
    .from(sandboxOpportunities)
    .where(eq(sandboxOpportunities.id, fullRecordId(id)))
  if (!row) return null
  const items = await itemsOf(tx, row.id)
  const listOf = (type: SandboxItemType) =>
    items.filter((item) => item.type === type).map((item) => ({ Id: item.id, ...item.fields }))
  const submissions = await tx
    .select({ body: sandboxSubmissions.body })
    .from(sandboxSubmissions)
    .where(eq(sandboxSubmissions.opportunityId, row.id))
    .orderBy(asc(sandboxSubmissions.id))
  return {
    id: row.id,
    accountId: row.accountId,
    stage: row.stage,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    Opp: { Id: row.id, ...row.opportunity },
    Mer: { Id: row.accountId, ...row.account },
    lstContact: listOf('Contact'),
    lstbussCheckAcc: listOf('Business_Checking_Account__c'),
    /** Each body as it was received, oldest first. */
    received: submissions.map(({ body }): unknown => JSON.parse(body)),
  }
}
