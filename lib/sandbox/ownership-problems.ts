import { z } from 'zod'
import { checkOwnership, type OwnershipFacts } from '@/lib/domain/application/ownership'
import { decimalFromNumber } from '@/lib/domain/values/decimal'
import { isBlocking } from '@/lib/domain/values/violation'
import { toWirePath } from '@/lib/partner/mapping/paths'
import type { WireProblem } from '@/lib/partner/wire/problem'
import { problem } from './call'

/** What the rules read of an owner or contact. */
export const ownerSchema = z.object({
  Contact_Role__c: z.string().optional(),
  Percentage_Owned__c: z.number().optional(),
})

type Owners = { list: 'lstContact' | 'lstBens'; items: readonly z.output<typeof ownerSchema>[] }

/** Rules 1 to 9, by the same functions that judge in the desk; `owners` are those that `facts` tell of. */
export const ownershipProblems = (facts: OwnershipFacts, owners: Owners): WireProblem[] => [
  ...checkOwnership(facts)
    .filter(isBlocking)
    .map(({ path, message, rule }) =>
      problem('FIELD_CUSTOM_VALIDATION_EXCEPTION', `Rule ${rule}: ${message}`, [
        toWirePath(path, facts.kind) ?? owners.list,
      ]),
    ),
  ...owners.items.flatMap(({ Percentage_Owned__c: owned }, index) => {
    // The rules count in millionths: what they could not count must not slip past them.
    if (owned === undefined || decimalFromNumber(owned) !== null) return []
    const path = `${owners.list}[${index}].Percentage_Owned__c`
    return [problem('NUMBER_OUTSIDE_VALID_RANGE', `${path}: has too many digits`, [path])]
  }),
]
