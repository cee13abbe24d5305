import { deflateRawSync } from 'node:zlib'
import { describe, expect, it, test } from 'vitest'
import { listArchive, packedBytesOf } from '@/lib/domain/tables/archive'
import { type FileContent, openFile } from '@/lib/domain/tables/open-file'
import { FUNDING_FILE, readText, readWorkbook } from './file-content'
import { MAX_FILE_BYTES } from './limits'

const utf8 = (text: string) => new TextEncoder().encode(text)
const utf16 = (text: string, isLittle = true) => {
  const bytes = Buffer.from(`\uFEFF${text}`, 'utf16le')
  return new Uint8Array(isLittle ? bytes : bytes.swap16())
}
const kindOf = (bytes: Uint8Array): string => {
  const content = openFile(bytes, FUNDING_FILE)
  return content.kind === 'refused' ? content.message : content.kind
}
const textOf = (content: FileContent): string => ('text' in content ? content.text : content.kind)

type Entry = { name: string; text?: string; unpackedBytes?: number; flags?: number }

/** A ZIP archive built by hand from its specification, independent of our own writer. */
function archive(entries: Entry[], comment = ''): Uint8Array {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const { name, text = '', unpackedBytes = text.length, flags = 0 } of entries) {
    const packed = deflateRawSync(text)
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(name.length, 26)
    const record = Buffer.alloc(46)
    record.writeUInt32LE(0x02014b50, 0)
    record.writeUInt16LE(flags, 8)
    record.writeUInt16LE(8, 10)
    record.writeUInt32LE(packed.length, 20)
    record.writeUInt32LE(unpackedBytes, 24)
    record.writeUInt16LE(name.length, 28)
    record.writeUInt32LE(at, 42)
    parts.push(local, Buffer.from(name), packed)
    directory.push(record, Buffer.from(name))
    at += local.length + name.length + packed.length
  }
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(at, 16)
  end.writeUInt16LE(comment.length, 20)
  return new Uint8Array(Buffer.concat([...parts, ...directory, end, Buffer.from(comment)]))
}

const WORKBOOK: Entry = { name: 'xl/workbook.xml', text: '<workbook/>' }
const OLD = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]

describe('a file is recognized by its content', () => {
  test.each<[what: string, bytes: Uint8Array, kind: string | RegExp]>([
    ['CSV', utf8('MID,Amount\nM,1'), 'csv'],
    ['CSV in UTF-16', utf16('MID,Amount'), 'csv'],
    ['JSON', utf8(' \n{"transactions":[]}'), 'json'],
    ['JSON with a byte order mark', utf8('\uFEFF[]'), 'json'],
    ['a workbook', archive([WORKBOOK]), 'workbook'],
    ['a workbook with a comment behind it', archive([WORKBOOK], 'made by hand'), 'workbook'],
    ['nothing', new Uint8Array(), /empty/],
    ['too much', new Uint8Array(MAX_FILE_BYTES + 1), /20\.0 MB; a batch can come from one of at most 20 MB/],
    ['an old workbook', new Uint8Array([...OLD, ...utf16('Workbook')]), /old workbook \(\.xls\).*save it as/],
    [
      'a workbook with a password',
      new Uint8Array([...OLD, ...utf16('EncryptedPackage')]),
      /protected with a password.*Save a copy/,
    ],
    ['an archive with a password', archive([{ ...WORKBOOK, flags: 1 }]), /protected with a password/],
    ['a binary workbook', archive([{ name: 'xl/workbook.bin' }]), /not an Excel workbook \(\.xlsx\)/],
    ['an archive of papers', archive([{ name: 'a.pdf' }]), /not an Excel workbook \(\.xlsx\)/],
    ['half a workbook', archive([WORKBOOK]).slice(0, 60), /damaged or incomplete/],
    ['the end of an archive alone', archive([WORKBOOK]).slice(-22), /damaged or incomplete/],
    [
      'a workbook that would unpack to gigabytes',
      archive([WORKBOOK, { name: 'xl/a.xml', unpackedBytes: 4_000_000_000 }]),
      /too large to be read/,
    ],
    ['a web page', utf8('\n<html><table>'), /web page/],
    ['a PDF', utf8('%PDF-1.7'), /neither text nor a workbook/],
    [
      'an image',
      new Uint8Array([0x89, 0x50, 0x4e, 0x47, ...new Uint8Array(50)]),
      /neither text nor a workbook/,
    ],
  ])('%s', (_, bytes, kind) => expect(kindOf(bytes)).toMatch(kind))

  it.each([
    ['UTF-8', utf8('Höhe İ')],
    ['UTF-8 with its mark', utf8('\uFEFFHöhe İ')],
    ['UTF-16, the low byte first', utf16('Höhe İ')],
    ['UTF-16, the high byte first', utf16('Höhe İ', false)],
  ])('text in %s', (_, bytes) => expect(textOf(openFile(bytes, FUNDING_FILE))).toBe('Höhe İ'))

  it('a text that is not UTF-8 is read as Windows-1252, with a note', () => {
    const content = openFile(new Uint8Array([...utf8('MID,Amount\nH'), 0xf6, ...utf8('he,1')]), FUNDING_FILE)
    if (!('text' in content)) throw new Error(content.kind)
    expect(content.text).toContain('Höhe')
    const reading = readText(content)
    expect(reading.ok && reading.table.notes).toEqual([expect.stringMatching(/read as Windows-1252/)])
  })

  it('a NUL in one cell is left to the checks, which report its row', () =>
    expect(kindOf(utf8('MID,Amount\nM\0,1'))).toBe('csv'))
})

describe('a workbook', () => {
  const rows = [
    ['MID', 'Amount'],
    ['M', 1],
  ]

  const funding = [
    ['Txn ID', 'MID', 'Amount'],
    ['T', 'M', 1],
  ]

  it('with several sheets, the first with funding columns is read, and any can be chosen', () => {
    const sheets = [
      { sheet: 'Cover', data: [['Payouts of May']] },
      { sheet: 'Empty', data: [[null, '']] },
      { sheet: 'Notes', data: rows },
      { sheet: 'May', data: funding },
      { sheet: 'June', data: [...funding, [null], ['U', 'M', 2]] },
    ]
    const reading = readWorkbook(sheets, null)
    expect(reading).toMatchObject({
      ok: true,
      sheet: 'May',
      sheets: [
        { name: 'Cover', rows: 1 },
        { name: 'Notes', rows: 2 },
        { name: 'May', rows: 2 },
        { name: 'June', rows: 3 },
      ],
    })
    expect(readWorkbook(sheets, 'June')).toMatchObject({
      ok: true,
      sheet: 'June',
      table: { rows: { length: 3 } },
    })
    expect(readWorkbook(sheets, 'Empty')).toMatchObject({
      ok: false,
      message: expect.stringContaining('“Empty”'),
    })
  })

  it('if no sheet has funding columns, the first readable one is read', () => {
    const sheets = [
      { sheet: 'Cover', data: [['Amount']] },
      { sheet: 'May', data: rows },
    ]
    expect(readWorkbook(sheets, null)).toMatchObject({ ok: true, sheet: 'May' })
    expect(readWorkbook(sheets, 'Cover')).toMatchObject({
      ok: false,
      message: expect.stringMatching(/“Cover”.*no rows below the header row/),
    })
  })

  it('one sheet leaves no choice', () => {
    const reading = readWorkbook(
      [
        { sheet: 'May', data: rows },
        { sheet: 'June', data: [] },
      ],
      null,
    )
    expect(reading.sheets).toHaveLength(1)
    expect(reading.ok && reading.table.notes).toEqual([])
  })

  it('that is empty is refused', () =>
    expect(readWorkbook([{ sheet: 'May', data: [] }], null)).toMatchObject({
      ok: false,
      message: expect.stringMatching(/workbook is empty/),
    }))
})

describe('an archive', () => {
  const bytes = archive([WORKBOOK, { name: 'xl/a.xml', text: 'x'.repeat(100) }])

  it('lists its entries, with the bytes of each', () => {
    const entries = listArchive(bytes) ?? []
    expect(entries.map(({ name, unpackedBytes }) => `${name} ${unpackedBytes}`)).toEqual([
      'xl/workbook.xml 11',
      'xl/a.xml 100',
    ])
    expect(entries.map((entry) => packedBytesOf(bytes, entry))).toEqual([
      new Uint8Array(deflateRawSync('<workbook/>')),
      new Uint8Array(deflateRawSync('x'.repeat(100))),
    ])
  })

  it('with a second (ZIP64) directory is refused', () => {
    const end = bytes.length - 22
    const locator = Buffer.alloc(20)
    locator.writeUInt32LE(0x07064b50)
    expect(listArchive(new Uint8Array([...bytes.slice(0, end), ...locator, ...bytes.slice(end)]))).toBeNull()
    expect(
      listArchive(new Uint8Array([...bytes.slice(0, end), ...new Uint8Array(20), ...bytes.slice(end)])),
    ).toHaveLength(2)
  })

  it('if any part is missing or changed, nothing outside of it is read', () => {
    for (let at = 0; at < bytes.length; at += 1) {
      for (const broken of [bytes.slice(0, at), bytes.slice(at), bytes.with(at, 255)]) {
        for (const entry of listArchive(broken) ?? []) {
          const packed = packedBytesOf(broken, entry)
          if (packed) expect(packed).toHaveLength(entry.packedBytes)
        }
      }
    }
  })
})
