import { expect, it } from 'vitest'
import { detectMediaType } from './media-type'

const program = Buffer.concat([
  Buffer.from('MZ'),
  Buffer.alloc(126),
  Buffer.from('PE\0\0'),
  Buffer.alloc(200),
])
/** As far as anyone looks: the head of an archive's first entry. */
const archive = (entry: string) => {
  const head = Buffer.alloc(30)
  head.write('PK\x03\x04', 'latin1')
  head.writeUInt16LE(20, 4)
  head.writeUInt16LE(entry.length, 26)
  return Buffer.concat([head, Buffer.from(entry), Buffer.alloc(64)])
}

it.each<[string, string, Buffer, RegExp]>([
  ['a program in the clothes of a PDF', 'check.pdf', program, /^By its content this is a program \(EXE\)\./],
  [
    'a Word document',
    'articles.docx',
    archive('a.xml'),
    /^By its content this is a Word document \(DOCX\)\./,
  ],
  ['a workbook', 'list.XLSX', archive('a.xml'), /^By its content this is an Excel workbook \(XLSX\)\./],
  ['an archive', 'scans.zip', archive('a.xml'), /^By its content this is a ZIP archive\./],
  [
    'another program',
    'a.pdf',
    Buffer.concat([Buffer.from('\x7fELF\x02\x01\x01', 'latin1'), Buffer.alloc(64)]),
    /^By its content this is an ELF file\./,
  ],
  ['a page', 'a.txt', Buffer.from('<html>'), /^By its content this is a web page or other markup\./],
])('%s is called what it is, with what to do', async (_what, name, head, words) => {
  const found = await detectMediaType(head, name)
  expect(found).toEqual({ ok: false, message: expect.stringMatching(words) })
  expect(found).toEqual({ ok: false, message: expect.stringMatching(/PDF.* add it again\.$/) })
})
