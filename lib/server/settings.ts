import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Db, DbOrTx } from '@/lib/db/client'
import { settings } from '@/lib/db/schema/desk'
import type { SettingsLists } from '@/lib/domain/application/field'

/** What the interface does not show starts with these; an admin's list, once kept, replaces them. */
const DEFAULT_LISTS: SettingsLists = {
  roles: ['Principal', 'Control Prong', 'Authorized Signer', 'Primary Contact'],
  ddaTypes: ['Deposit', 'Fees', 'Chargebacks'],
  locationTypes: ['Retail Storefront', 'Business Office', 'Private Residence', 'Ecommerce', 'Bank', 'Other'],
  industries: [
    'Retail',
    'Restaurant',
    'Lodging',
    'Supermarket',
    'Ecommerce',
    'Professional Services',
    'Other',
  ],
  sponsorBanks: ['Sponsor Bank One', 'Sponsor Bank Two', 'Sponsor Bank Three'],
}

const list = z.array(z.string().min(1).max(255))
const listsSchema = z
  .object({
    roles: list,
    ddaTypes: list,
    locationTypes: list,
    industries: list,
    sponsorBanks: list,
  })
  .partial()

/** What an admin decides about how people work here. */
const rulesSchema = z.object({
  /** Sending the identical request of an unknown outcome again takes two people. */
  resendNeedsSecondPerson: z.boolean().default(false),
})
export type Rules = z.output<typeof rulesSchema>

export async function loadRules(db: DbOrTx): Promise<Rules> {
  const [row] = await db.select().from(settings).where(eq(settings.key, 'rules'))
  return rulesSchema.parse(row?.value ?? {})
}

export async function loadLists(db: Db): Promise<SettingsLists> {
  const [row] = await db.select().from(settings).where(eq(settings.key, 'lists'))
  return { ...DEFAULT_LISTS, ...(row ? listsSchema.parse(row.value) : {}) }
}
