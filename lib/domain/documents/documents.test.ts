import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { FULL_OWNERSHIPS } from '@/lib/domain/application/full-sections'
import { OWNERSHIPS } from '@/lib/domain/application/sections'
import { stepStates } from '@/lib/domain/application/steps'
import { deliverableOf } from './deliverable'
import { canChangeDocument, canSendDocumentAgain, DELIVERY_STATES } from './delivery-state'
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
  fileDoubts,
  filedPlaces,
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
import { renameDocumentInput } from './inputs'
import { isQuarantined } from './scan-state'

describe('a file whose content is not what its name says', () => {
  test.each([
    ['scan.pdf', 'image/jpeg', 'Called PDF, but its content is JPG'],
    ['letter.PDF', 'text/plain', 'Called PDF, but its content is TXT'],
    ['scan.pdf', 'application/pdf', null],
    ['photo.jpeg', 'image/jpeg', null],
    ['statement.may.pdf', 'application/pdf', null],
    ['setup.exe', 'text/plain', 'Called EXE, but its content is TXT'],
    ['lease.docx', 'application/pdf', 'Called DOCX, but its content is PDF'],
    // Some programs name their printouts like this.
    ['lease.docx.pdf', 'application/pdf', null],
    ['scan', 'image/jpeg', null],
    ['statement 12.2024', 'application/pdf', null],
  ] as const)('%s, which is %s: %s', (name, mediaType, words) => {
    const document = { name: documentName(name, mediaType), calledAs: calledAs(name, mediaType) }
    expect(misnamedWords(document)).toBe(words)
  })
})

describe('a doubtful file', () => {
  const plan = documentPlan({
    ownership: null,
    highMonthlyVolume: null,
    everCancelled: null,
    people: [],
    accounts: [],
  })
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

  it('is a file whose name suggests another kind of document than its slot', () => {
    const named = { ...file, name: 'bank statement oct.pdf', calledAs: null }
    const message =
      'bank statement oct.pdf: The file name suggests another kind of document: bank statement. Open it and check.'
    expect(fileViolations(plan, [named])).toMatchObject([{ ...warning, message }])
    expect(fileViolations(plan, [{ ...named, name: 'check.pdf' }])).toEqual([])
    expect(fileViolations(plan, [{ ...named, category: 'bank-statement', slot: null }])).toEqual([])
  })

  it('is a warning at its slot, which keeps the step from being complete and blocks nothing', () => {
    const found = fileViolations(plan, [file])
    expect(found).toMatchObject([warning])
    const documents = stepStates('payfac', found, new Set(['documents', 'review'] as const)).find(
      ({ slug }) => slug === 'documents',
    )
    expect(documents).toMatchObject({ state: 'attention', note: '1 to check' })
  })

  it('gets a warning without a slot, too, and none once it was accepted, rejected, replaced or renamed', () => {
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

  it('is limited by the interface’s 100 MB', () => {
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
    // The cut turns the space before a dot into one before the extension; making the name safe again would drop it.
    [`${'x'.repeat(78)} .y${'z'.repeat(20)}`, `${'x'.repeat(78)}.y`],
    [`${'👍'.repeat(50)}.pdf`, `${'👍'.repeat(38)}.pdf`],
  ])('of %j is %j', (name, safe) => {
    expect(safeFileName(name)).toBe(safe)
  })

  it('is never empty, is no path, has at most 80 characters, and does not change when made safe again', () => {
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

  it('has at most 80 characters and does not change when computed again', () => {
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
    accounts: [],
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

  it('asks for one check per bank account, even if several items enter the account', () => {
    const first = { ids: ['one', 'two'], name: 'First Bank ••••6789' }
    const other = { ids: ['three'], name: 'Heron Bank ••••4321' }
    const of = (accounts: DocumentPlanFacts['accounts']) => documentPlan(facts('Government', { accounts }))
    expect(of([first]).map(({ id, label }) => [id, label])).toEqual([['voided-check', 'Voided check']])
    const both = of([first, other])
    expect(both.map(({ id, label }) => [id, label])).toEqual([
      ['voided-check:one', 'Voided check: First Bank ••••6789'],
      ['voided-check:three', 'Voided check: Heron Bank ••••4321'],
    ])
    const names = (plan: ReturnType<typeof documentPlan>, slot: string | null) =>
      fillPlan(plan, [{ category: 'voided-check', slot, name: 'check' }]).map(
        ({ document }) => document?.name ?? null,
      )
    // A file added before there was a second account fills the first slot only.
    expect(names(both, null)).toEqual(['check', null])
    expect(names(both, 'voided-check')).toEqual(['check', null])
    expect(names(both, 'voided-check:three')).toEqual([null, 'check'])
    expect(names(both, 'voided-check:two')).toEqual(['check', null])
    // The other account is gone, so its check fills no slot.
    expect(names(of([first]), 'voided-check:one')).toEqual(['check'])
    expect(names(of([first]), 'voided-check:three')).toEqual([null])
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

  it('asks for processing statements once after a canceled merchant account, at any volume', () => {
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

    test('counts the filled slots of a category with several', () => {
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

    test('ignores files with malware and rejected files', () => {
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

    test('a file that is rejected, or replaced before anybody accepted it, is not sent', () => {
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
      // Rejecting the later file does not bring the earlier one back.
      expect(kept(file(null), file('rejected'))).toEqual(['replaced', 'rejected'])
      expect(kept(file('accepted'), file(null))).toEqual([null, null])
      expect(kept(file('accepted'), file('rejected'))).toEqual([null, 'rejected'])
      // Files in no slot, or filed beside the category's slots, do not replace each other.
      expect(kept(file(null, null), file(null, null))).toEqual([null, null])
      expect(kept(file(null, 'identity:other'), file(null, 'identity:other'))).toEqual([null, null])
      expect(kept(file(null), { ...file(null), scan: 'infected' })).toEqual([null, null])
    })
    describe('after an underwriter decided', () => {
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

      test('a rejected file fills nothing, and its slot says so until another file is added', () => {
        expect(filling(file('old', 'rejected'))).toEqual([])
        expect(rejected(file('old', 'rejected'))).toEqual(['old'])
        expect(filling(file('old', 'rejected'), file('new', null))).toEqual([`${slot}=new`])
        expect(rejected(file('old', 'rejected'), file('new', null))).toEqual([])
        expect(rejected(file('old', 'rejected'), file('new', 'rejected'))).toEqual(['old', 'new'])
      })

      test('a file that a rejected one replaced stays replaced unless it was accepted', () => {
        expect(filling(file('old', null), file('new', 'rejected'))).toEqual([])
        expect(filling(file('old', 'accepted'), file('new', 'rejected'))).toEqual([`${slot}=old`])
      })

      test('a rejected file without a slot fills none and counts for the open slots of its category', () => {
        expect(filling(file('loose', 'rejected', null), file('next', null, null))).toEqual([
          'bank-statement:1=next',
        ])
        expect(rejected(file('loose', 'rejected', null))).toEqual(['loose'])
        expect(rejected(file('loose', 'rejected', 'bank-statement'))).toEqual(['loose'])
      })

      test('a rejected file that was for a removed slot, or for none in particular, is shown under no slot', () => {
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
        'by the later of two files from before anybody was named, which replaced the first',
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

    it('at most as many slots are filled as there are files, and another file never reduces them', () => {
      const anyFile = fc.oneof(
        fc.record({
          category: fc.constantFrom('identity', 'bank-statement', 'voided-check', 'other'),
          slot: fc.constant(null),
        }),
        fc
          .constantFrom(...wanted.map(({ id }) => id), 'identity', 'identity:gone')
          .map((slot) => ({ category: categoryOfSlot(slot), slot })),
      )
      fc.assert(
        fc.property(fc.array(anyFile), anyFile, (files, more) => {
          const open = openSlots(wanted, files).length
          expect(wanted.length - open).toBeLessThanOrEqual(files.length)
          expect(openSlots(wanted, [...files, more]).length).toBeLessThanOrEqual(open)
        }),
      )
    })

    it('never by a file that is kept back', () => {
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

test.each([
  ['draft', null, false],
  ['withdrawn', null, 'never'],
  ['withdrawn', '006', true],
  ['draft', '006', true],
] as const)(
  'documents of a %s application with the opportunity %s can be delivered: %s',
  (status, opportunityId, can) => {
    expect(deliverableOf({ status, opportunityId })).toBe(can)
  },
)

test('a document that the partner does not have can be changed, and sent again after its delivery ended', () => {
  expect(DELIVERY_STATES.filter(canChangeDocument)).toEqual(['waiting', 'refused', 'not-sent'])
  expect(DELIVERY_STATES.filter(canSendDocumentAgain)).toEqual(['refused', 'not-sent'])
})

test('a file that is being scanned or has malware is neither opened nor sent', () => {
  expect(([null, 'waiting', 'clean', 'infected'] as const).filter(isQuarantined)).toEqual([
    'waiting',
    'infected',
  ])
})

test('renaming a document takes a name that is not blank', () => {
  const documentId = '0192f3a4-5b6c-4d8e-9f01-23456789abcd'
  expect(renameDocumentInput.parse({ documentId, name: ' check.pdf ' })).toEqual({
    documentId,
    name: 'check.pdf',
  })
  expect(renameDocumentInput.safeParse({ documentId, name: ' ' }).error?.issues[0]?.message).toBe(
    'A document needs a name.',
  )
})

test.each([
  [0, 'error', 'This file is empty. Choose the file that holds the document.'],
  [
    MAX_DOCUMENT_BYTES + 1,
    'error',
    'This file is over 100 MB, which the partner refuses. Split it, or scan it smaller.',
  ],
  [
    WARN_DOCUMENT_BYTES + 1,
    'warning',
    'Files over 37.5 MB are often refused by the partner. A smaller scan is safer.',
  ],
])('of %i bytes it says what to do', (sizeBytes, severity, message) => {
  expect(checkDocumentSize(sizeBytes)).toEqual([{ path: 'documents', code: 'range', message, severity }])
})

test('a page shows only exact matches of the allowed content types', () => {
  expect(['image/png', 'ximage/png', 'image/pngx', 'image/tiff'].filter(isShownInPage)).toEqual(['image/png'])
})

describe('slots and their files', () => {
  const plan = documentPlan({
    ownership: 'Partnership',
    highMonthlyVolume: '100000',
    everCancelled: null,
    accounts: [],
    people: [
      { id: 'ana', name: 'Ana Ruiz', isControlProng: true },
      { id: 'ben', name: 'Ben Roe', isControlProng: false },
    ],
  })
  const rejected = { verdict: 'rejected' } as const

  it('have labels that say whose or which document it is, and a reason', () => {
    expect(plan.map(({ id, label }) => `${id} ${label}`)).toEqual([
      'voided-check Voided check',
      'identity:ana Identity: Ana Ruiz',
      'identity:ben Identity: Ben Roe',
      'formation-papers Formation documents',
      ...[1, 2, 3].map((at) => `bank-statement:${at} Bank statement ${at} of 3`),
      ...[1, 2, 3].map((at) => `processing-statement:${at} Processing statement ${at} of 3`),
    ])
    expect(plan.at(-1)?.why).toBe(
      'From $100,000 a month: the last three processing statements show volume, refunds and chargebacks.',
    )
  })

  it.each([
    ['identity', true],
    ['identity:c-1', true],
    ['bank-statement:2', true],
    ['identity:', false],
    ['identity:c 1', false],
    ['identity:c:1', false],
    [' identity', false],
    [`identity:${'x'.repeat(65)}`, false],
    ['constructor', false],
    ['', false],
  ])('%j is one of some plan: %s', (id, is) => {
    expect(isSlotId(id)).toBe(is)
  })

  const file = (id: string, sha256: string, slot: string, fields: Partial<FiledDocument> = {}) => ({
    id,
    sha256,
    slot,
    category: categoryOfSlot(slot),
    ...fields,
  })

  it('are doubtful if one file fills several', () => {
    const documents = [
      file('1', 'aa', 'identity:ana'),
      file('2', 'aa', 'identity:ben'),
      file('3', 'aa', 'formation-papers'),
      file('4', 'bb', 'voided-check'),
      file('5', 'aa', 'other:other', { category: 'other' }),
    ]
    const doubtsOf = (id: string) => fileDoubts({ id, name: 'x.pdf', calledAs: null }, plan, documents)
    expect(doubtsOf('1')).toEqual(['Same file as Identity: Ben Roe, Formation documents'])
    expect(doubtsOf('3')).toEqual(['Same file as Identity: Ana Ruiz, Identity: Ben Roe'])
    for (const id of ['4', '5']) expect(doubtsOf(id)).toEqual([])
    expect(fileDoubts({ id: '1', name: 'x.pdf', calledAs: 'x.exe' }, plan, documents)).toHaveLength(2)
  })

  it('list the files rejected in them, but none of a removed person', () => {
    const documents = [
      file('1', 'aa', 'identity:ana', { decision: rejected }),
      file('2', 'bb', 'identity:ben', { decision: rejected }),
      file('3', 'cc', 'identity:gone', { decision: rejected }),
      file('4', 'dd', 'formation-papers', { decision: rejected }),
      file('5', 'ee', 'identity:gone'),
    ]
    const rejectedIn = (id: string) =>
      plan
        .filter((slot) => slot.id === id)
        .flatMap((slot) => rejectedFor(slot, plan, documents).map((one) => one.id))
    expect(rejectedIn('identity:ana')).toEqual(['1'])
    expect(rejectedIn('formation-papers')).toEqual(['4'])
    expect(rejectedIn('voided-check')).toEqual([])
    const filled = [...documents, file('6', 'ff', 'identity:ana')]
    expect(rejectedFor(plan[1] as (typeof plan)[number], plan, filled)).toEqual([])
  })

  it('are named with the category as a file’s places', () => {
    const documents = [
      file('1', 'aa', 'identity:ana'),
      { ...file('2', 'bb', 'bank-statement:1'), slot: null },
      file('3', 'cc', 'formation-papers'),
      file('4', 'dd', 'identity:gone'),
      { ...file('5', 'ee', 'other'), slot: null },
    ]
    expect(filedPlaces(plan, documents).map(({ places }) => places)).toEqual([
      ['identity', 'identity:ana'],
      ['bank-statement', 'bank-statement:1'],
      ['formation-papers'],
      ['identity', 'identity:gone'],
      ['other'],
    ])
  })

  it('count the added files of a category, within the size of its set', () => {
    const sets = { 'bank-statement': { filled: 2, of: 3 } }
    const came = ['bank-statement', 'identity', 'bank-statement']
    expect(addedOf('bank-statement', undefined, came, sets)).toEqual({ filled: 2, of: 3 })
    expect(addedOf('bank-statement', undefined, ['identity'], sets)).toBeNull()
    expect(addedOf('identity', undefined, came, sets)).toBeNull()
    expect(addedOf('bank-statement', 5, came, sets)).toEqual({ filled: 2, of: 5 })
    expect(addedOf('bank-statement', 1, came, sets)).toEqual({ filled: 1, of: 1 })
  })
})

test.each([
  ['a . .pdf', 'a.pdf'],
  ['. . a.pdf . .', 'a.pdf'],
  [`${'x'.repeat(79)} . .pdf`, `${'x'.repeat(76)}.pdf`],
  [`${'x'.repeat(74)}. . y.pdf`, `${'x'.repeat(74)}.pdf`],
  ['a.123456789', 'a.123456789'],
])('%j is safe as %j', (name, safe) => {
  expect(safeFileName(name)).toBe(safe)
})
