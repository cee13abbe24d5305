import type { FullOwnership } from '@/lib/domain/application/full-sections'
import type { Ownership } from '@/lib/domain/application/sections'
import { parseDecimal } from '@/lib/domain/values/decimal'
import type { DocumentCategory } from './document-kinds'

export type WantedDocument = { category: DocumentCategory; why: string }

/** What decides the plan: cleaned values, null where they are not known yet. */
export type DocumentPlanFacts = {
  /** As either endpoint calls it. */
  ownership: string | null
  /** US dollars, canonical decimal text. */
  highMonthlyVolume: string | null
  everCancelled: boolean | null
}

const dollars = (amount: number) => BigInt(amount) * 1_000_000n
const BANK_STATEMENT_FROM = dollars(50_000)
const PROCESSING_STATEMENT_FROM = dollars(100_000)

type Papers = {
  /** Whose photo ID; null where owners and officers are public record, and nobody is asked for one. */
  identity: string | null
  /** What proves that the entity exists; null where nothing has to. */
  formation: string | null
}

const PROPRIETOR: Papers = {
  identity: 'A government-issued photo ID of the proprietor.',
  formation: null,
}
const PRINCIPALS = 'A government-issued photo ID of each principal and of the Control Prong.'
const PARTNERSHIP: Papers = {
  identity: PRINCIPALS,
  formation: 'A partnership agreement shows who owns and runs the partnership.',
}
const COMPANY: Papers = {
  identity: PRINCIPALS,
  formation: 'Articles of organization show that the company exists and who runs it.',
}
const CORPORATION: Papers = {
  identity: PRINCIPALS,
  formation: 'Articles of incorporation show that the corporation exists and who runs it.',
}
const TAX_EXEMPT: Papers = {
  identity: 'A government-issued photo ID of the Control Prong.',
  formation: 'The IRS determination letter shows that the organization is tax exempt.',
}
const PUBLIC: Papers = { identity: null, formation: null }

/** By every name that an ownership has at either endpoint: one that is added there must be decided here. */
const PAPERS: Readonly<Record<Ownership | FullOwnership, Papers>> = {
  'Sole Proprietorship': PROPRIETOR,
  Partnership: PARTNERSHIP,
  'Privately Held Partnership': PARTNERSHIP,
  'Limited Liability Company': COMPANY,
  'Privately Held Limited Liability Company': COMPANY,
  'Privately Held Corporation': CORPORATION,
  'Tax Exempt': TAX_EXEMPT,
  Government: PUBLIC,
  'Publicly Traded Corporation': PUBLIC,
  'Publicly Traded Limited Liability Company': PUBLIC,
  'Publicly Traded Partnership': PUBLIC,
  'Financial Institution': PUBLIC,
}
const PAPERS_BY_NAME: ReadonlyMap<string, Papers> = new Map(Object.entries(PAPERS))

/** The documents that our own policy asks for, most important first. The partner requires none. */
export function documentPlan({
  ownership,
  highMonthlyVolume,
  everCancelled,
}: DocumentPlanFacts): WantedDocument[] {
  const papers = ownership === null ? undefined : PAPERS_BY_NAME.get(ownership)
  const volume = highMonthlyVolume === null ? null : parseDecimal(highMonthlyVolume)
  const plan: WantedDocument[] = [
    { category: 'voided-check', why: 'Shows that the bank account belongs to the merchant.' },
  ]
  if (papers?.identity) plan.push({ category: 'identity', why: papers.identity })
  if (papers?.formation) plan.push({ category: 'formation-papers', why: papers.formation })
  if (volume !== null && volume >= BANK_STATEMENT_FROM) {
    plan.push({
      category: 'bank-statement',
      why: 'From $50,000 a month: the last three bank statements show that the business can carry refunds.',
    })
  }
  if (everCancelled === true) {
    plan.push({
      category: 'processing-statement',
      why: 'A merchant account was cancelled before: the last three processing statements show how it was used.',
    })
  } else if (volume !== null && volume >= PROCESSING_STATEMENT_FROM) {
    plan.push({
      category: 'processing-statement',
      why: 'From $100,000 a month: the last three processing statements show volume, refunds and chargebacks.',
    })
  }
  return plan
}
