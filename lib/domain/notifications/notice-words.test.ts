import { expect, it } from 'vitest'
import { noticeWords } from './notice-words'

const ID = '0b9f3c1e-2d4a-4c5b-8e6f-7a8b9c0d1e2f'
const people = new Map([[ID, 'Ana Bell']])

it('says each thing that is asked, up to four', () => {
  const item = (n: number) => ({ place: 'x', label: `Field ${n}`, note: `Why ${n}` })
  expect(noticeWords({ items: [item(1), { label: 'Documents' }] }, people)).toEqual([
    'Field 1: Why 1',
    'Documents',
  ])
  expect(noticeWords({ items: [1, 2, 3, 4, 5, 6].map(item) }, people)).toEqual([
    'Field 1: Why 1',
    'Field 2: Why 2',
    'Field 3: Why 3',
    'Field 4: Why 4',
    'and 2 more',
  ])
})

it('says reasons by their names, and notes in one short line with the names of whom they mention', () => {
  expect(noticeWords({ reasons: ['bad-history', 'not-answered'], note: '' }, people)).toEqual([
    'Chargebacks or a canceled merchant account; Request for information not answered',
  ])
  expect(noticeWords({ note: `@[${ID}] look:\n row 3` }, people)).toEqual(['@Ana Bell look: row 3'])
  expect(noticeWords({ note: 'x'.repeat(400) }, people)).toEqual([`${'x'.repeat(280)}…`])
})

it('says nothing where nothing was written', () => {
  for (const written of [null, {}, { items: null, reasons: 3, note: 7 }])
    expect(noticeWords(written, people)).toEqual([])
})
