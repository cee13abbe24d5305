import { expect, it } from 'vitest'
import { mayHavePages } from './pdf-pages'

async function* inParts(text: string, size: number) {
  for (let from = 0; from < text.length; from += size) yield Buffer.from(text.slice(from, from + size))
}

const TREE = '%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n'

it.each([
  ['a page', '<< /Type /Page /Parent 2 0 R >>'],
  ['one written without blanks', '<</Type/Page/Parent 2 0 R>>'],
  ['one with a coded letter', '<< /Type /P#61ge >>'],
  ['one whose type is missing', '<< /Parent 2 0 R /Contents 4 0 R >>'],
  ['one whose type ends the file', '<< /Kids [] >> /Page'],
  ['one of an earlier version, which an update took out', '<</Type/Page>>\n%%EOF\n<</Type/Pages/Count 0>>'],
  ['compressed objects', '<< /Type /ObjStm /N 3 /First 20 >> stream\n\u0001\u0002'],
  ['a compressed table of objects', '<< /Type /XRef /Size 9 >>'],
])('%s may be a page, however the file comes', async (_what, text) => {
  for (const size of [1, 7, 10_000]) expect(await mayHavePages(inParts(TREE + text, size))).toBe(true)
})

it.each([
  ['an empty page tree', '<< /Type /Pages /Kids [] /Count 0 /MediaBox [0 0 612 792] >>\nendobj\n%%EOF'],
  ['other names that begin so', '<< /PageLayout /SinglePage /PageMode /UseNone /Pages 2 0 R >>'],
  ['words about it', '(Page 1 of 1)'],
])('%s is none', async (_what, text) => {
  for (const size of [1, 7, 10_000]) expect(await mayHavePages(inParts(TREE + text, size))).toBe(false)
})
