import { describe, expect, it, test } from 'vitest'
import { FIELD_TABLES, type FieldRule } from '@/lib/testing/interface/field-cases'
import { fullFields } from './either-fields'
import type { FieldMeta } from './field'
import { payfacFields } from './fields'

/** Our fields against the interface's tables: each field once, with its name and limit. */

const SECTIONS = ['merchant', 'options'] as const
const fieldsOf = (catalogue: typeof fullFields | typeof payfacFields) =>
  SECTIONS.flatMap((section) => catalogue.fieldsOf(section).map(({ meta }): FieldMeta => meta))
const ours = { createOrUpdate: fieldsOf(payfacFields), alias: fieldsOf(fullFields) }

/** `Opp` and `Mer` only: the interface shows no lengths for items. */
const tableOf = (endpoint: keyof typeof FIELD_TABLES): [string, FieldRule][] =>
  ['Opp', 'Mer'].flatMap((object) =>
    Object.entries(FIELD_TABLES[endpoint][object] ?? {}).map(([name, rule]): [string, FieldRule] => [
      `${object}.${name}`,
      rule,
    ]),
  )

const KINDS: [rule: RegExp, kinds: FieldMeta['kind'][]][] = [
  [/digits$/, ['digits', 'zip']],
  [/999-9999$/, ['phone']],
  [/^date$/, ['date']],
  [/^boolean$/, ['yes-no']],
  [/^number, \d+ to/, ['percent']],
  // A count is a number without a length.
  [/^number/, ['amount', 'count', 'text']],
  [/^email/, ['email']],
  [/^URI/, ['url']],
]

describe.each(['createOrUpdate', 'alias'] as const)('%s', (endpoint) => {
  it('has every Opp and Mer field of the interface, each once, and no other', () => {
    // The mode of underwriting is not sent to the alias.
    const sent = ours[endpoint].map(({ partnerName }) => partnerName).filter((name) => name !== '')
    expect(sent.sort()).toEqual(
      tableOf(endpoint)
        .map(([name]) => name)
        .sort(),
    )
  })

  test.each(tableOf(endpoint))('%s: %s', (partnerName, rule) => {
    const meta = ours[endpoint].find((field) => field.partnerName === partnerName)
    if (typeof rule !== 'string') return expect(meta?.choices).toEqual(rule)
    const limit = /(?:max|\d to|exactly) ([\d]+)/.exec(rule)?.[1]
    // The interface shows no length for a state; we send two letters, as in its example.
    const isText = rule !== 'string' && !rule.startsWith('number')
    if (isText) expect(meta?.maxLength ?? undefined).toBe(limit && Number(limit))
    const kinds = KINDS.find(([pattern]) => pattern.test(rule))?.[1]
    if (kinds) expect(kinds).toContain(meta?.kind)
  })
})
