import { describe, expect, test } from 'vitest'
import {
  application,
  controlProng,
  fullApplication,
  person,
  withValue,
} from '@/lib/testing/interface/application-bodies'
import { FIELD_TABLES, fieldCases, shown } from '@/lib/testing/interface/field-cases'
import {
  wireAccountSchema,
  wireApplicationSchema,
  wireContactSchema,
  wireMerchantSchema,
  wireOptionsSchema,
} from './application'
import { wireFullApplicationSchema, wireFullMerchantSchema, wireFullOptionsSchema } from './full-application'
import { wireIssues } from './problem'

/** Every field of the interface at its limit and one beyond. The simulated partner checks by these schemas. */

const ENDPOINTS = {
  createOrUpdate: {
    schema: wireApplicationSchema,
    body: () => application([controlProng(), person('')]),
    shapes: {
      Opp: wireOptionsSchema.shape,
      Mer: wireMerchantSchema.shape,
      lstContact: wireContactSchema.shape,
      lstbussCheckAcc: wireAccountSchema.shape,
    },
  },
  alias: {
    schema: wireFullApplicationSchema,
    body: () => fullApplication(),
    shapes: { Opp: wireFullOptionsSchema.shape, Mer: wireFullMerchantSchema.shape },
  },
} as const

const OF_RECORDS = ['attributes', 'Id', 'id', 'ID', 'SourceId']

describe.each(Object.entries(ENDPOINTS))('%s', (endpoint, { schema, body, shapes }) => {
  const tables = fieldCases(endpoint === 'alias' ? 'alias' : 'createOrUpdate')
  const fields = tables.flatMap(([object, cases]) =>
    cases.map(({ name, ...values }) => ({
      path: `${object}${object.startsWith('lst') ? '[0]' : ''}.${name}`,
      ...values,
    })),
  )
  const problemsOf = (path: string, value: unknown) => {
    const { error } = schema.safeParse(withValue<object>(body(), path, value))
    return error ? wireIssues(error) : []
  }

  test.each(fields)('$path', ({ path, accepted, refused }) => {
    for (const value of accepted) expect(problemsOf(path, value), shown(value)).toEqual([])
    for (const value of refused) {
      expect(problemsOf(path, value), shown(value)).toEqual([
        {
          message: expect.stringMatching(/\S/),
          errorCode: expect.stringMatching(/^[A-Z_]+$/),
          fields: [path],
        },
      ])
    }
  })

  test.each(Object.entries(shapes))('%s has the fields of the table, and no other', (object, shape) => {
    const known = Object.keys(shape).filter((name) => !OF_RECORDS.includes(name))
    const rules = FIELD_TABLES[endpoint === 'alias' ? 'alias' : 'createOrUpdate'][object] ?? {}
    expect(known.sort()).toEqual(Object.keys(rules).sort())
  })
})
