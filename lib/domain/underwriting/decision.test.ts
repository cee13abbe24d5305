import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { ANY_SECTION_NAMES } from '@/lib/domain/application/section-names'
import { APPLICATION_STATUSES } from '@/lib/domain/application/status'
import { exampleDraft } from '@/lib/testing/example-draft'
import { exampleFullDraft } from '@/lib/testing/example-full-draft'
import { checkDecision, type DecisionFacts, decisionEffect, needsSecond } from './decision'
import { changesBetween, EVIDENCE_SECTIONS, type Evidence, outlives } from './evidence'

const evidence = (changes: Partial<Evidence> = {}): Evidence => ({
  versions: { merchant: 3, contacts: 1, accounts: 1, options: 2 },
  documents: [{ id: 'd-1', name: 'check.pdf', sha256: 'aa' }],
  ...changes,
})
const newer = evidence({ versions: { ...evidence().versions, merchant: 4 } })

const facts = (changes: Partial<DecisionFacts> = {}): DecisionFacts => ({
  status: 'in-underwriting',
  outcome: 'approve',
  reasons: ['within-policy'],
  note: '',
  deciderId: 'una',
  claimedBy: 'una',
  contributorIds: ['oli'],
  checklist: [
    { key: 'tax-id', text: 'The tax ID fits' },
    { key: 'volume', text: 'The volume is plausible' },
  ],
  confirmed: ['tax-id', 'volume'],
  open: [],
  unjudged: [],
  seen: evidence(),
  current: evidence(),
  first: null,
  ...changes,
})
const first = (deciderId: string, outcome: 'approve' | 'decline' = 'approve', seen = evidence()) => ({
  deciderId,
  outcome,
  evidence: seen,
})
const codes = (changes: Partial<DecisionFacts>) => checkDecision(facts(changes)).map(({ code }) => code)

describe('who may decide', () => {
  test.each<[rule: string, Partial<DecisionFacts>, string[]]>([
    ['who has the case and had no part in it', {}, []],
    ['no one has claimed it', { claimedBy: null }, ['not-claimed']],
    ['someone else has claimed it', { claimedBy: 'ulf' }, ['not-claimed']],
    ['who edited any of it, ever', { contributorIds: ['oli', 'una'] }, ['own-work']],
    ['who edited it before somebody else did', { contributorIds: ['una', 'oli'] }, ['own-work']],
    ['who made the first decision', { first: first('una') }, ['same-person']],
    ['another than who made the first', { first: first('ulf') }, []],
    ['another who edited it', { first: first('ulf'), contributorIds: ['una'] }, ['own-work']],
    ['who made a first decision that is stale', { first: first('una', 'approve', newer) }, []],
    ['another outcome than the first', { first: first('ulf', 'decline') }, []],
  ])('%s', (_rule, changes, expected) => {
    expect(codes(changes)).toEqual(expected)
  })
})

describe('the problems of a decision', () => {
  const unjudged = [
    { id: 'item-1', label: 'Website' },
    { id: 'item-2', label: 'Lease' },
  ]
  test.each<[Partial<DecisionFacts>, string]>([
    [
      { status: 'approved' },
      'There is nothing to decide: the application is not with underwriting now (Approved).',
    ],
    [{ claimedBy: null }, 'Claim the case first.'],
    [{ claimedBy: 'ulf' }, 'Someone else has this case. Ask them to release it, or have it assigned to you.'],
    [
      { contributorIds: ['una'] },
      'You worked on this application: you entered or changed something in it or its documents, sent it to underwriting, or have it assigned to you. Someone who did not must decide.',
    ],
    [
      { first: first('una') },
      'You made the first decision. Above this volume another underwriter has to confirm it.',
    ],
    [
      { current: newer },
      'The application or its documents changed after this page was loaded. Reload it and review the changes before you decide.',
    ],
    [{ confirmed: ['volume'] }, 'Some checklist items are open. Confirm them first.'],
    [{ confirmed: [] }, 'Some checklist items are open. Confirm them first.'],
    [{ unjudged }, 'Some answers are not reviewed. Accept or ask again before you approve.'],
    [{ reasons: [] }, 'Correct the reasons of the decision.'],
    [
      { open: ['Voided check is missing', 'Lease is missing'] },
      '“Within our policy” does not hold: Voided check is missing, Lease is missing. Request what is missing, or explain the exception in the note.',
    ],
    [
      { open: ['Lease is missing'], reasons: ['proven-history'] },
      'Lease is missing. Request what is missing, or explain the exception in the note.',
    ],
    [{ open: ['Lease is missing'], reasons: ['papers-to-follow'] }, 'Correct the reasons of the decision.'],
  ])('%j', (changes, message) => {
    expect(checkDecision(facts(changes)).map((problem) => problem.message)).toEqual([message])
  })

  it('what only the decider can do is shown to no one else', () => {
    const open = { confirmed: [], unjudged }
    expect(codes(open)).toEqual(['checklist', 'unjudged'])
    expect(codes({ ...open, claimedBy: 'ulf' })).toEqual(['not-claimed'])
    expect(codes({ ...open, contributorIds: ['una'] })).toEqual(['own-work'])
  })

  it('name items and answers as the page does', () => {
    const more = { id: 'item-1', label: 'Website', answer: 'None' }
    expect(checkDecision(facts({ confirmed: [], unjudged: [more] }))).toEqual([
      expect.objectContaining({ entries: facts().checklist }),
      expect.objectContaining({ answers: [{ id: 'item-1', label: 'Website' }] }),
    ])
    expect(checkDecision(facts({ open: ['Lease'], note: ' ' }))).toEqual([
      expect.objectContaining({
        violations: [expect.objectContaining({ path: 'note', code: 'required', severity: 'error' })],
      }),
    ])
  })
})

describe('when a decision can be made', () => {
  it.each(APPLICATION_STATUSES)('only in underwriting: %s', (status) => {
    expect(codes({ status })).toEqual(status === 'in-underwriting' ? [] : ['status'])
  })

  it('no approval with open entries of the checklist, which it names; a decline needs none', () => {
    expect(codes({ outcome: 'decline', reasons: ['identity-not-confirmed'], confirmed: [] })).not.toContain(
      'checklist',
    )
    expect(checkDecision(facts({ confirmed: ['volume', 'gone'] }))).toMatchObject([
      {
        code: 'checklist',
        entries: [{ key: 'tax-id', text: 'The tax ID fits' }],
      },
    ])
  })

  it('no approval with unreviewed answers, which it names; a decline needs none', () => {
    const unjudged = [{ id: 'item-1', label: 'Website' }]
    expect(checkDecision(facts({ unjudged, note: 'Seen.' }))).toEqual([
      {
        code: 'unjudged',
        message: 'Some answers are not reviewed. Accept or ask again before you approve.',
        answers: unjudged,
      },
    ])
    expect(codes({ unjudged, outcome: 'decline', reasons: ['bad-history'] })).toEqual([])
  })

  test.each<[rule: string, Evidence, string[], string[]]>([
    ['a newer section', newer, ['merchant'], []],
    [
      'a section that was not there',
      evidence({ versions: { ...evidence().versions, pricing: 1 } }),
      ['pricing'],
      [],
    ],
    [
      'a section that is gone',
      evidence({ versions: {} }),
      ['merchant', 'contacts', 'accounts', 'options'],
      [],
    ],
    ['a document that is gone', evidence({ documents: [] }), [], ['check.pdf']],
    [
      'a document that came',
      evidence({ documents: [...evidence().documents, { id: 'd-2', name: 'id.png', sha256: 'bb' }] }),
      [],
      ['id.png'],
    ],
    [
      'a document of other content',
      evidence({ documents: [{ id: 'd-1', name: 'check.pdf', sha256: 'cc' }] }),
      [],
      ['check.pdf'],
    ],
    [
      'a document that is called otherwise',
      evidence({ documents: [{ id: 'd-1', name: 'renamed.pdf', sha256: 'aa' }] }),
      [],
      ['check.pdf', 'renamed.pdf'],
    ],
  ])('not from a stale page: %s', (_rule, current, sections, documents) => {
    expect(checkDecision(facts({ current }))).toMatchObject([{ code: 'stale', sections, documents }])
  })

  it('not without reasons, whose problems it includes', () => {
    expect(checkDecision(facts({ reasons: [] }))).toMatchObject([
      { code: 'reasons', violations: [{ path: 'reasons', code: 'required' }] },
    ])
  })

  it('no approval while something is open, unless the note says why', () => {
    const open = ['Voided check is missing']
    expect(checkDecision(facts({ open }))).toMatchObject([
      { code: 'reasons', violations: [{ path: 'note' }], message: expect.stringContaining('Voided check') },
    ])
    expect(codes({ open, note: 'Seen at the branch.' })).toEqual([])
    expect(codes({ open, reasons: ['proven-history'] })).toEqual(['reasons'])
    expect(codes({ open, reasons: ['proven-history'], note: 'Seen.' })).toEqual([])
    expect(codes({ open, outcome: 'decline', reasons: ['bad-history'] })).toEqual([])
    expect(codes({ open, outcome: 'decline', reasons: ['within-policy'] })).toEqual(['reasons'])
  })

  it('reports all problems at once', () => {
    expect(
      codes({
        status: 'draft',
        claimedBy: null,
        contributorIds: ['una'],
        first: first('una', 'approve', newer),
        current: newer,
        confirmed: [],
        reasons: [],
      }),
    ).toEqual(['status', 'not-claimed', 'own-work', 'same-person', 'stale', 'reasons'])
    expect(codes({ current: newer, confirmed: [], reasons: [] })).toEqual(['stale', 'checklist', 'reasons'])
  })

  it('compares every section, in form order', () => {
    expect(EVIDENCE_SECTIONS).toEqual(ANY_SECTION_NAMES)
  })

  test.each([
    ['with documents that follow, one that comes', ['reserve', 'papers-to-follow'], 'added', true],
    ['with documents that follow, one that goes', ['papers-to-follow'], 'removed', false],
    ['with documents that follow, another name', ['papers-to-follow'], 'renamed', false],
    ['with nothing open, one that comes', ['within-policy'], 'added', false],
  ] as const)('an approval %s: outlived %j %s is %s', (_rule, reasons, change, expected) => {
    expect(outlives(reasons, change)).toBe(expected)
  })

  it('finds no change between equal states', () => {
    expect(changesBetween(evidence(), evidence())).toEqual({ sections: [], documents: [] })
  })
})

describe('the effect of a decision', () => {
  test.each<[rule: string, Partial<DecisionFacts>, boolean, string]>([
    ['one is enough', {}, false, 'takes-effect'],
    ['the first of two waits', {}, true, 'awaits-second'],
    ['the second confirms', { first: first('ulf') }, true, 'takes-effect'],
    ['the second decides otherwise', { first: first('ulf', 'decline') }, true, 'reopens'],
    ['a stale first does not count', { first: first('ulf', 'approve', newer) }, true, 'awaits-second'],
    ['a stale first does not contradict', { first: first('ulf', 'decline', newer) }, true, 'awaits-second'],
    ['the limit was raised', { first: first('ulf', 'decline') }, false, 'takes-effect'],
  ])('%s', (_rule, changes, isSecondNeeded, effect) => {
    expect(decisionEffect(facts(changes), isSecondNeeded)).toBe(effect)
  })
})

describe('a second person', () => {
  const withVolume = (highMonthlyVolume: string) => {
    const draft = exampleDraft()
    return { ...draft, options: { ...draft.options, highMonthlyVolume } }
  }

  test.each([
    ['below the limit', '99,999.99', '100000', false],
    ['at the limit', '100,000', '100000', false],
    ['a cent above the limit', '$100,000.01', '100000', true],
    ['amounts too large for a float to tell apart', '900719925474099.29', '900719925474099.28', true],
    ['volume not known', '', '100000', true],
    ['volume that is no amount', 'much', '100000', true],
    ['volume below zero', '-1', '100000', true],
    ['a limit that cannot be read', '5', 'often', true],
    ['a limit that cannot be read, and no volume', '0', 'often', true],
    ['a limit of nothing', '0', '0', false],
    ['no limit', '900000', null, false],
    ['no limit, and volume not known', '', null, false],
  ])('%s', (_rule, volume, limit, needed) => {
    expect(needsSecond(withVolume(volume), limit)).toBe(needed)
  })

  it('uses the same figure of a full application', () => {
    expect(needsSecond(exampleFullDraft(), '119999.99')).toBe(true)
    expect(needsSecond(exampleFullDraft(), '120000')).toBe(false)
  })

  it('is needed at every volume above one at which they are needed', () => {
    const cents = fc.bigInt(0n, 10n ** 15n)
    const text = (amount: bigint) => `${amount / 100n}.${String(amount % 100n).padStart(2, '0')}`
    fc.assert(
      fc.property(cents, cents, cents, (volume, more, limit) => {
        const lower = needsSecond(withVolume(text(volume)), text(limit))
        const higher = needsSecond(withVolume(text(volume + more)), text(limit))
        expect(higher || !lower).toBe(true)
        expect(lower).toBe(volume > limit)
      }),
    )
  })
})
