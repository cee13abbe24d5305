import { expect, test } from 'vitest'
import { z } from 'zod'
import {
  accountSchema,
  contactSchema,
  merchantSchema,
  optionsSchema,
} from '@/lib/domain/application/sections'
import { fieldMeta } from './field-meta'

const fields = [merchantSchema, contactSchema, accountSchema, optionsSchema]
  .flatMap(({ shape }): [string, z.core.$ZodType][] => Object.entries(shape))
  .filter(([name]) => name !== 'id')

test.each(fields)('the field %s has a label and the partner’s name', (_name, schema) => {
  expect(fieldMeta(schema)).toMatchObject({ label: expect.any(String), partnerName: expect.any(String) })
})

test('a schema without metadata throws, instead of showing no label', () => {
  expect(() => fieldMeta(z.string())).toThrow('no field metadata')
})
