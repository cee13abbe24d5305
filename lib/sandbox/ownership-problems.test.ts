import { expect, test } from 'vitest'
import { fromWireOwnership } from '@/lib/partner/mapping/application'
import { fromWireFullOwnership } from '@/lib/partner/mapping/full-application'
import { wireMerchantSchema } from '@/lib/partner/wire/application'
import { wireFullMerchantSchema } from '@/lib/partner/wire/full-application'
import type { WireProblem } from '@/lib/partner/wire/problem'
import { ownershipCases } from '@/lib/testing/interface/ownership-cases'
import { ownershipProblems } from './ownership-problems'

/** What the simulated partner finds about the people of a body, by the rules of the document. */

function expectFound(problems: WireProblem[], rule: string, fields: string[]) {
  expect([...new Set(problems.flatMap((problem) => problem.fields))].sort()).toEqual(fields.sort())
  const number = /^\d/.exec(rule)?.[0]
  if (fields.length > 0 && number) {
    expect(problems.map(({ message }) => message).join()).toContain(`Rule ${number}:`)
  }
}

test.each(ownershipCases('createOrUpdate'))(
  'create or update, $outcome: $rule ($ownership)',
  ({ rule, ownership, people, fields }) => {
    const facts = fromWireOwnership({
      Mer: { Ownership: wireMerchantSchema.shape.Ownership.parse(ownership) },
      lstContact: people,
    })
    expectFound(ownershipProblems(facts, { list: 'lstContact', sent: people.length }), rule, fields)
  },
)

test.each(ownershipCases('alias'))(
  'alias, $outcome: $rule ($ownership)',
  ({ rule, ownership, people, fields }) => {
    const facts = fromWireFullOwnership({
      Mer: { Ownership: wireFullMerchantSchema.shape.Ownership.parse(ownership) },
      lstBens: people,
    })
    expectFound(ownershipProblems(facts, { list: 'lstBens', sent: people.length }), rule, fields)
  },
)
