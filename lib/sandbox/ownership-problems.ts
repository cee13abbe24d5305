import { z } from 'zod'
import { PRINCIPAL } from '@/lib/domain/application/contact-roles'
import { checkOwnership, hasRole, type OwnershipFacts } from '@/lib/domain/application/ownership'
import { PRINCIPAL_SHARE_TEXT } from '@/lib/domain/application/principal-share'
import { isBlocking } from '@/lib/domain/values/violation'
import { toWirePath } from '@/lib/partner/mapping/paths'
import type { WireProblem } from '@/lib/partner/wire/problem'
import { problem } from './call'

/** The fields of an owner or contact that the rules use. */
export const ownerSchema = z.object({
  Contact_Role__c: z.string().optional(),
  Percentage_Owned__c: z.number().optional(),
})

/** `sent`: the first so many contacts of the facts are in the request. */
type Owners = { list: 'lstContact' | 'lstBens'; sent: number }

/** Rules 1 to 9, checked with the desk's own functions. */
export function ownershipProblems(facts: OwnershipFacts, { list, sent }: Owners): WireProblem[] {
  const found = [
    ...checkOwnership(facts)
      .filter(isBlocking)
      // Rule 6 concerns all principals together, so it is one problem however many of them are marked.
      .filter(({ rule }, index, all) => rule !== 6 || all.findIndex((one) => one.rule === 6) === index)
      .map(({ path, message, rule }) => ({ path: rule === 6 ? 'contacts.items' : path, message, rule })),
    ...missingShares(facts),
  ]
  return found.flatMap(({ path, message, rule }) => {
    const index = Number(/^contacts\.items\.(\d+)\b/.exec(path)?.[1] ?? 0)
    // Rule 5 concerns a single contact, and this request cannot fix contacts that only earlier requests sent.
    if (rule === 5 && index >= sent) return []
    const field = index < sent ? toWirePath(path, facts.kind) : null
    return [problem('FIELD_CUSTOM_VALIDATION_EXCEPTION', `Rule ${rule}: ${message}`, [field ?? list])]
  })
}

/** Rule 5 (create or update endpoint): a contact without a percentage is not a principal. */
const missingShares = ({ kind = 'payfac', contacts }: OwnershipFacts) =>
  kind !== 'payfac'
    ? []
    : contacts.flatMap(({ roles, percentageOwned }, index) =>
        percentageOwned !== null || !hasRole(roles, PRINCIPAL)
          ? []
          : [
              {
                rule: 5,
                path: `contacts.items.${index}.percentageOwned`,
                message: `Each principal owns at least ${PRINCIPAL_SHARE_TEXT}; this one names no percentage.`,
              },
            ],
      )
