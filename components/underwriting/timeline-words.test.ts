import { describe, expect, it } from 'vitest'
import { AUDIT_ACTION_LABELS } from '@/lib/domain/access/audit-action'
import { timelineLines } from './timeline-words'

type Entry = Parameters<typeof timelineLines>[0][number]

let next = 0
function entry(action: string, more: Partial<Entry> = {}): Entry {
  next += 1
  return { id: next, at: '2026-11-20T14:05:00.000Z', by: 'Uma', action, detail: {}, person: null, ...more }
}

const lines = (...entries: Entry[]) =>
  timelineLines(
    entries,
    { merchant: 'Merchant', contacts: 'Owners and contacts' },
    { 'tax-id': 'They belong together' },
  ).map(({ words, details }) => ({ words, details }))

describe('the timeline', () => {
  it.each([
    ['submission-started', 'Uma', 'Submitted it to the partner'],
    ['submission-accepted', 'The partner', 'Accepted it'],
    ['submission-unknown', null, 'No clear answer came from the partner'],
  ])('says who did it: %s is of %s', (action, by, words) =>
    expect(timelineLines([entry(action)], {}, {})).toMatchObject([{ by, words }]),
  )

  it.each([
    ['revision-begun', 'Started an update', 'Started update'],
    ['revision-discarded', 'Discarded the update', 'Discarded update'],
    ['update-started', 'Sent the update to the partner', 'Started submission of update'],
  ] as const)('and the audit log use the same word for an update: %s', (action, words, label) => {
    expect(timelineLines([entry(action)], {}, {})).toMatchObject([{ words }])
    expect(AUDIT_ACTION_LABELS.Applications[action]).toBe(label)
  })

  it('merges saves in a row by one person and names each section once', () =>
    expect(
      lines(
        entry('section-saved', { detail: { section: 'merchant' } }),
        entry('section-saved', { detail: { section: 'merchant' } }),
        entry('section-saved', { detail: { section: 'contacts' } }),
      ),
    ).toEqual([{ words: 'Saved, 3 times', details: ['Merchant, Owners and contacts'] }]))

  it('shows two files of one name as two', () =>
    expect(
      lines(
        ...['scan.pdf', 'fake.pdf.txt', 'scan.pdf'].map((name) =>
          entry('document-added', { detail: { name } }),
        ),
      ),
    ).toEqual([{ words: 'Added 3 documents', details: ['scan.pdf (2), fake.pdf.txt'] }]))

  it.each([
    ['an import', { importId: 'i-1', row: 3, file: 'five.csv' }],
    ['a copy', { from: 'a-1' }],
  ])('what %s filled in is no saving of anybody', (_what, detail) => {
    const saved = (section: string, version: number, at: string) =>
      entry('section-saved', { at, detail: { section, version } })
    const told = lines(
      entry('application-started', { detail }),
      saved('merchant', 1, '2026-11-20T14:05:00.020Z'),
      saved('contacts', 1, '2026-11-20T14:05:00.040Z'),
      saved('merchant', 2, '2026-11-20T14:05:01.000Z'),
      saved('contacts', 1, '2026-11-20T14:06:00.000Z'),
    )
    expect(told.slice(1)).toEqual([{ words: 'Saved, 2 times', details: ['Merchant, Owners and contacts'] }])
  })

  it('counts typing into an application that the same person started as a save', () =>
    expect(
      lines(
        entry('application-started'),
        entry('section-saved', { detail: { section: 'merchant', version: 1 } }),
      )[1]?.words,
    ).toBe('Saved'))

  it('names the changed fields, each once, and how many more there are', () => {
    const saved = (section: string, ...labels: string[]) =>
      entry('section-saved', { detail: { section, changes: labels.map((label) => ({ label })) } })
    expect(
      lines(saved('merchant', 'Website', 'Phone'), saved('merchant', 'Phone'), saved('contacts')),
    ).toEqual([{ words: 'Saved, 3 times', details: ['Merchant: Website, Phone', 'Owners and contacts'] }])
    const many = Array.from({ length: 11 }, (_, index) => `Field ${index + 1}`)
    expect(lines(saved('merchant', ...many))[0]?.details).toEqual([
      'Merchant: Field 1, Field 2, Field 3, Field 4, Field 5, Field 6, Field 7, Field 8 and 3 more',
    ])
  })

  it('starts a new line for a later change, with its own time and fields', () => {
    const saved = (at: string, ...labels: string[]) =>
      entry('section-saved', {
        at,
        detail: { section: 'merchant', changes: labels.map((label) => ({ label })) },
      })
    expect(
      timelineLines(
        [
          saved('2026-11-20T14:05:00.000Z', 'Website'),
          saved('2026-11-20T14:09:00.000Z', 'Phone'),
          saved('2026-11-20T14:20:00.000Z', 'Legal name'),
        ],
        { merchant: 'Merchant' },
        {},
      ),
    ).toMatchObject([
      { at: '2026-11-20T14:09:00.000Z', words: 'Saved, 2 times', details: ['Merchant: Website, Phone'] },
      { at: '2026-11-20T14:20:00.000Z', words: 'Saved', details: ['Merchant: Legal name'] },
    ])
  })

  it('says that an application was imported, and which document was refiled from where to where', () =>
    expect(
      lines(
        entry('application-started'),
        entry('application-started', {
          by: 'Olive',
          detail: { importId: 'i-1', row: 12, file: 'drafts.csv' },
        }),
        entry('document-category-changed', {
          detail: {
            name: 'id.pdf',
            before: 'identity:a',
            after: 'identity:b',
            beforeLabel: 'Identity: Ana Ruiz',
            afterLabel: 'Identity: Ben Ruiz',
          },
        }),
        entry('document-category-changed', { detail: { before: 'other', after: 'identity' } }),
      ),
    ).toEqual([
      { words: 'Started the application', details: [] },
      { words: 'Imported the application from a file', details: ['From row 12 of drafts.csv'] },
      {
        words: 'Changed the category of a document',
        details: ['id.pdf', 'Identity: Ana Ruiz → Identity: Ben Ruiz'],
      },
      { words: 'Changed the category of a document', details: ['Other → Identity'] },
    ]))

  it('starts a new line after another person’s save or another action', () => {
    const save = { detail: { section: 'merchant' } }
    expect(
      lines(
        entry('section-saved', save),
        entry('section-saved', { ...save, by: 'Olive' }),
        entry('case-claimed'),
        entry('section-saved', save),
      ).map(({ words }) => words),
    ).toEqual(['Saved', 'Saved', 'Claimed the case', 'Saved'])
  })

  it('says with how many warnings something was sent, and with which note', () => {
    const warning = { path: 'merchant.website', message: 'Check it.' }
    expect(
      lines(
        entry('submission-started', { detail: { warnings: [warning, warning] } }),
        entry('update-started', { detail: { warnings: [] } }),
        entry('underwriting-hand-over', { detail: { warnings: [warning], note: 'They open in May.' } }),
        entry('underwriting-answer', { detail: { round: 1, note: '' } }),
        entry('underwriting-hand-over', { detail: { note: 'May '.repeat(8_000) } }),
      ).map(({ details }) => details),
    ).toEqual([
      ['With 2 warnings'],
      [],
      ['With 1 warning', 'They open in May.'],
      [],
      [`${'May '.repeat(60)}…`],
    ])
  })

  it('says why it was decided', () => {
    const detail = { outcome: 'decline', reasons: ['volume-implausible', 'gone'], note: 'I met them.' }
    const why = 'Volume and tickets are not plausible; gone'
    expect(
      lines(
        entry('underwriting-decline', { detail }),
        entry('underwriting-first-decision', { detail: { ...detail, effect: 'reopens' } }),
        entry('underwriting-first-decision', { detail: { round: 1 } }),
      ).map(({ details }) => details),
    ).toEqual([
      [why, 'I met them.'],
      [`Declined: ${why}`, 'I met them.', 'It differed from the first decision.'],
      [],
    ])
  })

  it('shows an unknown action as it is', () =>
    expect(lines(entry('case-teleported'))).toEqual([{ words: 'case-teleported', details: [] }]))

  it('names checklist entries, and one that is gone by its key', () =>
    expect(
      lines(
        entry('check-confirmed', { detail: { key: 'tax-id' } }),
        entry('check-confirmed', { detail: { key: 'website' } }),
      ),
    ).toEqual([{ words: 'Confirmed 2 checklist items', details: ['They belong together', 'website'] }]))

  it('says which value was revealed and why, and to whom a case was assigned', () =>
    expect(
      lines(
        entry('value-revealed', {
          detail: { section: 'contacts', itemId: 'c-1', field: 'ssn', reason: 'Compared with the ID' },
        }),
        entry('case-assigned', { person: 'Ulf', detail: { from: null, to: 'u-1' } }),
      ),
    ).toEqual([
      { words: 'Revealed a value', details: ['Social Security number', '“Compared with the ID”'] },
      { words: 'Assigned the case to Ulf', details: [] },
    ]))

  it('says what was requested from onboarding', () =>
    expect(
      lines(
        entry('underwriting-ask', {
          detail: { items: [{ place: 'merchant.website', label: 'Website', note: 'It is blank' }, 'broken'] },
        }),
      ),
    ).toEqual([{ words: 'Asked onboarding for information', details: ['Website: It is blank'] }]))
})
