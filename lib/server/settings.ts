import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { DbOrTx } from '@/lib/db/client'
import { settings } from '@/lib/db/schema/desk'
import type { SettingsLists } from '@/lib/domain/application/field'
import {
  FIRST_TEMPLATES,
  type LineItemTemplate,
  lineItemTemplateSchema,
  sortTemplates,
} from '@/lib/domain/application/line-item-template'
import { DEFAULT_MODES } from '@/lib/domain/application/underwriting-mode'
import { type FundingRules, UNLOGGED_RULES } from '@/lib/domain/settings/funding-rules'
import { MAX_VALUE_LENGTH, withNamedRoles } from '@/lib/domain/settings/value-lists'

/** One row each: what is decided together is kept together. */
type SettingKey = 'lists' | 'rules' | 'underwriting' | 'funding' | 'line-item-templates' | 'card-number-sweep'

export async function getSetting(db: DbOrTx, key: SettingKey): Promise<unknown> {
  const [row] = await db.select().from(settings).where(eq(settings.key, key))
  return row?.value
}

export async function storeSetting(tx: DbOrTx, key: SettingKey, value: unknown): Promise<void> {
  await tx
    .insert(settings)
    .values({ key, value })
    .onConflictDoUpdate({ target: settings.key, set: { value } })
}

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

const list = z.array(z.string().min(1).max(MAX_VALUE_LENGTH))
const listsSchema = z
  .object({
    roles: list,
    ddaTypes: list,
    locationTypes: list,
    industries: list,
    sponsorBanks: list,
  })
  .partial()

export async function loadLists(db: DbOrTx): Promise<SettingsLists> {
  const lists = { ...DEFAULT_LISTS, ...listsSchema.parse((await getSetting(db, 'lists')) ?? {}) }
  return { ...lists, roles: withNamedRoles(lists.roles) }
}

/** What an admin decides about how people work here. */
export const rulesSchema = z.object({
  /** Sending the identical request of an unknown outcome again takes two people. */
  resendNeedsSecondPerson: z.boolean().default(false),
})
export type Rules = z.output<typeof rulesSchema>

export async function loadRules(db: DbOrTx): Promise<Rules> {
  return rulesSchema.parse((await getSetting(db, 'rules')) ?? {})
}

/** How our own underwriters work. */
export const underwritingRulesSchema = z.object({
  /** Whether they look at what the partner underwrites. */
  precheck: z.enum(['off', 'optional', 'required']).default('off'),
  /** Who underwrites a new application. Where it is decided here, only an underwriter changes it on one. */
  defaultMode: z.enum(DEFAULT_MODES).default('ask'),
  /** Dollars a month, as decimal text, above which two of them decide; null: one decides whatever it is. */
  fourEyesAbove: z.string().nullable().default('100000'),
  /** How long an application may be with them before it is overdue. */
  hoursAllowed: z.number().int().min(1).max(1_000).default(48),
})
export type UnderwritingRules = z.output<typeof underwritingRulesSchema>

const toUnderwritingRules = (value: unknown): UnderwritingRules => underwritingRulesSchema.parse(value ?? {})

export async function loadUnderwritingRules(db: DbOrTx): Promise<UnderwritingRules> {
  return toUnderwritingRules(await getSetting(db, 'underwriting'))
}

/** The same as a column of another statement, for where one of its own would be a round trip more. */
export const underwritingRules = {
  column: sql<unknown>`(select ${settings.value} from ${settings} where ${settings.key} = ${'underwriting' satisfies SettingKey})`,
  read: toUnderwritingRules,
}

/** When a batch of funding amounts needs a second approver, and what its amounts may be. */
export const fundingRulesSchema = z.object({
  /** Dollars, as decimal text; null: never. */
  secondAboveAmount: z.string().nullable().default('50000'),
  secondAboveTransactions: z.number().int().min(0).nullable().default(1_000),
  secondAboveMakerDay: z.string().nullable().default('100000'),
  secondAboveMerchantDay: z.string().nullable().default(null),
  overSale: z.boolean().default(false),
  unlogged: z.enum(UNLOGGED_RULES).default('allowed'),
})

export async function loadFundingRules(db: DbOrTx): Promise<FundingRules> {
  return fundingRulesSchema.parse((await getSetting(db, 'funding')) ?? {})
}

/** Solutions, then fees, then equipment, each by name. Until an admin changes one, a few to begin with. */
export async function loadLineItemTemplates(db: DbOrTx): Promise<LineItemTemplate[]> {
  const kept = await getSetting(db, 'line-item-templates')
  return sortTemplates(kept === undefined ? FIRST_TEMPLATES : z.array(lineItemTemplateSchema).parse(kept))
}
