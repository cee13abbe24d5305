import { CONTROL_PRONG, PRINCIPAL } from '@/lib/domain/application/contact-roles'
import { type AnyDraft, kindOf } from '@/lib/domain/application/draft'
import { familyOf, hasRole } from '@/lib/domain/application/ownership'
import { valueAt } from '@/lib/domain/application/place'
import { NO_OWNER_TEXT, PRINCIPAL_SHARE_TEXT } from '@/lib/domain/application/principal-share'
import {
  categoryOfSlot,
  documentPlan,
  type FiledDocument,
  fillPlan,
} from '@/lib/domain/documents/document-plan'
import { acceptedCardsBefore, everCancelled, peopleOf, planFactsOf, shownAt } from './case-values'

/**
 * What an underwriter confirms before a decision. Confirmations are stored by key, which names the subject (with
 * the person's or account's item ID) and not its values. When staff return a case with changed values, the entries
 * about those values have to be confirmed again. A decision stores the versions and documents that it was based on
 * and is stale once they differ.
 */
export type ChecklistEntry = {
  key: string
  group: ChecklistGroup
  text: string
  why: string
  /** Paths of the values to look at, in addition to the documents. */
  about: readonly string[]
  /**
   * The slot or category of the documents that prove it. If they were not opened, confirming it requires a written
   * reason.
   */
  proof?: string
}

/** Entries that are looked at together, such as a person’s values and their ID. In the order of work. */
export const CHECKLIST_GROUPS = ['people', 'business', 'account', 'screening'] as const
export type ChecklistGroup = (typeof CHECKLIST_GROUPS)[number]

/**
 * The documents that prove an entry; null if it needs none. If our policy does not ask for the slot, every document
 * of the category counts.
 */
export function proofsOf<D extends FiledDocument>(
  { proof }: Pick<ChecklistEntry, 'proof'>,
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

/** Whether someone opened all documents that prove an entry. True if it needs none, false if there are none. */
export const hasReadProofs = (
  proofs: readonly { id: string }[] | null,
  hasOpened: (documentId: string) => boolean,
): boolean => proofs === null || (proofs.length > 0 && proofs.every(({ id }) => hasOpened(id)))

/**
 * The entries that accepting a document confirms: those for which all proofs are accepted, and whose proofs prove
 * nothing else. If one document proves several entries (one check for two accounts), a person has to confirm them.
 */
export function provedByAccepting<D extends FiledDocument & { id: string }>(
  documentId: string,
  draft: AnyDraft,
  documents: readonly D[],
  hasAccepted: (documentId: string) => boolean,
): ChecklistEntry[] {
  const entries = checklistOf(draft).map((entry) => ({
    entry,
    proofs: proofsOf(entry, draft, documents) ?? [],
  }))
  const provedBy = (id: string) =>
    entries.filter(({ proofs }) => proofs.some((proof) => proof.id === id)).length
  return entries.flatMap(({ entry, proofs }) =>
    proofs.some(({ id }) => id === documentId) &&
    proofs.every(({ id }) => hasAccepted(id) && provedBy(id) === 1)
      ? [entry]
      : [],
  )
}

/** Keys of the entries about a value at one of these paths, or above or below it. */
export const entriesAbout = (draft: AnyDraft, paths: readonly string[]): string[] =>
  checklistOf(draft)
    .filter(({ about }) =>
      about.some((own) =>
        paths.some((path) => path === own || path.startsWith(`${own}.`) || own.startsWith(`${path}.`)),
      ),
    )
    .map(({ key }) => key)

/** The checklist in the order of work: people, business, accounts, screening. */
export const checklistOf = (draft: AnyDraft): ChecklistEntry[] =>
  entriesOf(draft).map((entry) => ({
    ...entry,
    // Drops paths that this kind of application does not have.
    about: entry.about.filter((path) => valueAt(draft, path) !== undefined),
  }))

function entriesOf(draft: AnyDraft): ChecklistEntry[] {
  return [
    ...identities(draft),
    ...ownershipEntries(draft),
    ...papers(draft),
    {
      key: 'tax-id',
      group: 'business',
      about: ['merchant.legalName', 'merchant.taxId'],
      text: 'The tax ID matches the legal name',
      why: 'A TIN/name mismatch triggers backup withholding and penalties.',
    },
    {
      key: 'business-model',
      group: 'business',
      about: ['merchant.mcc', 'merchant.industry', 'merchant.description', 'merchant.locationType'],
      text: 'The business model is understood: what is sold, how and to whom',
      why: 'The category and the limit depend on it.',
    },
    ...website(draft),
    {
      key: 'volume',
      group: 'business',
      about: ['options.highMonthlyVolume', 'options.averageTicket', 'options.highTicket'],
      text: 'Volume and tickets are plausible for this business',
      why: 'Limits and reserves are set by these figures.',
    },
    ...history(draft),
    ...accounts(draft),
    {
      key: 'sanctions',
      group: 'screening',
      about: ['merchant.legalName', 'merchant.dbaName', ...namesOf(draft)],
      text: 'The business and everyone named were screened against sanctions lists',
      why: 'Doing business with a listed party is illegal, even unknowingly.',
    },
    {
      key: 'terminated-merchants',
      group: 'screening',
      about: ['merchant.legalName', 'merchant.taxId', ...namesOf(draft)],
      text: 'The business and its principals were checked against the MATCH list',
      why: 'Networks require the check before boarding.',
    },
  ]
}

/** One entry per person, for either or both roles. */
const identities = (draft: AnyDraft): ChecklistEntry[] =>
  peopleOf(draft).flatMap(({ id, name, roles, index }): ChecklistEntry[] => {
    const held = [PRINCIPAL, CONTROL_PRONG].filter((role) => hasRole(roles, role))
    if (held.length === 0) return []
    return [
      {
        key: `identity:${id}`,
        group: 'people',
        about: within(`contacts.items.${index}`, [
          'dateOfBirth',
          'ssn',
          'street',
          'city',
          'state',
          'postalCode',
        ]),
        proof: `identity:${id}`,
        text: `The identity of ${name} is confirmed (${held.join(', ')})`,
        why: held.includes(CONTROL_PRONG)
          ? 'Beneficial-ownership rules require the control person’s name, date of birth, address and identification number, and authority to act.'
          : `Beneficial-ownership rules require the name, date of birth, address and identification number of every owner of ${PRINCIPAL_SHARE_TEXT} or more.`,
      },
    ]
  })

const within = (path: string, names: readonly string[]) => names.map((name) => `${path}.${name}`)

const namesOf = (draft: AnyDraft): string[] => peopleOf(draft).map(({ index }) => `contacts.items.${index}`)

const family = (draft: AnyDraft) => familyOf({ kind: kindOf(draft), ownership: draft.merchant.ownership })

/** An owner can only be missing where owners must be named. */
function ownershipEntries(draft: AnyDraft): ChecklistEntry[] {
  if (family(draft) !== 'private') return []
  return [
    {
      key: 'owners-complete',
      group: 'people',
      about: peopleOf(draft).map(({ index }) => `contacts.items.${index}.percentageOwned`),
      text: peopleOf(draft).some(({ roles }) => hasRole(roles, PRINCIPAL))
        ? `Everyone who owns ${PRINCIPAL_SHARE_TEXT} or more is named as a principal`
        : NO_OWNER_TEXT,
      why: 'Documents or a register must confirm ownership, including through intermediate companies.',
    },
  ]
}

/** What proves that the business exists. The document plan knows which papers. */
function papers(draft: AnyDraft): ChecklistEntry[] {
  const wanted = documentPlan(planFactsOf(draft)).find(({ category }) => category === 'formation-papers')
  if (wanted) {
    return [
      {
        key: 'formation-papers',
        group: 'business',
        about: [
          'merchant.legalName',
          'merchant.ownership',
          'merchant.formationState',
          'merchant.dateEstablished',
        ],
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
          group: 'business',
          about: ['merchant.legalName', 'merchant.dbaName'],
          text: 'The trade name is registered, or is the proprietor’s own',
          why: 'A sole proprietorship has no formation documents. The registered name links the business to the person.',
        },
      ]
    : [
        {
          key: 'public-record',
          group: 'business',
          about: ['merchant.legalName', 'merchant.ownership'],
          text: 'The public record shows that the organization exists',
          why: 'A regulator, an exchange or the government publishes its existence and officers.',
        },
      ]
}

function accounts(draft: AnyDraft): ChecklistEntry[] {
  const plan = documentPlan(planFactsOf(draft))
  return draft.accounts.items.map(({ id }, index): ChecklistEntry => {
    const text = (name: string) => shownAt(draft, `accounts.items.${index}.${name}`).text
    return {
      key: `account:${id}`,
      group: 'account',
      about: within(`accounts.items.${index}`, ['bankName', 'routingNumber', 'accountNumber', 'ddaType']),
      proof:
        plan.find(({ category, of }) => category === 'voided-check' && of?.includes(id))?.id ??
        'voided-check',
      text: `Account ${index + 1} belongs to the business (${text('bankName')}, ${text('accountNumber')})`,
      why: 'Funds are paid to this account. A voided check or a bank letter names the holder.',
    }
  })
}

const website = ({ merchant }: AnyDraft): ChecklistEntry[] =>
  merchant.website.trim() === ''
    ? []
    : [
        {
          key: 'website',
          group: 'business',
          about: ['merchant.website'],
          text: 'The website was reviewed',
          why: 'It must show products, prices, the refund policy and contact details, and nothing that we do not board.',
        },
      ]

const history = (draft: AnyDraft): ChecklistEntry[] => [
  ...(acceptedCardsBefore(draft) === true ? [PROCESSING_HISTORY] : []),
  ...(everCancelled(draft) === true ? [CANCELLED_ACCOUNT] : []),
]

const PROCESSING_HISTORY: ChecklistEntry = {
  key: 'processing-history',
  group: 'business',
  about: ['merchant.everAcceptedCards', 'options.previousProcessor', 'options.cardVolume'],
  proof: 'processing-statement',
  text: 'The processing history was read',
  why: 'Statements show actual volume, refunds and chargebacks.',
}

const CANCELLED_ACCOUNT: ChecklistEntry = {
  key: 'cancelled-account',
  group: 'business',
  about: [
    'merchant.everCancelled',
    'options.cancelledProcessor',
    'options.cancellationReason',
    'options.cancellationDate',
  ],
  proof: 'processing-statement',
  text: 'The reason for the canceled merchant account is explained',
  why: 'The former processor or the statements must confirm the reason.',
}
