import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { isSealed, type Sealed, sealedSchema } from '@/lib/domain/values/sealed'
import { exampleAccount, exampleContact, exampleDraft } from '@/lib/testing/example-draft'
import { blankDraft } from './blank'
import { fullFields } from './either-fields'
import { isSensitive, payfacFields } from './fields'
import { ANY_SECTION_NAMES, SECTION_NAMES } from './section-names'
import { mapSensitive, maskValue, type SensitiveKind, type SensitivePlace } from './sensitive'
import { taxIdEnding } from './tax-id-ending'

const KINDS: SensitiveKind[] = ['tax-id', 'ssn', 'account-number', 'date-of-birth']

describe('the mask of a value', () => {
  test.each([
    ['tax-id', '123456789', '••-•••6789'],
    ['tax-id', '12-3456789', '••-•••6789'],
    ['tax-id', '512-45-6789', '•••-••-6789'],
    ['tax-id', '512456789', '••-•••6789'],
    // No EIN starts with 17.
    ['tax-id', '172456789', '•••-••-6789'],
    ['ssn', '512-45-6789', '•••-••-6789'],
    ['account-number', '00012345678901234', '••••1234'],
    ['account-number', '12345678', '••••5678'],
    ['account-number', '1234567', '••••67'],
    ['account-number', '123456', '••••56'],
    ['account-number', '12345', '••••'],
    ['account-number', '1234', '••••'],
    ['date-of-birth', '1984-05-17', '••••-••-••'],
    ['date-of-birth', '05/17/1984', '••••-••-••'],
  ] as const)('%s %s is %s', (kind, plain, mask) => {
    expect(maskValue(kind, plain)).toBe(mask)
  })

  test.each([
    ['ssn', '51245678'],
    ['ssn', '5124567890'],
    ['ssn', '512-45-678x'],
    ['tax-id', '12'],
    ['account-number', '123456789012345678'],
    ['account-number', 'DE12 3456 7890'],
    ['date-of-birth', '1984'],
    ['date-of-birth', '1984-02-30'],
  ] as const)('%s %s is not well formed, so only bullets are shown', (kind, plain) => {
    expect(maskValue(kind, plain)).toBe('••••')
  })

  it('never holds more than four digits or the whole value, and fits into a sealed value', () => {
    const value = fc.oneof(
      fc.stringMatching(/^\d{1,20}$/),
      fc.stringMatching(/^\d{3}-\d{2}-\d{4}$/),
      fc.stringMatching(/^(19|20)\d\d-[01]\d-[0-3]\d$/),
      fc.string({ minLength: 1, unit: fc.constantFrom(...'0123456789abcXYZ /.') }),
    )
    fc.assert(
      fc.property(fc.constantFrom(...KINDS), value, (kind, plain) => {
        const mask = maskValue(kind, plain)
        expect(mask.replace(/[•-]/g, '').length).toBeLessThanOrEqual(4)
        expect(mask).not.toContain(plain)
        expect(sealedSchema.shape.mask.safeParse(mask).success).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })

  it('shows only bullets for a value that is not made of digits', () => {
    fc.assert(
      fc.property(fc.constantFrom(...KINDS), fc.string({ unit: 'binary' }), (kind, plain) => {
        fc.pre(!/^[\d\s.()/-]*$/.test(plain))
        expect(maskValue(kind, plain)).toMatch(/^•+$/)
      }),
    )
  })

  it('hides at least half of an account number', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{4,17}$/), (digits) => {
        expect(maskValue('account-number', digits).replace(/•/g, '').length).toBeLessThanOrEqual(
          digits.length / 2,
        )
      }),
    )
  })
})

describe('the sensitive fields', () => {
  it('are those whose metadata says so', () => {
    const sensitiveNames = (catalogue: typeof payfacFields) =>
      ANY_SECTION_NAMES.map((section) => [
        section,
        catalogue
          .fieldsOf(section)
          .filter(({ meta }) => isSensitive(meta))
          .map(({ name }) => name),
      ])
    for (const catalogue of [payfacFields, fullFields]) {
      expect(Object.fromEntries(sensitiveNames(catalogue))).toEqual({
        merchant: ['taxId'],
        contacts: ['dateOfBirth', 'ssn'],
        accounts: ['accountNumber', 'accountNumberAgain'],
        options: [],
        pricing: [],
      })
    }
  })

  it('each accept a sealed stand-in, and no other field does', () => {
    const standIn: Sealed = { sealed: true, mask: '••••', findings: [] }
    for (const section of SECTION_NAMES) {
      for (const { name, meta, schema } of payfacFields.fieldsOf(section)) {
        expect([name, schema.safeParse(standIn).success]).toEqual([name, meta.sensitive !== undefined])
      }
    }
  })
})

describe('changing every sensitive value of a section', () => {
  const draft = {
    ...exampleDraft(),
    contacts: { items: [exampleContact('ana'), exampleContact('ben')], nobodyOwns25: false },
    accounts: { items: [exampleAccount('main')] },
  }
  const places = (section: (typeof SECTION_NAMES)[number]) => {
    const seen: Omit<SensitivePlace, 'meta'>[] = []
    mapSensitive(section, draft[section], ({ path, itemId, field }, value) => {
      seen.push({ path, itemId, field })
      return value
    })
    return seen
  }

  it('visits each by its path, item and field', () => {
    expect(places('merchant')).toEqual([{ path: 'merchant.taxId', itemId: null, field: 'taxId' }])
    expect(places('contacts')).toEqual([
      { path: 'contacts.items.0.dateOfBirth', itemId: 'ana', field: 'dateOfBirth' },
      { path: 'contacts.items.0.ssn', itemId: 'ana', field: 'ssn' },
      { path: 'contacts.items.1.dateOfBirth', itemId: 'ben', field: 'dateOfBirth' },
      { path: 'contacts.items.1.ssn', itemId: 'ben', field: 'ssn' },
    ])
    expect(places('accounts').map(({ path }) => path)).toEqual([
      'accounts.items.0.accountNumber',
      'accounts.items.0.accountNumberAgain',
    ])
    expect(places('options')).toEqual([])
  })

  it('visits blank and sealed values, too', () => {
    const seen: unknown[] = []
    mapSensitive('merchant', blankDraft().merchant, (_place, value) => {
      seen.push(value)
      return value
    })
    expect(seen).toEqual([''])
  })

  it('leaves everything else and the original section unchanged', () => {
    const before = structuredClone(draft.contacts)
    const changed = mapSensitive('contacts', draft.contacts, ({ meta }, value) => ({
      sealed: true,
      mask: maskValue(meta.sensitive, isSealed(value) ? '' : value),
      findings: [],
    }))
    expect(draft.contacts).toEqual(before)
    expect(changed.items.map(({ ssn, ...rest }) => ({ ...rest, dateOfBirth: '' }))).toEqual(
      before.items.map(({ ssn, ...rest }) => ({ ...rest, dateOfBirth: '' })),
    )
    expect(JSON.stringify(changed)).not.toContain('512-45-6789')
    expect(JSON.stringify(changed)).not.toContain('1984')
  })
})

test('a list shows a tax ID that may be an SSN as neither', () => {
  expect(taxIdEnding('6789', 'Partnership')).toBe('••-•••6789')
  expect(taxIdEnding('6789', 'Sole Proprietorship')).toBe('•••••6789')
  expect(taxIdEnding('', 'Sole Proprietorship')).toBe('')
})
