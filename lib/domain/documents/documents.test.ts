import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { FULL_OWNERSHIPS } from '@/lib/domain/application/full-sections'
import { OWNERSHIPS } from '@/lib/domain/application/sections'
import { stepStates } from '@/lib/domain/application/steps'
import {
  ACCEPTED_MEDIA_TYPES,
  checkDocumentSize,
  isAcceptedMediaType,
  isDocumentCategory,
  isShownInPage,
  MAX_DOCUMENT_BYTES,
  WARN_DOCUMENT_BYTES,
} from './document-kinds'
import {
  addedOf,
  categoryOfSlot,
  type DocumentPlanFacts,
  documentPlan,
  documentSets,
  type FiledDocument,
  filedSince,
  filesSince,
  fileViolations,
  fillPlan,
  isSlotId,
  openSlots,
  rejectedFor,
  whyKeptBack,
} from './document-plan'
import { calledAs, documentName, misnamedWords, referenceIdOf, safeFileName } from './file-name'

describe('a file that is not what its name says', () => {
  test.each([
    ['scan.pdf', 'image/jpeg', 'Called PDF, but its content is JPG'],
    ['letter.PDF', 'text/plain', 'Called PDF, but its content is TXT'],
    ['scan.pdf', 'application/pdf', null],
    ['photo.jpeg', 'image/jpeg', null],
    ['statement.may.pdf', 'application/pdf', null],
    ['setup.exe', 'text/plain', 'Called EXE, but its content is TXT'],
    ['lease.docx', 'application/pdf', 'Called DOCX, but its content is PDF'],
    // As some programs call what they print.
    ['lease.docx.pdf', 'application/pdf', null],
    ['scan', 'image/jpeg', null],
    ['statement 12.2024', 'application/pdf', null],
  ] as const)('%s, which is %s: %s', (name, mediaType, words) => {
    const document = { name: documentName(name, mediaType), calledAs: calledAs(name, mediaType) }
    expect(misnamedWords(document)).toBe(words)
  })
})

describe('a doubtful file', () => {
  const plan = documentPlan({ ownership: null, highMonthlyVolume: null, everCancelled: null, people: [] })
  const file = {
    id: 'a',
    category: 'voided-check',
    slot: 'voided-check',
    sha256: 'a',
    name: 'x.pdf.txt',
    calledAs: 'x.pdf',
  }
  const warning = {
    path: 'documents.voided-check',
    severity: 'warning',
    message: 'x.pdf.txt: Called PDF, but its content is TXT. Open it and check.',
  }

  it('is a warning at its slot, which keeps the step from being complete and blocks nothing', () => {
    const found = fileViolations(plan, [file])
    expect(found).toMatchObject([warning])
    const documents = stepStates('payfac', found, new Set(['documents', 'review'] as const)).find(
      ({ slug }) => slug === 'documents',
    )
    expect(documents).toMatchObject({ state: 'attention', note: '1 to check' })
  })

  it('is one where it fills no slot too, and none once it was accepted, rejected or replaced, or is what it is called', () => {
    const other = { ...file, category: 'other', slot: null }
    expect(fileViolations(plan, [other])).toMatchObject([{ ...warning, path: 'documents' }])
    const decided = (verdict: 'accepted' | 'rejected') => ({ ...file, decision: { verdict } })
    expect(fileViolations(plan, [decided('accepted')])).toEqual([])
    expect(fileViolations(plan, [decided('rejected')])).toEqual([])
    expect(
      fileViolations(plan, [file, { ...file, id: 'b', sha256: 'b', name: 'check.pdf', calledAs: null }]),
    ).toEqual([])
  })
})

describe('the size of a document', () => {
  test.each([
    [0, ['error']],
    [1, []],
    [WARN_DOCUMENT_BYTES, []],
    [WARN_DOCUMENT_BYTES + 1, ['warning']],
    [MAX_DOCUMENT_BYTES, ['warning']],
    [MAX_DOCUMENT_BYTES + 1, ['error']],
  ])('%i bytes', (sizeBytes, severities) => {
    expect(checkDocumentSize(sizeBytes).map(({ severity }) => severity)).toEqual(severities)
  })

  it('is measured in the interface’s 100 MB', () => {
    expect(MAX_DOCUMENT_BYTES).toBe(100 * 1024 * 1024)
    expect(WARN_DOCUMENT_BYTES).toBe(37.5 * 1024 * 1024)
  })
})

describe('kinds of documents', () => {
  it.each(['application/pdf', 'image/jpeg', 'image/png', 'text/plain'])('%s is accepted', (mediaType) => {
    expect(isAcceptedMediaType(mediaType)).toBe(true)
  })

  it.each(['text/html', 'image/svg+xml', 'application/zip', 'application/x-msdownload', '', 'toString'])(
    '%j is refused',
    (mediaType) => {
      expect(isAcceptedMediaType(mediaType)).toBe(false)
    },
  )

  it.each([
    ['application/pdf', true],
    ['image/png', true],
    ['text/csv', true],
    ['image/tiff', false],
    ['image/heic', false],
    ['image/heif', false],
    ['image/svg+xml', false],
    ['text/html', false],
    ['application/pdf ', false],
  ])('%j is shown in a page: %s', (mediaType, shown) => {
    expect(isShownInPage(mediaType)).toBe(shown)
  })

  it('a category is one of the six', () => {
    expect(isDocumentCategory('voided-check')).toBe(true)
    expect(isDocumentCategory('selfie')).toBe(false)
  })
})

describe('a safe file name', () => {
  test.each([
    ['voided check.pdf', 'voided check.pdf'],
    ['C:\\Users\\ana\\scan.PDF', 'scan.PDF'],
    ['../../etc/passwd', 'passwd'],
    ['/etc/', 'document'],
    ['', 'document'],
    ['...', 'document'],
    ['.htaccess', 'htaccess'],
    ['scan\u0000.pdf', 'scan.pdf'],
    ['scan\r\n.pdf', 'scan.pdf'],
    ['\u202efdp.exe', 'fdp.exe'],
    ['a\u200bb\u2066c.pdf', 'abc.pdf'],
    ['  two   spaces .pdf ', 'two spaces.pdf'],
    ['Kâğıt İşi – 株式会社.pdf', 'Kâğıt İşi – 株式会社.pdf'],
    ["O'Brien's (1).jpg", "O'Brien's (1).jpg"],
    [`${'x'.repeat(300)}.pdf`, `${'x'.repeat(76)}.pdf`],
    [`${'x'.repeat(300)}`, 'x'.repeat(80)],
    [`a.${'x'.repeat(300)}`, `a.${'x'.repeat(78)}`],
    // A space before a dot that the cut makes an extension: made safe again, it would lose that space.
    [`${'x'.repeat(78)} .y${'z'.repeat(20)}`, `${'x'.repeat(78)}.y`],
    [`${'👍'.repeat(50)}.pdf`, `${'👍'.repeat(38)}.pdf`],
  ])('of %j is %j', (name, safe) => {
    expect(safeFileName(name)).toBe(safe)
  })

  it('is never empty, never a path, at most 80 characters, and safe to make safe again', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('.', '/', '\\', '\0', ' ', '.pdf', '\u202e', 'x'.repeat(90)),
    )
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const safe = safeFileName(pieces.join(''))
        expect(safe).not.toBe('')
        expect(safe.length).toBeLessThanOrEqual(80)
        expect(safe).not.toMatch(/[/\\\p{Cc}\p{Cf}]/u)
        expect(safe).not.toMatch(/^\.+$/)
        expect(safe.isWellFormed()).toBe(true)
        expect(safeFileName(safe)).toBe(safe)
      }),
      { numRuns: 1000 },
    )
  })
})

describe('the name of a document', () => {
  test.each([
    ['check.pdf', 'application/pdf', 'check.pdf'],
    ['check.PDF', 'application/pdf', 'check.PDF'],
    ['photo.jpeg', 'image/jpeg', 'photo.jpeg'],
    ['scan', 'image/jpeg', 'scan.jpg'],
    ['scan.pdf', 'image/png', 'scan.pdf.png'],
    ['notes.md', 'text/plain', 'notes.md.txt'],
    ['list.csv', 'text/csv', 'list.csv'],
    ['invoice\u202efdp.exe', 'application/pdf', 'invoicefdp.exe.pdf'],
    ['..', 'application/pdf', 'document.pdf'],
    ['.pdf', 'application/pdf', 'pdf.pdf'],
    [`${'x'.repeat(300)}`, 'application/pdf', `${'x'.repeat(76)}.pdf`],
    [`${'x'.repeat(75)} y.doc`, 'application/pdf', `${'x'.repeat(75)}.pdf`],
  ] as const)('%j that is %s is %j: its extension fits its content', (name, mediaType, kept) => {
    expect(documentName(name, mediaType)).toBe(kept)
  })

  it('is a safe name of at most 80 characters that stays what it is', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.constantFrom(...(Object.keys(ACCEPTED_MEDIA_TYPES) as (keyof typeof ACCEPTED_MEDIA_TYPES)[])),
        (typed, mediaType) => {
          const name = documentName(typed, mediaType)
          expect(name.length).toBeLessThanOrEqual(80)
          expect(safeFileName(name)).toBe(name)
          expect(documentName(name, mediaType)).toBe(name)
        },
      ),
    )
  })
})

describe('the reference id of an attachment', () => {
  it('has letters, digits and underscores only', () => {
    expect(referenceIdOf('0198-ab_C')).toBe('doc_0198_ab_C')
    fc.assert(
      fc.property(fc.string(), (id) => {
        expect(referenceIdOf(id)).toMatch(/^[A-Za-z0-9_]+$/)
      }),
    )
  })

  it('differs for different ids', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.uuid(), (a, b) => {
        expect(referenceIdOf(a) === referenceIdOf(b)).toBe(a === b)
      }),
    )
  })
})

describe('the document plan', () => {
  const ana = { id: 'ana', name: 'Ana Ruiz', isControlProng: true }
  const ben = { id: 'ben', name: 'Ben Ruiz', isControlProng: false }
  const facts = (ownership: string | null, more: Partial<DocumentPlanFacts> = {}): DocumentPlanFacts => ({
    ownership,
    highMonthlyVolume: '1000',
    everCancelled: false,
    people: [],
    ...more,
  })
  const plan = (
    ownership: string | null,
    highMonthlyVolume: string | null = '1000',
    everCancelled: boolean | null = false,
  ) => [
    ...new Set(
      documentPlan(facts(ownership, { highMonthlyVolume, everCancelled })).map(({ category }) => category),
    ),
  ]

  it.each([...new Set([...OWNERSHIPS, ...FULL_OWNERSHIPS])])(
    'of a %s asks for a voided check, and each slot once with a reason and a label of its own',
    (ownership) => {
      const wanted = documentPlan(
        facts(ownership, { highMonthlyVolume: '500000', everCancelled: true, people: [ana, ben] }),
      )
      expect(wanted[0]?.id).toBe('voided-check')
      expect(new Set(wanted.map(({ id }) => id)).size).toBe(wanted.length)
      expect(new Set(wanted.map(({ label }) => label)).size).toBe(wanted.length)
      for (const { id, category, why } of wanted) {
        expect(why).toMatch(/\.$/)
        expect(isSlotId(id)).toBe(true)
        expect(categoryOfSlot(id)).toBe(category)
      }
    },
  )

  test.each([
    ['Sole Proprietorship', ['voided-check', 'identity']],
    ['Limited Liability Company', ['voided-check', 'identity', 'formation-papers']],
    ['Tax Exempt', ['voided-check', 'identity', 'formation-papers']],
    ['Government', ['voided-check']],
    ['Publicly Traded Corporation', ['voided-check']],
    ['Privately Held Limited Liability Company', ['voided-check', 'identity', 'formation-papers']],
    ['Privately Held Partnership', ['voided-check', 'identity', 'formation-papers']],
    ['Publicly Traded Limited Liability Company', ['voided-check']],
    ['Publicly Traded Partnership', ['voided-check']],
    ['toString', ['voided-check']],
    [null, ['voided-check']],
  ])('of a small %s', (ownership, categories) => {
    expect(plan(ownership)).toEqual(categories)
  })

  test.each([
    ['49999.99', []],
    ['50000', ['bank-statement']],
    ['99999.99', ['bank-statement']],
    ['100000', ['bank-statement', 'processing-statement']],
    [null, []],
    ['not a number', []],
  ])('by volume: %s a month', (volume, categories) => {
    expect(plan('Government', volume)).toEqual(['voided-check', ...categories])
  })

  it.each([
    ['Limited Liability Company', 'Privately Held Limited Liability Company'],
    ['Partnership', 'Privately Held Partnership'],
  ])('of a %s is that of a %s, as the other endpoint calls it', (payfac, full) => {
    const of = (ownership: string) =>
      documentPlan(facts(ownership, { highMonthlyVolume: '100000', everCancelled: true, people: [ana] }))
    expect(of(payfac)).toEqual(of(full))
  })

  it('after a canceled merchant account asks for processing statements, once, whatever the volume', () => {
    expect(plan('Government', '1', true)).toEqual(['voided-check', 'processing-statement'])
    expect(plan('Government', '100000', true)).toEqual([
      'voided-check',
      'bank-statement',
      'processing-statement',
    ])
  })

  test.each([
    ['Limited Liability Company', [ana, ben], ['identity:ana', 'identity:ben']],
    ['Sole Proprietorship', [ben], ['identity:ben']],
    ['Sole Proprietorship', [], ['identity']],
    ['Tax Exempt', [ana, ben], ['identity:ana']],
    ['Tax Exempt', [ben], ['identity']],
    ['Government', [ana], []],
  ])('of a %s asks each person for an ID: %j', (ownership, people, ids) => {
    const wanted = documentPlan(facts(ownership, { people })).filter(
      ({ category }) => category === 'identity',
    )
    expect(wanted.map(({ id }) => id)).toEqual(ids)
  })

  it('asks for each of three statements', () => {
    const ids = documentPlan(facts('Government', { highMonthlyVolume: '60000' })).map(({ id }) => id)
    expect(ids).toEqual(['voided-check', 'bank-statement:1', 'bank-statement:2', 'bank-statement:3'])
  })

  describe('is filled', () => {
    const wanted = documentPlan(
      facts('Limited Liability Company', { highMonthlyVolume: '60000', people: [ana, ben] }),
    )
    const filled = (documents: [category: string, slot: string | null][]) =>
      fillPlan(
        wanted,
        documents.map(([category, slot], index) => ({ category, slot, name: `${index}` })),
      ).flatMap(({ slot, document }) => (document ? [`${slot.id}=${document.name}`] : []))

    test('of several slots of one category it is counted how many are', () => {
      const file = (slot: string | null) => ({ category: 'bank-statement', slot, name: 'x' })
      expect(documentSets(wanted, [])).toEqual({
        identity: { filled: 0, of: 2 },
        'bank-statement': { filled: 0, of: 3 },
      })
      expect(documentSets(wanted, [file('bank-statement:2'), file(null)])['bank-statement']).toEqual({
        filled: 2,
        of: 3,
      })
    })

    test('a file with malware, or one that was rejected, has not come', () => {
      const uploadedAt = '2026-05-02T00:00:00.000Z'
      const file = { category: 'other', slot: null, uploadedAt }
      const came = (...documents: Parameters<typeof filedSince>[1][number][]) =>
        filedSince(wanted, documents, '2026-05-01T00:00:00.000Z')
      expect(came(file, file)).toEqual(['other', 'other'])
      expect(came({ ...file, uploadedAt: '2026-04-01T00:00:00.000Z' })).toEqual([])
      expect(came({ ...file, scan: 'infected' })).toEqual([])
      expect(came({ ...file, decision: { verdict: 'rejected' } })).toEqual([])
      expect(addedOf('other', 3, came(file, file), {})).toEqual({ filled: 2, of: 3 })
      const named = [
        { ...file, name: 'articles.pdf' },
        { ...file, name: 'cut.pdf', decision: { verdict: 'rejected' as const } },
        { ...file, name: 'check.pdf', category: 'voided-check' },
      ]
      expect(filesSince(wanted, named, '2026-05-01T00:00:00.000Z', 'other')).toEqual(['articles.pdf'])
      expect(addedOf('other', undefined, came(file, file), {})).toBeNull()
    })

    test('what is rejected, or replaced before anybody accepted it, is kept back', () => {
      const slot = 'identity:ana'
      const file = (verdict: 'accepted' | 'rejected' | null, of: string | null = slot) => ({
        category: 'identity',
        slot: of,
        decision: verdict && { verdict },
      })
      const kept = (...files: FiledDocument[]) => files.map((document) => whyKeptBack(document, files))
      expect(kept(file(null))).toEqual([null])
      expect(kept(file('rejected'))).toEqual(['rejected'])
      expect(kept(file('rejected'), file(null))).toEqual(['rejected', null])
      expect(kept(file(null), file(null))).toEqual(['replaced', null])
      // Rejected itself, the later one does not bring the earlier one back.
      expect(kept(file(null), file('rejected'))).toEqual(['replaced', 'rejected'])
      expect(kept(file('accepted'), file(null))).toEqual([null, null])
      expect(kept(file('accepted'), file('rejected'))).toEqual([null, 'rejected'])
      // In no slot, or beside those of the category, they do not replace each other.
      expect(kept(file(null, null), file(null, null))).toEqual([null, null])
      expect(kept(file(null, 'identity:other'), file(null, 'identity:other'))).toEqual([null, null])
      expect(kept(file(null), { ...file(null), scan: 'infected' })).toEqual([null, null])
    })
    describe('once an underwriter decided', () => {
      const slot = 'bank-statement:2'
      const file = (name: string, verdict: 'accepted' | 'rejected' | null, of: string | null = slot) => ({
        category: 'bank-statement',
        slot: of,
        name,
        decision: verdict && { verdict },
      })
      const filling = (...files: ReturnType<typeof file>[]) =>
        fillPlan(wanted, files).flatMap(({ slot: { id }, document }) =>
          document ? [`${id}=${document.name}`] : [],
        )
      const rejected = (...files: ReturnType<typeof file>[]) => {
        const there = wanted.find(({ id }) => id === slot)
        return there ? rejectedFor(there, wanted, files).map(({ name }) => name) : null
      }

      test('a rejected file fills nothing, and its slot says so until another comes', () => {
        expect(filling(file('old', 'rejected'))).toEqual([])
        expect(rejected(file('old', 'rejected'))).toEqual(['old'])
        expect(filling(file('old', 'rejected'), file('new', null))).toEqual([`${slot}=new`])
        expect(rejected(file('old', 'rejected'), file('new', null))).toEqual([])
        expect(rejected(file('old', 'rejected'), file('new', 'rejected'))).toEqual(['old', 'new'])
      })

      test('what it had replaced stays replaced, unless that was accepted', () => {
        expect(filling(file('old', null), file('new', 'rejected'))).toEqual([])
        expect(filling(file('old', 'accepted'), file('new', 'rejected'))).toEqual([`${slot}=old`])
      })

      test('one of no slot fills none either, and stands against the open slots of its category', () => {
        expect(filling(file('loose', 'rejected', null), file('next', null, null))).toEqual([
          'bank-statement:1=next',
        ])
        expect(rejected(file('loose', 'rejected', null))).toEqual(['loose'])
        expect(rejected(file('loose', 'rejected', 'bank-statement'))).toEqual(['loose'])
      })

      test('one that was filed for somebody who is gone, or as another one, stands against nobody else', () => {
        expect(rejected(file('gone', 'rejected', 'bank-statement:9'))).toEqual([])
        expect(rejected(file('more', 'rejected', 'bank-statement:other'))).toEqual([])
      })
    })

    test.each<[string, [string, string | null][], string[]]>([
      ['by nothing', [], []],
      ['by a category: its first open slot', [['bank-statement', null]], ['bank-statement:1=0']],
      [
        'one file for one slot, however many slots there are',
        [
          ['identity', null],
          ['bank-statement', null],
        ],
        ['identity:ana=0', 'bank-statement:1=1'],
      ],
      [
        'by the slot that was chosen, before those of the category alone',
        [
          ['identity', null],
          ['identity', 'identity:ana'],
        ],
        ['identity:ana=1', 'identity:ben=0'],
      ],
      [
        'once where two files are in one slot: by the latest',
        [
          ['bank-statement', 'bank-statement:2'],
          ['bank-statement', 'bank-statement:2'],
        ],
        ['bank-statement:2=1'],
      ],
      ['not by the ID of a person who is gone', [['identity', 'identity:cem']], []],
      ['not by what was added as another one', [['bank-statement', 'bank-statement:other']], []],
      ['by an ID from when no one was named yet', [['identity', 'identity']], ['identity:ana=0']],
      [
        'by the later of two that were filed while nobody was named: it replaced the first',
        [
          ['identity', 'identity'],
          ['identity', 'identity'],
        ],
        ['identity:ana=1'],
      ],
      ['not by what is filed otherwise', [['other', null]], []],
    ])('%s', (_, documents, slots) => {
      expect(filled(documents)).toEqual(slots)
      const open = openSlots(
        wanted,
        documents.map(([category, slot]) => ({ category, slot })),
      )
      expect(open).toHaveLength(wanted.length - slots.length)
    })

    it('by at most as many slots as files, and by more files never less', () => {
      const anyFile = fc.record({
        category: fc.constantFrom('identity', 'bank-statement', 'voided-check', 'other'),
        slot: fc.constantFrom(null, ...wanted.map(({ id }) => id), 'identity', 'identity:gone'),
      })
      fc.assert(
        fc.property(fc.array(anyFile), anyFile, (files, more) => {
          const open = openSlots(wanted, files).length
          expect(wanted.length - open).toBeLessThanOrEqual(files.length)
          expect(openSlots(wanted, [...files, more]).length).toBeLessThanOrEqual(open)
        }),
      )
    })

    it('by nothing that is kept back', () => {
      const anyFile = fc.record({
        category: fc.constant('identity'),
        slot: fc.constantFrom(null, 'identity', 'identity:ana', 'identity:gone'),
        scan: fc.constantFrom(null, null, 'infected' as const),
        decision: fc.constantFrom(null, { verdict: 'accepted' as const }, { verdict: 'rejected' as const }),
      })
      fc.assert(
        fc.property(fc.array(anyFile, { minLength: 2, maxLength: 6 }), (files) => {
          const filling = fillPlan(wanted, files).flatMap(({ document }) => document ?? [])
          expect(filling.map((document) => whyKeptBack(document, files))).toEqual(filling.map(() => null))
        }),
        { numRuns: 500 },
      )
    })
  })
})
