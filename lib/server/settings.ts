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
import { dayRules } from '@/lib/domain/settings/day-rules'
import type { Setting, SettingOf } from '@/lib/domain/settings/define-setting'
import { fundingRules } from '@/lib/domain/settings/funding-rules'
import { signInRules } from '@/lib/domain/settings/sign-in-rules'
import { underwritingRules } from '@/lib/domain/settings/underwriting-rules'
import { MAX_VALUE_LENGTH, withNamedRoles } from '@/lib/domain/settings/value-lists'
import { workRules } from '@/lib/domain/settings/work-rules'
import type { SettingsInUse } from './settings-in-use'

/** One row each: what is decided together is kept together. */
export async function getSetting(db: DbOrTx, key: string): Promise<unknown> {
  const [row] = await db.select().from(settings).where(eq(settings.key, key))
  return row?.value
}

export async function storeSetting(tx: DbOrTx, key: string, value: unknown): Promise<void> {
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

/** What a process keeps at hand (settings-in-use.ts). */
export async function loadSettingsInUse(db: DbOrTx): Promise<SettingsInUse> {
  return { lists: await loadLists(db), days: await loadDayRules(db) }
}

/** What counts now of a setting that is one form. */
export const readSetting = async <S extends Pick<Setting, 'key' | 'read'>>(
  db: DbOrTx,
  setting: S,
): Promise<SettingOf<S>> => setting.read(await getSetting(db, setting.key)) as SettingOf<S>

export const loadDayRules = (db: DbOrTx) => readSetting(db, dayRules)
export const loadSignInRules = (db: DbOrTx) => readSetting(db, signInRules)
export const loadRules = (db: DbOrTx) => readSetting(db, workRules)
export const loadUnderwritingRules = (db: DbOrTx) => readSetting(db, underwritingRules)
export const loadFundingRules = (db: DbOrTx) => readSetting(db, fundingRules)

/** A setting as a column of another statement, for where one of its own would be a round trip more. */
export const settingColumn = ({ key }: Pick<Setting, 'key'>) =>
  sql<unknown>`(select ${settings.value} from ${settings} where ${settings.key} = ${key})`

/** Solutions, then fees, then equipment, each by name. Until an admin changes one, a few to begin with. */
export async function loadLineItemTemplates(db: DbOrTx): Promise<LineItemTemplate[]> {
  const kept = await getSetting(db, 'line-item-templates')
  return sortTemplates(kept === undefined ? FIRST_TEMPLATES : z.array(lineItemTemplateSchema).parse(kept))
}
