import { PRINCIPAL } from '@/lib/domain/application/contact-roles'
import { kindOf } from '@/lib/domain/application/draft'
import { familyOf, hasRole, ownsPrincipalShare, WHOLE } from '@/lib/domain/application/ownership'
import { PRINCIPAL_SHARE_TEXT } from '@/lib/domain/application/principal-share'
import { decimalText, percent } from '@/lib/domain/values/decimal'
import { type Person, peopleOf, shownAt } from './case-values'
import type { CaseFacts, SignalRule } from './signal'

/** Three thirds in whole percent add up to 99, so a missing percent is no owner. */
const NEARLY_ALL = WHOLE - percent(1)

/** Below this, someone else has the majority. */
const MAJORITY = percent(50)

const family = ({ draft }: CaseFacts) =>
  familyOf({ kind: kindOf(draft), ownership: draft.merchant.ownership })

const isPrincipal = ({ roles }: Person): boolean => hasRole(roles, PRINCIPAL)

/**
 * Rule 8 only asks for owners of a principal's share or more, so a remainder can be right, but a hidden owner hides
 * in it. A sole proprietor's share has its own warning.
 */
export const ownersDoNotOwnAll: SignalRule = (facts) => {
  const principals = peopleOf(facts.draft).filter(isPrincipal)
  if (family(facts) !== 'private' || principals.length === 0) return []
  // An unknown share may be the remainder.
  if (principals.some(({ percentageOwned }) => percentageOwned === null)) return []
  const sum = principals.reduce((total, { percentageOwned }) => total + (percentageOwned ?? 0n), 0n)
  if (sum >= NEARLY_ALL) return []
  return [
    {
      code: 'owners-not-whole',
      weight: sum < MAJORITY ? 'concern' : 'note',
      title: `The principals own ${decimalText(sum)}% together`,
      why: `Others own the rest. Make sure that none of them owns ${PRINCIPAL_SHARE_TEXT} or more, directly or through another company.`,
      values: principals.map(({ index }) => shownAt(facts.draft, `contacts.items.${index}.percentageOwned`)),
    },
  ]
}

/** The partner would accept it without ever learning of this owner. */
export const ownerIsNoPrincipal: SignalRule = (facts) => {
  if (family(facts) !== 'private') return []
  return peopleOf(facts.draft)
    .filter((person) => ownsPrincipalShare(person) && !isPrincipal(person))
    .map(({ name, percentageOwned, index }) => ({
      code: 'owner-no-principal',
      weight: 'concern',
      title: `${name} owns ${decimalText(percentageOwned ?? 0n)}% and is not a principal`,
      why: `Everyone who owns ${PRINCIPAL_SHARE_TEXT} or more must be named as a principal and identified. Request the role or the right percentage.`,
      values: ['roles', 'percentageOwned'].map((field) =>
        shownAt(facts.draft, `contacts.items.${index}.${field}`),
      ),
    }))
}

/** Attested by staff, and possible: but a business that belongs to no one is what a shell looks like. */
export const noOwnerIsNamed: SignalRule = (facts) => {
  if (family(facts) !== 'private' || peopleOf(facts.draft).some(isPrincipal)) return []
  return [
    {
      code: 'no-owner-named',
      weight: 'concern',
      title: 'No owner is named',
      why: `The applicant states that no one owns ${PRINCIPAL_SHARE_TEXT} or more. Ask for the ownership structure.`,
      values: [shownAt(facts.draft, 'contacts.nobodyOwns25')],
    },
  ]
}

export const OWNER_RULES: readonly SignalRule[] = [ownersDoNotOwnAll, ownerIsNoPrincipal, noOwnerIsNamed]
