import { type AnyDraft, kindOf } from '@/lib/domain/application/draft'
import { familyOf, hasRole } from '@/lib/domain/application/ownership'
import { CONTROL_PRONG, PRINCIPAL } from '@/lib/domain/application/sections'
import {
  categoryOfSlot,
  documentPlan,
  type FiledDocument,
  fillPlan,
} from '@/lib/domain/documents/document-plan'
import { acceptedCardsBefore, everCancelled, peopleOf, planFactsOf, shownAt } from './case-values'

/**
 * What an underwriter confirms before a decision. Ticks are stored by key, and a key names the matter (and the
 * person or account, by item id), not the facts: a name corrected, a number changed keep it, and so the tick. That
 * something changed since is said elsewhere: a decision holds the versions and documents that it was made from, and
 * is stale when they are others.
 */
export type ChecklistEntry = {
  key: string
  text: string
  why: string
  /** The slot or category of the documents that prove it: unread, it is confirmed only with a reason in words. */
  proof?: string
}

/**
 * The documents that prove an entry; null where it needs none. Where our policy does not ask for them, every one of
 * the category.
 */
export function proofsOf<D extends FiledDocument>(
  { proof }: ChecklistEntry,
  draft: AnyDraft,
  documents: readonly D[],
): D[] | null {
  if (proof === undefined) return null
  const filled = fillPlan(documentPlan(planFactsOf(draft)), documents).filter(
    ({ slot }) => slot.id === proof || slot.category === proof,
  )
  if (filled.length > 0) return filled.flatMap(({ document }) => document ?? [])
  return documents.filter(({ category }) => category === categoryOfSlot(proof))
}

/** Whether somebody opened all that proves an entry; true where it needs nothing, false where nothing is there. */
export const hasReadProofs = (
  proofs: readonly { id: string }[] | null,
  hasOpened: (documentId: string) => boolean,
): boolean => proofs === null || (proofs.length > 0 && proofs.every(({ id }) => hasOpened(id)))

/** In the order of work: who, what, money, lists. */
export function checklistOf(draft: AnyDraft): ChecklistEntry[] {
  return [
    ...identities(draft),
    ...ownershipEntries(draft),
    ...papers(draft),
    {
      key: 'tax-id',
      text: 'The tax ID matches the legal name',
      why: 'A TIN/name mismatch triggers backup withholding and penalties.',
    },
    ...accounts(draft),
    {
      key: 'business-model',
      text: 'The business model is understood: what is sold, how and to whom',
      why: 'The category and the limit depend on it.',
    },
    ...website(draft),
    {
      key: 'volume',
      text: 'Volume and tickets are plausible for this business',
      why: 'Limits and reserves are set by these figures.',
    },
    ...history(draft),
    {
      key: 'sanctions',
      text: 'The business and everyone named were screened against sanctions lists',
      why: 'Doing business with a listed party is illegal, even unknowingly.',
    },
    {
      key: 'terminated-merchants',
      text: 'The business and its principals were checked against the MATCH list',
      why: 'Networks require the check before boarding.',
    },
  ]
}

/** One for each person, whichever of the two roles they hold. */
const identities = (draft: AnyDraft): ChecklistEntry[] =>
  peopleOf(draft).flatMap(({ id, name, roles }): ChecklistEntry[] => {
    const held = [PRINCIPAL, CONTROL_PRONG].filter((role) => hasRole(roles, role))
    if (held.length === 0) return []
    return [
      {
        key: `identity:${id}`,
        proof: `identity:${id}`,
        text: `The identity of ${name} is confirmed (${held.join(', ')})`,
        why: held.includes(CONTROL_PRONG)
          ? 'Beneficial-ownership rules require the control person’s name, date of birth, address and identification number, and authority to act.'
          : 'Beneficial-ownership rules require the name, date of birth, address and identification number of every owner of 25% or more.',
      },
    ]
  })

const family = (draft: AnyDraft) => familyOf({ kind: kindOf(draft), ownership: draft.merchant.ownership })

/** Only where owners must be named can one of them be missing. */
function ownershipEntries(draft: AnyDraft): ChecklistEntry[] {
  if (family(draft) !== 'private') return []
  return [
    {
      key: 'owners-complete',
      text: peopleOf(draft).some(({ roles }) => hasRole(roles, PRINCIPAL))
        ? 'Everyone who owns 25% or more is named as a principal'
        : 'No one owns 25% or more',
      why: 'Documents or a register must confirm ownership, including through intermediate companies.',
    },
  ]
}

/** What proves that the business exists; the document plan knows which papers those are. */
function papers(draft: AnyDraft): ChecklistEntry[] {
  const wanted = documentPlan(planFactsOf(draft)).find(({ category }) => category === 'formation-papers')
  if (wanted) {
    return [
      {
        key: 'formation-papers',
        proof: 'formation-papers',
        text: 'The formation documents match the application',
        why: wanted.why,
      },
    ]
  }
  return family(draft) === 'sole'
    ? [
        {
          key: 'trade-name',
          text: 'The trade name is registered, or is the proprietor’s own',
          why: 'A sole proprietorship has no formation documents. The registered name links the business to the person.',
        },
      ]
    : [
        {
          key: 'public-record',
          text: 'The public record shows that the organization exists',
          why: 'A regulator, an exchange or the government publishes its existence and officers.',
        },
      ]
}

const accounts = (draft: AnyDraft): ChecklistEntry[] =>
  draft.accounts.items.map(({ id }, index): ChecklistEntry => {
    const text = (name: string) => shownAt(draft, `accounts.items.${index}.${name}`).text
    return {
      key: `account:${id}`,
      proof: 'voided-check',
      text: `Account ${index + 1} belongs to the business (${text('bankName')}, ${text('accountNumber')})`,
      why: 'Funds are paid to this account. A voided check or a bank letter names the holder.',
    }
  })

const website = ({ merchant }: AnyDraft): ChecklistEntry[] =>
  merchant.website.trim() === ''
    ? []
    : [
        {
          key: 'website',
          text: 'The website was reviewed',
          why: 'It must show products, prices, the refund policy and contact details, and nothing that we do not board.',
        },
      ]

function history(draft: AnyDraft): ChecklistEntry[] {
  return [
    ...(acceptedCardsBefore(draft) === true
      ? [
          {
            key: 'processing-history',
            proof: 'processing-statement',
            text: 'The processing history was read',
            why: 'Statements show actual volume, refunds and chargebacks.',
          },
        ]
      : []),
    ...(everCancelled(draft) === true
      ? [
          {
            key: 'cancelled-account',
            proof: 'processing-statement',
            text: 'The reason for the canceled merchant account is explained',
            why: 'The former processor or the statements must confirm the reason.',
          },
        ]
      : []),
  ]
}
