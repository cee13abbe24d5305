import { parseDecimal } from '@/lib/domain/values/decimal'
import type { DocumentCategory } from './document-kinds'

export type WantedDocument = { category: DocumentCategory; why: string }

/** What decides the plan: cleaned values, null where they are not known yet. */
export type DocumentPlanFacts = {
  ownership: string | null
  /** US dollars, canonical decimal text. */
  highMonthlyVolume: string | null
  everCancelled: boolean | null
}

const dollars = (amount: number) => BigInt(amount) * 1_000_000n
const BANK_STATEMENT_FROM = dollars(50_000)
const PROCESSING_STATEMENT_FROM = dollars(100_000)

/** Papers that prove the entity, for each ownership that has some. */
const FORMATION_PAPERS: Readonly<Record<string, string>> = {
  Partnership: 'A partnership agreement shows who owns and runs the partnership.',
  'Limited Liability Company': 'Articles of organization show that the company exists and who runs it.',
  'Privately Held Corporation': 'Articles of incorporation show that the corporation exists and who runs it.',
  'Tax Exempt': 'The IRS determination letter shows that the organization is tax exempt.',
}

/** Owners and officers of these are public record; nobody is asked for an identity document. */
const NO_IDENTITY: readonly string[] = ['Government', 'Publicly Traded Corporation', 'Financial Institution']

/** The documents that our own policy asks for, most important first. The partner requires none. */
export function documentPlan(facts: DocumentPlanFacts): WantedDocument[] {
  const { ownership, everCancelled } = facts
  const volume = facts.highMonthlyVolume === null ? null : parseDecimal(facts.highMonthlyVolume)
  const plan: WantedDocument[] = [
    { category: 'voided-check', why: 'Shows that the bank account belongs to the merchant.' },
  ]
  if (ownership !== null && !NO_IDENTITY.includes(ownership)) {
    plan.push({
      category: 'identity',
      why:
        ownership === 'Sole Proprietorship'
          ? 'A government-issued photo ID of the proprietor.'
          : 'A government-issued photo ID of each principal and of the Control Prong.',
    })
  }
  const papers = ownership === null ? undefined : FORMATION_PAPERS[ownership]
  if (papers) plan.push({ category: 'formation-papers', why: papers })
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
