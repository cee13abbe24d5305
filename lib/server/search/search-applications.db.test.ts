import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Ctx } from '@/lib/server/services'
import { exampleDraft } from '@/lib/testing/example-draft'
import { openTestDesk, seedApplicationDraft, type TestDesk } from '@/lib/testing/test-desk'
import { FOUND_AT_MOST, readSearch, searchApplications } from './search-applications'

let desk: TestDesk
let ana: Ctx
beforeAll(async () => {
  desk = await openTestDesk({ partnerUrl: 'http://127.0.0.1:1/sandbox' })
  ana = await desk.as('Ana')
})
afterAll(() => desk.close())

async function seed(legalName: string, dbaName = legalName): Promise<string> {
  const draft = exampleDraft('Sole Proprietorship')
  return seedApplicationDraft(ana, { ...draft, merchant: { ...draft.merchant, legalName, dbaName } })
}

describe('the search of the command palette', () => {
  test('gives number, names and status, and nothing else of an application', async () => {
    const id = await seed('Heron Bakery LLC', 'The Blue Bun')
    const { items, more } = await searchApplications(ana, { text: 'blue bun' })
    expect(items).toEqual([
      {
        id,
        number: expect.any(Number),
        legalName: 'Heron Bakery LLC',
        dbaName: 'The Blue Bun',
        status: 'draft',
        statusBeforeRevision: null,
      },
    ])
    expect(more).toBe(false)
  })

  test('gives at most eight, and says that there are more', async () => {
    for (let i = 0; i <= FOUND_AT_MOST; i++) await seed(`Crowded Street ${i}`)
    const { items, more } = await searchApplications(ana, { text: 'crowded' })
    expect(items).toHaveLength(8)
    expect(more).toBe(true)
  })

  test.each(['', '   ', '\n\t'])('finds nothing by the blank text %j', async (text) => {
    await seed('Blank Text Shop')
    expect(await searchApplications(ana, { text })).toEqual({ items: [], more: false })
  })

  test.each(["O'Brien", 'İstanbul', 'مخبز', '<script>alert(1)</script>', '100% Cotton_Shop', '茶屋'])(
    'means %s literally',
    async (name) => {
      const id = await seed(`${name} of the palette`)
      const { items } = await searchApplications(ana, { text: name })
      expect(items.map((item) => item.id)).toContain(id)
    },
  )

  test.each(['\u0000', '\ud800', "' or 1=1 --", '%%%', 'x'.repeat(255)])(
    '%j breaks nothing',
    async (text) => {
      expect((await searchApplications(ana, readSearch({ text }))).items.length).toBeLessThanOrEqual(8)
    },
  )
})

describe('the body of a search', () => {
  test('is cut to what a name can be', () => {
    expect(readSearch({ text: 'x'.repeat(32_000) }).text).toHaveLength(255)
  })

  test('keeps nothing but its text', () => {
    expect(readSearch({ text: 'a', statuses: ['draft'], role: 'admin' })).toEqual({ text: 'a' })
  })

  test.each([null, 'text', 7, [], {}, { text: null }, { text: ['a'] }, { text: { length: 3 } }])(
    '%j is refused',
    (body) => {
      expect(() => readSearch(body)).toThrow('could not be read')
    },
  )
})
