import { z } from 'zod'
import { sandboxItems } from '@/lib/db/schema/sandbox'
import { FULL_OWNERSHIPS } from '@/lib/domain/application/full-sections'
import { fromWireFullOwnership } from '@/lib/partner/mapping/full-application'
import { type WireFullApplication, wireFullApplicationSchema } from '@/lib/partner/wire/full-application'
import { type WireProblem, wireIssues } from '@/lib/partner/wire/problem'
import type { WireResultEntry } from '@/lib/partner/wire/result-entry'
import {
  CHECKING_ACCOUNT,
  entry,
  LINE_ITEM,
  OWNER,
  overlongList,
  storeItems,
  storeOpportunity,
  storeSubmission,
} from './application-records'
import { type Answer, accepted, type Call, problem, refused } from './call'
import { readJson, withoutNulls } from './json'
import { ownerSchema, ownershipProblems } from './ownership-problems'
import { newRecordId } from './record-ids'
import { admitWithToken } from './tokens'

/** Interface, "Create application (alias)": response 400 is an object with an errors array. */
const problemObject = (problems: WireProblem[]) => ({ errors: problems })

/** The same, for a problem with the whole request. */
export const aliasProblem = (errorCode: string, message: string) =>
  problemObject([problem(errorCode, message)])

/** Interface, "Create application (alias)". Creates all records of a request or none. */
export const admitFullApplication = admitWithToken(createFullApplication, aliasProblem)

async function createFullApplication(call: Call): Promise<Answer> {
  const reading = readJson(call.body)
  if (!reading.ok) return refused(400, aliasProblem('JSON_PARSER_ERROR', reading.message))
  const body = withoutNulls(reading.value)
  const overlong = overlongList(body)
  if (overlong) return refused(400, aliasProblem('LIMIT_EXCEEDED', overlong))
  const parsed = wireFullApplicationSchema.safeParse(body)
  const problems = [...(parsed.error ? wireIssues(parsed.error) : []), ...ownerProblems(body)]
  if (!parsed.success || problems.length > 0) return refused(400, problemObject(problems))
  return accepted(await store(call, parsed.data))
}

const ownersSchema = z.object({
  Mer: z.object({ Ownership: z.enum(FULL_OWNERSHIPS).optional().catch(undefined) }).catch({}),
  lstBens: z.array(ownerSchema).default([]),
})

/** Runs even if the body has other problems, as long as roles and percentages can be read. */
function ownerProblems(body: unknown): WireProblem[] {
  const sent = ownersSchema.safeParse(body).data
  return sent
    ? ownershipProblems(fromWireFullOwnership(sent), { list: 'lstBens', sent: sent.lstBens.length })
    : []
}

/** Owners and line items are undocumented, so an id there is ignored: this endpoint only creates. */
function withoutId<Item extends Record<string, unknown>>(item: Item): Item {
  const { Id: _, ...fields } = item
  return fields as Item
}

/**
 * Stores an accepted application, and always a quote, even without line items. Entry order: account, owners, checking
 * accounts, opportunity, quote, line items.
 */
async function store(call: Call, sent: WireFullApplication): Promise<WireResultEntry[]> {
  const { opportunityId, accountId } = await storeOpportunity(call, 'alias', sent)
  await storeSubmission(call, opportunityId)
  const quoteId = newRecordId('quote')
  await call.tx
    .insert(sandboxItems)
    .values({ id: quoteId, opportunityId, type: 'Quote', fields: call.box.seal(quoteId, {}) })
  const items = await storeItems(
    call,
    opportunityId,
    [
      { as: OWNER, items: (sent.lstBens ?? []).map(withoutId) },
      { as: CHECKING_ACCOUNT, items: sent.lstbussCheckAcc ?? [] },
      { as: LINE_ITEM, items: (sent.Lstqli ?? []).map(withoutId) },
    ],
    [],
  )
  const isLineItem = ({ ObjectType }: WireResultEntry) => ObjectType === LINE_ITEM.objectType
  return [
    entry('Account', accountId, null, 'Merchant record was created'),
    ...items.filter((item) => !isLineItem(item)),
    entry('Opportunity', opportunityId, null, 'Options record was created'),
    entry('Quote', quoteId, null, 'Quote record was created'),
    ...items.filter(isLineItem),
  ]
}
