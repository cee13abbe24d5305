import { CONTROL_PRONG, PRINCIPAL } from '@/lib/domain/application/contact-roles'
import { blankFullDraft } from '@/lib/domain/application/full-blank'
import type { FullDraft, LineItemDraft } from '@/lib/domain/application/full-sections'
import type { ApplicationKind } from '@/lib/domain/application/kind'
import { FULL_SECTION_NAMES } from '@/lib/domain/application/section-names'
import { createApplication, saveSection } from '@/lib/server/applications/mutations'
import type { Ctx } from '@/lib/server/services'
import { submittableDraft } from './applications-at-partner'
import { canaryDraft } from './canary-draft'
import { exampleAccount, exampleContact } from './example-draft'
import { exampleFullDraft } from './example-full-draft'
import { seedApplicationDraft } from './test-desk'

/** For tests of full applications with pricing, the kind that goes to the alias. */

/** What a test says of a draft; every other value is the draft's own. */
export type FullChanges = {
  merchant?: Partial<FullDraft['merchant']>
  contacts?: FullDraft['contacts']['items']
  accounts?: FullDraft['accounts']['items']
  options?: Partial<FullDraft['options']>
  pricing?: LineItemDraft[]
}

const changed = (draft: FullDraft, changes: FullChanges): FullDraft => ({
  merchant: { ...draft.merchant, ...changes.merchant },
  contacts: { ...draft.contacts, items: changes.contacts ?? draft.contacts.items },
  accounts: { items: changes.accounts ?? draft.accounts.items },
  options: { ...draft.options, ...changes.options },
  pricing: { items: changes.pricing ?? draft.pricing.items },
})

export const lineItem = (id: string, changes: Partial<LineItemDraft> = {}): LineItemDraft => ({
  id,
  kind: 'Fee',
  name: 'Monthly fee',
  members: [{ name: 'Monthly_Fee__c', value: '19.95' }],
  ...changes,
})

/** The least that can be submitted: nothing to object to, not even a warning, on any day from 2026 on. */
export function plainFullDraft(changes: FullChanges = {}): FullDraft {
  const blank = blankFullDraft()
  const plain: FullDraft = {
    merchant: {
      ...blank.merchant,
      legalName: 'Blue Heron Books LLC',
      dbaName: 'Blue Heron Books',
      taxId: '12-3456789',
      ownership: 'Privately Held Limited Liability Company',
      billingStreet: '400 Front Street',
      billingCity: 'Columbus',
      billingState: 'OH',
      billingPostalCode: '43215',
      phone: '(614) 555-0123',
      email: 'office@blue-heron.example',
    },
    contacts: {
      items: [exampleContact('owner-1', { roles: [PRINCIPAL, CONTROL_PRONG], percentageOwned: '100' })],
      nobodyOwns25: false,
    },
    accounts: { items: [exampleAccount('account-1')] },
    options: {
      ...blank.options,
      highMonthlyVolume: '40,000',
      cardVolume: '32000',
      averageTicket: '42.50',
      highTicket: '600',
    },
    pricing: { items: [] },
  }
  return changed(plain, changes)
}

/** Every field filled in, two owners, two accounts and two line items, and a new desk would let it go. */
export function submittableFullDraft(changes: FullChanges = {}): FullDraft {
  const draft = exampleFullDraft()
  const accounts = [...draft.accounts.items, exampleAccount('account-2', { ddaType: 'Fees' })]
  return changed(
    {
      ...draft,
      accounts: {
        items: accounts.map((item, index) => (index === 0 ? { ...item, ddaType: 'Deposit' } : item)),
      },
    },
    changes,
  )
}

/** A complete full application whose identity values are the canaries. */
export function canaryFullDraft(): FullDraft {
  const { merchant, contacts, accounts } = canaryDraft()
  return {
    ...plainFullDraft({ merchant: { taxId: merchant.taxId }, pricing: [lineItem('line-1')] }),
    contacts,
    accounts,
  }
}

/** A stored full application with this draft, every section saved once. */
export async function seedFullApplication(
  ctx: Ctx,
  draft: FullDraft = submittableFullDraft(),
): Promise<string> {
  const { id } = await createApplication(ctx, { kind: 'full' })
  for (const section of FULL_SECTION_NAMES) {
    const saved = await saveSection(ctx, { applicationId: id, section, baseVersion: 0, data: draft[section] })
    if (!saved.ok) throw new Error(`The section ${section} was not saved.`)
  }
  return id
}

/** A stored application of that kind, complete, with these identities where they matter. */
export const seedOfKind = (
  ctx: Ctx,
  kind: ApplicationKind,
  identities: 'invented' | 'canaries' = 'invented',
): Promise<string> =>
  kind === 'full'
    ? seedFullApplication(ctx, identities === 'canaries' ? canaryFullDraft() : submittableFullDraft())
    : seedApplicationDraft(ctx, identities === 'canaries' ? canaryDraft() : submittableDraft())
