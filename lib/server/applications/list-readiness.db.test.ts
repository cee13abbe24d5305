import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { applications, identityFingerprints, unsentTexts } from '@/lib/db/schema/applications'
import { blankDraft } from '@/lib/domain/application/blank'
import { type ApplicationListQuery, applicationList } from '@/lib/domain/application/list-query'
import { progressWords } from '@/lib/domain/application/readiness'
import type { Draft } from '@/lib/domain/application/sections'
import { LIST_PAGE } from '@/lib/server/lists/keyset'
import type { Ctx } from '@/lib/server/services'
import { submittableDraft } from '@/lib/testing/applications-at-partner'
import { exampleAccount } from '@/lib/testing/example-draft'
import { plainFullDraft, seedFullApplication } from '@/lib/testing/full-drafts'
import { openTestDesk, seedApplicationDraft, type TestDesk } from '@/lib/testing/test-desk'
import { addDocument, ourDraft, seedCase, setUnderwritingRules } from '@/lib/testing/underwriting-cases'
import { exportApplications } from './list-export'
import { judgeDrafts, listJudgedPage } from './list-readiness'
import { viewApplication } from './loaders'
import { saveSection } from './mutations'
import { viewReadiness } from './readiness'

let desk: TestDesk
let ana: Ctx
beforeAll(async () => {
  desk = await openTestDesk({ partnerUrl: 'http://127.0.0.1:1/sandbox' })
  ana = await desk.as('Ana')
})
afterAll(() => desk.close())

const theirs = submittableDraft
const withoutBank = () => ({ ...theirs(), accounts: { items: [exampleAccount('a', { bankName: '' })] } })
const wrong = () => {
  const draft = theirs()
  return { ...draft, merchant: { ...draft.merchant, website: 'not one', mcc: '12' } }
}

const wordsOf = async (id: string) => {
  const progress = (await judgeDrafts(ana, [id])).get(id)
  // What is said of its documents has a test of its own.
  return progress && progressWords(progress).split(' · ')[0]
}
/** As the dialog that sends several judges it. */
const wayOf = async (id: string) =>
  (await viewReadiness(ana, { applicationIds: [id] }))[0]?.readiness.way ?? null

describe('how near a draft is to being sent', () => {
  test.each([
    ['complete, the partner underwrites', theirs, 'Ready to submit'],
    ['complete, we underwrite', ourDraft, 'Ready for underwriting'],
    ['something missing', withoutBank, '3 of 4 sections'],
    ['nothing typed', blankDraft, '0 of 4 sections'],
    ['something wrong', wrong, /^\d problems$/],
  ])('%s: the list and its review say the same', async (_, draftOf, words) => {
    const id = await seedApplicationDraft(ana, draftOf())
    const progress = (await judgeDrafts(ana, [id])).get(id)
    expect(progress?.way).toBe(await wayOf(id))
    if (typeof words === 'string') expect(await wordsOf(id)).toBe(words)
    else expect(await wordsOf(id)).toMatch(words)
  })

  test('one number of two people holds a draft back where it is sent, and the list tells it once it was compared: no limit counts a list', async () => {
    const draft = theirs()
    const [first] = draft.contacts.items
    if (!first) throw new Error('no contact')
    const half = { ...first, percentageOwned: '50' }
    draft.contacts.items = [half, { ...half, id: 'again', lastName: 'Other', roles: ['Principal'] }]
    const id = await seedApplicationDraft(ana, draft)
    expect(await wordsOf(id)).toBe('Check the Social Security number')
    const ofDraft = and(eq(identityFingerprints.applicationId, id), eq(identityFingerprints.field, 'ssn'))
    await ana.db.update(identityFingerprints).set({ compared: false }).where(ofDraft)
    expect(await wordsOf(id)).toBe('Ready to submit')
    const [row] = await viewReadiness(ana, { applicationIds: [id] })
    expect(row?.readiness).toMatchObject({ way: 'submit', slips: ['Social Security number'] })
    expect(await wordsOf(id)).toBe('Check the Social Security number')
  })

  test('tells the documents that are missing and the files to check as its review does', async () => {
    const id = await seedApplicationDraft(ana, theirs())
    const documentsOf = async () => {
      const [row] = await viewReadiness(ana, { applicationIds: [id] })
      const { violations, needs } = await viewApplication(ana, id)
      if (!row || row.readiness.way === null) throw new Error('It is not ready.')
      expect(needs.documents.missing).toBe(row.readiness.missing)
      return {
        missing: row.readiness.missing,
        doubtful: violations.filter(({ path }) => path.startsWith('documents')).length,
      }
    }
    const listed = async () => (await judgeDrafts(ana, [id])).get(id)?.documents
    const before = await documentsOf()
    expect(before.missing).toBeGreaterThan(0)
    expect(await listed()).toEqual(before)
    await addDocument(ana, id)
    await addDocument(ana, id, 'statement.txt', 'other')
    const after = await documentsOf()
    expect(await listed()).toEqual(after)
    expect(after).toEqual({ missing: before.missing - 1, doubtful: 1 })
  })

  test('a full application has a section more', async () => {
    const id = await seedFullApplication(ana, plainFullDraft())
    expect((await judgeDrafts(ana, [id])).get(id)).toMatchObject({ sections: 5, way: await wayOf(id) })
  })

  test('follows the rules, a note that was begun, and what it was copied from', async () => {
    const id = await seedApplicationDraft(ana, ourDraft())
    await ana.db.insert(unsentTexts).values({
      personId: ana.actor.id,
      applicationId: id,
      what: 'hand-over',
      textId: crypto.randomUUID(),
      content: { note: 'begun' },
      savedAt: new Date(),
    })
    expect([(await judgeDrafts(ana, [id])).get(id)?.way, await wayOf(id)]).toEqual([null, null])

    const source = await seedApplicationDraft(ana, theirs())
    const copy = await seedApplicationDraft(ana, theirs())
    await ana.db
      .update(applications)
      .set({ origin: { applicationId: source, number: 1, kind: 'payfac', leftOut: [] } })
      .where(eq(applications.id, copy))
    expect([await wordsOf(copy), await wayOf(copy)]).toEqual(['Ready to submit', 'submit'])
    await ana.db.update(applications).set({ status: 'outcome-unknown' }).where(eq(applications.id, source))
    expect([await wordsOf(copy), await wayOf(copy)]).toEqual(['1 problem', null])

    const strict = await seedApplicationDraft(ana, theirs())
    await setUnderwritingRules(ana, { precheck: 'required' })
    expect(await wordsOf(strict)).toBe('Ready for underwriting')
    expect(await wayOf(strict)).toBe('hand-over')
    await setUnderwritingRules(ana, { precheck: 'off' })
  })

  test('follows what underwriters have under its tax ID: of each draft its own', async () => {
    const withTaxId = (draft: Draft, taxId: string): Draft => ({
      ...draft,
      merchant: { ...draft.merchant, taxId },
    })
    await seedCase(ana, withTaxId(ourDraft(), '98-7654321'))
    const same = await seedApplicationDraft(ana, withTaxId(theirs(), '98-7654321'))
    const other = await seedApplicationDraft(ana, withTaxId(theirs(), '98-7654322'))
    const judged = await judgeDrafts(ana, [same, other])
    expect([judged.get(same)?.way, judged.get(other)?.way]).toEqual([null, 'submit'])
    expect([await wayOf(same), await wayOf(other)]).toEqual([null, 'submit'])
  })

  test('is found once, and anew when a section, a list or the day is another', async () => {
    const id = await seedApplicationDraft(ana, theirs())
    expect(await wordsOf(id)).toBe('Ready to submit')
    const shut: Ctx = {
      ...ana,
      sealer: {
        ...ana.sealer,
        open: () => {
          throw new Error('Nothing is to be opened.')
        },
      },
    }
    const wayFor = async (ctx: Ctx) => (await judgeDrafts(ctx, [id])).get(id)?.way
    expect(await wayFor(shut)).toBe('submit')

    const unlisted = { ...ana.lists, ddaTypes: ['Another'] }
    await expect(wayFor({ ...shut, lists: unlisted })).rejects.toThrow('Nothing is to be opened.')
    expect(await wayFor({ ...ana, lists: unlisted })).toBe(null)
    const longAgo = () => new Date('1950-01-01T12:00:00Z')
    expect(await wayFor({ ...ana, now: longAgo })).toBe(null)
    expect(await wayFor(ana)).toBe('submit')

    const { merchant } = wrong()
    await saveSection(ana, { applicationId: id, section: 'merchant', baseVersion: 1, data: merchant })
    expect(await wordsOf(id)).toMatch(/^\d problems$/)
  })

  test('what is no draft, was sent before, or stands at the partner is left out', async () => {
    const ids = await Promise.all([1, 2].map(() => seedApplicationDraft(ana, theirs())))
    const [sent = '', update = ''] = ids
    await ana.db.update(applications).set({ status: 'submitted' }).where(eq(applications.id, sent))
    await ana.db
      .update(applications)
      .set({ statusBeforeRevision: 'submitted' })
      .where(eq(applications.id, update))
    expect(await judgeDrafts(ana, ids)).toEqual(new Map())
    expect(await judgeDrafts(ana, [])).toEqual(new Map())
  })
})

describe('the filter', () => {
  const OWN = 'Sorted out'
  const readAll = async (asked: Partial<ApplicationListQuery>) => {
    const numbers: number[] = []
    let cursor: ApplicationListQuery['cursor'] = null
    const pages: Awaited<ReturnType<typeof listJudgedPage>>[] = []
    do {
      const page = await listJudgedPage(ana, { ...applicationList.all, ownership: OWN, ...asked, cursor })
      pages.push(page)
      numbers.push(...page.items.map(({ number }) => number))
      cursor = page.after && { side: 'after', ...page.after }
    } while (cursor)
    return { numbers, pages }
  }

  test('finds every ready draft once, page by page and back, and the others with its opposite', async () => {
    const ready: string[] = []
    for (let at = 0; at < LIST_PAGE + 8; at++) ready.push(await seedApplicationDraft(ana, theirs()))
    const open = await seedApplicationDraft(ana, withoutBank())
    // Blank ones in between, more than are judged in one go.
    await ana.db.insert(applications).values(
      Array.from({ length: 260 }, () => ({
        status: 'draft' as const,
        createdBy: ana.actor.id,
        createdAt: new Date(),
        updatedAt: new Date(),
        ownership: OWN,
      })),
    )
    for (const [at, id] of [...ready, open].entries())
      await ana.db
        .update(applications)
        .set({ ownership: OWN, updatedAt: new Date(Date.now() + (at % 2 === 0 ? -1 : 1) * at * 60_000) })
        .where(eq(applications.id, id))

    const { numbers, pages } = await readAll({ readiness: 'ready' })
    expect(new Set(numbers).size).toBe(ready.length)
    expect(numbers).toHaveLength(ready.length)
    expect(pages.map(({ items }) => items.length)).toEqual([LIST_PAGE, 8])
    const before = pages[1]?.before
    if (!before) throw new Error('The last page names none before it.')
    const back = await listJudgedPage(ana, {
      ...applicationList.all,
      ownership: OWN,
      readiness: 'ready',
      cursor: { side: 'before', ...before },
    })
    expect(back.items).toEqual(pages[0]?.items)

    const sorted = await readAll({ readiness: 'ready', sort: { by: 'number', direction: 'ascending' } })
    expect(sorted.numbers).toEqual([...numbers].sort((a, b) => a - b))
    const others = await readAll({ readiness: 'incomplete' })
    expect(others.numbers).toHaveLength(261)
    expect(numbers.filter((number) => others.numbers.includes(number))).toEqual([])

    const csv = await new Response(
      await exportApplications(ana, { ...applicationList.all, ownership: OWN, readiness: 'ready' }),
    ).text()
    expect(csv.split('\r\n').slice(1, -1)).toHaveLength(ready.length)
  })
})
