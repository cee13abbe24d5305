import { describe, expect, it, test } from 'vitest'
import writeXlsxFile, { type SheetData } from 'write-excel-file/node'
import { checkBatch } from '@/lib/domain/funding/check-batch'
import { FUNDING_FILE } from '@/lib/domain/funding/file-content'
import { matchColumns } from '@/lib/domain/funding/match-columns'
import { toLines } from '@/lib/domain/funding/table'
import { readSheets } from '@/lib/domain/tables/workbook'
import { archive, cell, sheetFile } from '@/lib/testing/workbook'
import { openReadingRoom, type ReadingBounds, readFundingFileAside } from './read-aside'
import { type FundingFile, readFundingFile } from './read-file'

const utf8 = (text: string) => new TextEncoder().encode(text)
const workbook = async (...sheets: SheetData[]): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(
    await writeXlsxFile(sheets.map((data, index) => ({ data, sheet: `Sheet ${index + 1}` }))).toBuffer(),
  )

const linesOf = (file: FundingFile) => {
  if (!file.ok) throw new Error(file.message)
  return toLines(file.table, matchColumns(file.table.columns))
}
const messageOf = (file: FundingFile): string => (file.ok ? 'It was read.' : file.message)

const HEADER = ['Transaction id', 'RRN', 'MID', 'Amount']

describe('a workbook as a spreadsheet writes it', () => {
  it('keeps leading zeros of texts, and reports what numbers and dates have lost', async () => {
    const file = await readFundingFile(
      await workbook([
        HEADER,
        ['000123', null, '0042', 12.5],
        [null, '000000000012', 'M', { value: 1250.75, type: Number, format: '#,##0.00' }],
        [],
        [1234567890123456, null, 'M', 3],
        [null, { value: 12345678901, type: Number, format: '000000000000' }, 'M', 0.1 + 0.2],
        [{ value: new Date(Date.UTC(2026, 0, 5)), type: Date, format: 'd-mmm' }, null, 'M', '$5'],
      ]),
    )
    const lines = linesOf(file)
    expect(
      lines.map(({ row, merchantId: _, ...cells }) => [row, ...Object.values(cells)].join(' | ')),
    ).toEqual([
      '2 | 000123 |  | 12.50',
      '3 |  | 000000000012 | 1250.75',
      '5 | 1.23457E+15 |  | 3',
      '6 |  | 012345678901 | 0.30',
      '7 | 2026-01-05 |  | $5',
    ])
    expect(
      checkBatch(lines, { amountUnit: 'minor' }).problems.map(({ row, code }) => `${row} ${code}`),
    ).toEqual(['5 number-shortened', '7 date'])
  })

  it('an identifier keeps the zeros that its cell shows; a number shown differently is an error', async () => {
    const number = (value: number, format: string) => ({ value, type: Number, format })
    const file = await readFundingFile(
      await workbook([
        HEADER,
        ['A-1', null, number(12345, '00000000'), number(1250, '$#,##0.00')],
        [number(42, '"TX-"0000'), null, 'M', number(1250, '#,##0.00')],
        ['A-3', null, 'M', number(1250, '_($* #,##0_);_($* (#,##0);_($* "-"_);_(@_)')],
        ['A-4', null, 'M', number(1250, '#,##0.00 [$€-407]')],
        ['A-5', null, 'M', number(0.125, '0.0%')],
        ['A-6', null, 'M', number(1250, '0.00E+00')],
        ['A-7', null, 'M', number(12.5, '# ?/?')],
        ['A-8', null, 'M', number(12.5, '0')],
        [number(45_000, 'yyyy\\-mm\\-dd'), null, number(45_000, '[$-409]d-mmm'), number(75_210, 'm/d/yy')],
        ['A-10', null, number(0.5, 'h:mm'), number(-5, '$#,##0.00;($#,##0.00)')],
      ]),
    )
    const lines = linesOf(file)
    expect(
      lines.map(({ transactionId, merchantId, amount }) => [transactionId, merchantId, amount].join(' | ')),
    ).toEqual([
      'A-1 | 00012345 | $1250.00',
      'TX-0042 | M | 1250.00',
      'A-3 | M | $1250',
      'A-4 | M | 1250.00 €',
      'A-5 | M | 0.125 (shown as a percentage)',
      'A-6 | M | 1250 (shown as 1.25E+3)',
      'A-7 | M | 12.50 (shown as a fraction)',
      'A-8 | M | 12.50 (shown as 13)',
      '2023-03-15 | 2023-03-15 | 2105-11-30T00:00',
      'A-10 | 1899-12-30T12:00 | -$5.00',
    ])
    expect(
      checkBatch(lines, { amountUnit: 'minor' }).problems.map(
        ({ row, field, code }) => `${row} ${field} ${code}`,
      ),
    ).toEqual([
      '5 amount amount-currency',
      '6 amount shown-otherwise',
      '7 amount shown-otherwise',
      '8 amount shown-otherwise',
      '9 amount shown-otherwise',
      '10 transactionId date',
      '10 merchantId date',
      '10 amount date',
      '11 merchantId date',
      '11 amount amount-negative',
    ])
  })

  it('of several sheets reads the chosen one, or the first with funding columns', async () => {
    const file = await workbook([['Payouts']], [HEADER, ['A', null, 'M', 1]], [HEADER, ['B', null, 'M', 1]])
    expect(linesOf(await readFundingFile(file))).toMatchObject([{ transactionId: 'A' }])
    const chosen = await readFundingFile(file, 'Sheet 3')
    expect(linesOf(chosen)).toMatchObject([{ transactionId: 'B' }])
    expect(chosen).toMatchObject({ source: 'xlsx', sheet: 'Sheet 3', sheets: { length: 3 } })
    expect(messageOf(await readFundingFile(file, 'Sheet 9'))).toMatch(/no sheet “Sheet 9”/)
  })
})

test.each([
  ['csv', 'MID,Amount\n007,1'],
  ['csv', 'MID\tAmount\n007\t1'],
  ['json', '[{"mid":"007","amount":"1"}]'],
])('text is read as %s', async (source, text) => {
  const file = await readFundingFile(utf8(text))
  expect(file.ok && file.source).toBe(source)
  expect(linesOf(file)).toMatchObject([{ merchantId: '007', amount: '1' }])
})

const HEADER_ROW = `<row r="1">${cell('A1', 'MID')}${cell('B1', 'Amount')}</row>`

describe('a handmade workbook', () => {
  it('is read like any other', async () =>
    expect(
      linesOf(
        await readFundingFile(
          sheetFile(`${HEADER_ROW}<row r="3">${cell('A3', '007')}<c r="B3"><v>1</v></c></row>`),
        ),
      ),
    ).toMatchObject([{ row: 3, merchantId: '007', amount: '1' }]))

  it('shows a failed formula as the spreadsheet does', async () => {
    const amounts = [
      '<c r="B2" t="e"><v>#REF!</v></c>',
      '<c r="B3" s="0" t="e"><f>1/0</f><v>#DIV/0!</v></c>',
      '<c r="B4" t="e"><f t="shared" si="0"/> <v>#N/A</v></c>',
      '<c r="B5" t="e"></c>',
      '<c r="B6" t="n"><v>1</v></c>',
    ]
    const rows = amounts.map(
      (amount, index) => `<row r="${index + 2}">${cell(`A${index + 2}`, '007')}${amount}</row>`,
    )
    expect(linesOf(await readFundingFile(sheetFile(`${HEADER_ROW}${rows.join('')}`)))).toMatchObject(
      ['#REF!', '#DIV/0!', '#N/A', '#VALUE!', '1'].map((amount) => ({ amount })),
    )
  })

  it('is refused while rows are hidden or struck through', async () => {
    const row = (n: number, attributes = '') =>
      `<row r="${n}"${attributes}>${cell(`A${n}`, '007')}<c r="B${n}"><v>1</v></c></row>`
    const hidden = await readFundingFile(
      sheetFile(`${HEADER_ROW}${row(2)}${row(3, ' hidden="1"')}${row(4, ' spans="1:2" hidden="true"')}`),
    )
    expect(messageOf(hidden)).toContain('In sheet “May” 2 rows (3, 4) are hidden.')
    // A hidden empty row hides nothing.
    const empty = await readFundingFile(sheetFile(`${HEADER_ROW}${row(2)}<row r="3" hidden="1"></row>`))
    expect(messageOf(empty)).toBe('It was read.')
    const struck = await readFundingFile(
      await workbook([
        HEADER,
        ['A-1', null, 'M', 1],
        ['A-2', null, { value: 'M', textDecoration: { strikethrough: true } }, 2],
      ]),
    )
    expect(messageOf(struck)).toContain('row 3 is struck through')
  })

  const bomb = '<row r="2">'.padEnd(50_000_000)
  test.each<[rule: string, make: () => Uint8Array<ArrayBuffer>, message: RegExp]>([
    ['says that it unpacks to gigabytes', () => sheetFile('', { unpackedBytes: 4_000_000_000 }), /too large/],
    [
      'unpacks to more than it says',
      () => sheetFile(bomb, { unpackedBytes: 1_000 }),
      /damaged or incomplete/,
    ],
    [
      'unpacks to less than it says',
      () => sheetFile('', { unpackedBytes: 90_000_000 }),
      /damaged or incomplete/,
    ],
    ['has a cell in the last column', () => sheetFile(`<row r="1">${cell('XFD1', 'x')}</row>`), /too far/],
    [
      'has a row beyond all rows',
      () => sheetFile(`<row r="999999999">${cell('A999999999', 'x')}</row>`),
      /too far/,
    ],
    [
      'has a distant cell after a sign that ends no tag',
      () => sheetFile(`<row r="1"><c x=">" r="XFD1"><v>1</v></c></row>`),
      /too far/,
    ],
    [
      'hides the format of a cell',
      () => sheetFile(`<row r="1"><c r="A1" s="&#49;"><v>1</v></c></row>`),
      /damaged or incomplete/,
    ],
    ['hides where a cell is', () => sheetFile(`<row r="1"><c r="&#88;FD1"><v>1</v></c></row>`), /too far/],
    [
      'is many columns wide and a million rows long',
      () => sheetFile(`<row r="1000000">${cell('AZ1000000', 'x')}</row>`),
      /too far/,
    ],
    [
      'has no sheet where it says',
      () => archive([{ name: 'xl/workbook.xml', content: '<workbook/>' }]),
      /damaged or incomplete/,
    ],
    [
      'has a cell of several megabytes that hangs the reader',
      () => sheetFile(`<row r="1">${cell('A1', 'a'.repeat(20_000_000))}</row>`),
      /more text than a spreadsheet can show/,
    ],
    [
      'has that text uncompressed',
      () => sheetFile(`<row r="1">${cell('A1', 'a'.repeat(2_000_000))}</row>`, { isStored: true }),
      /more text than a spreadsheet can show/,
    ],
    ...(
      [
        ['a comment', '<!--', '-->'],
        ['a text that hides its elements', '<![CDATA[', ']]>'],
        ['an instruction', '<?a', '?>'],
      ] as const
    ).map(
      ([what, start, end]) =>
        [
          `has ${what} of some megabytes`,
          () => sheetFile(`${start}${'<a>'.repeat(700_000)}${end}<row r="1">${cell('A1', 'x')}</row>`),
          /damaged or incomplete/,
        ] as [string, () => Uint8Array<ArrayBuffer>, RegExp],
    ),
    ...(
      [
        [
          'hides where a cell is behind a sign that no value has',
          '<row r="1"><c x="<" r="XFD1"><v>1</v></c></row>',
        ],
        [
          'has a value of some megabytes with elements in it',
          `<row r="1"><c r="A1" x="${'<b '.repeat(2_000_000)}"/></row>`,
        ],
        ['opens a value in each of many cells', '<c "'.repeat(1_500_000)],
        ['opens and closes values between cells', '"<c " '.repeat(1_000_000)],
        ['opens values in two ways', `<c '" `.repeat(1_000_000)],
      ] as const
    ).map(
      ([what, rows]) =>
        [what, () => sheetFile(rows), /damaged or incomplete/] as [
          string,
          () => Uint8Array<ArrayBuffer>,
          RegExp,
        ],
    ),
    ...[
      `<numFmts><numFmt numFmtId="200" formatCode="${'['.repeat(1_000_000)}"/></numFmts><cellXfs><xf numFmtId="200"/></cellXfs>`,
      '<fonts>'.repeat(700_000),
      `<cellXfs>${'<xf '.repeat(1_000_000)}</cellXfs>`,
    ].map(
      (styles, index) =>
        [
          `has styles that nobody writes (${index + 1})`,
          () =>
            sheetFile('<row r="1"><c r="A1" s="0"><v>1</v></c></row>', {}, [
              { name: 'xl/styles.xml', content: `<styleSheet>${styles}</styleSheet>` },
            ]),
          /damaged or incomplete/,
        ] as [string, () => Uint8Array<ArrayBuffer>, RegExp],
    ),
    [
      'has thousands of parts',
      () =>
        archive([
          { name: 'xl/workbook.xml', content: '<workbook/>' },
          ...Array.from({ length: 2_000 }, (_, n) => ({ name: `j/${n}.xml`, content: 'a' })),
        ]),
      /too large to be read/,
    ],
    [
      'has a part twice',
      () =>
        sheetFile(`<row r="1">${cell('A1', 'x')}</row>`, {}, [
          { name: 'xl/worksheets/sheet1.xml', content: '<worksheet><sheetData/></worksheet>' },
        ]),
      /damaged or incomplete/,
    ],
    [
      'has more cells than anyone fills',
      () => sheetFile(`<row r="1">${cell('GA1', 'x')}</row><row r="100000">${cell('A100000', 'x')}</row>`),
      /too far/,
    ],
    ['is not XML', () => sheetFile('<row r="1"><c r="A1">'), /damaged or incomplete|is empty/],
  ])('is refused in words where it %s', async (_, make, message) =>
    expect(messageOf(await readFundingFile(make()))).toMatch(message),
  )
})

test('a workbook with far more rows than a batch is refused before its cells are read', async () => {
  const rows = Array.from(
    { length: 200_001 },
    (_, n) => `<row r="${n + 1}"><c r="A${n + 1}"><v>1</v></c></row>`,
  )
  const unread = () => Promise.reject(new Error('It was read.'))
  expect(await readSheets(sheetFile(rows.join('')), unread, FUNDING_FILE)).toEqual({
    ok: false,
    message: expect.stringMatching(/200,00\d lines; a batch has at most 100,000/),
  })
})

const MIA = { personId: 'mia' }

test('a text shared by many cells counts for each of them', async () => {
  const long = 'a'.repeat(1_000_000)
  const shared = async () => [{ sheet: 'May', data: Array.from({ length: 200 }, () => [long]) }]
  expect(
    await readSheets(sheetFile(`<row r="1">${cell('A1', 'x')}</row>`), shared, FUNDING_FILE),
  ).toMatchObject({ ok: false, message: expect.stringContaining('too large to be read') })
})

describe('on a separate thread', () => {
  const numbered = (count: number) => [
    HEADER,
    ...Array.from({ length: count }, (_, n) => [`T-${n}`, null, 'M-1', n]),
  ]

  test('a workbook sent in several pieces is the same table', async () => {
    const bytes = await workbook(numbered(4_001), [['another sheet']])
    const inline = await readFundingFile(bytes.slice())
    const aside = await Promise.all(
      [bytes, bytes, bytes].map((each) => readFundingFileAside(each.slice(), null, MIA)),
    )
    for (const file of aside) expect(file).toEqual(inline)
    expect(linesOf(inline)).toHaveLength(4_001)
  })

  test('an unreadable file is refused with the same words', async () => {
    const broken = (await workbook(numbered(10))).slice(0, -30)
    expect(await readFundingFileAside(broken.slice(), null, MIA)).toEqual(await readFundingFile(broken))
  })

  test('the main thread continues meanwhile', async () => {
    const bytes = await workbook(numbered(20_000))
    let turns = 0
    const timer = setInterval(() => (turns += 1), 1)
    await readFundingFileAside(bytes, null, MIA)
    clearInterval(timer)
    expect(turns).toBeGreaterThan(20)
  })
})

describe('threads are shared fairly', () => {
  const room = (bounds: Partial<ReadingBounds> = {}) =>
    openReadingRoom({
      threads: 2,
      readMs: 60_000,
      heapMb: 512,
      waitingPerPerson: 3,
      waiting: 5,
      ...bounds,
    })
  const small = () => sheetFile(`${HEADER_ROW}<row r="2">${cell('A2', '007')}<c r="B2"><v>1</v></c></row>`)
  const long = (rows = 60_000) =>
    sheetFile(
      HEADER_ROW +
        Array.from({ length: rows }, (_, n) => n + 2)
          .map(
            (row) => `<row r="${row}">${cell(`A${row}`, `M-${row}`)}<c r="B${row}"><v>${row}</v></c></row>`,
          )
          .join(''),
    )
  const anna = { personId: 'anna' }
  const ben = { personId: 'ben' }

  test('one person’s files wait for each other, and no one else waits for them', async () => {
    const { read } = room()
    const done: string[] = []
    const all = [
      ...[1, 2, 3].map((n) => read(long(), null, anna).then(() => done.push(`anna ${n}`))),
      read(small(), null, ben).then(() => done.push('ben')),
    ]
    await Promise.all(all)
    expect(done.filter((each) => each !== 'ben')).toEqual(['anna 1', 'anna 2', 'anna 3'])
    expect(done.indexOf('ben')).toBeLessThan(2)
  })

  test('no one person can fill the queue', async () => {
    const { read } = room({ threads: 1 })
    const waiting = [1, 2, 3, 4].map(() => read(small(), null, anna))
    expect(messageOf(await read(small(), null, anna))).toMatch(/Other files of yours/)
    const others = ['ben', 'cleo'].map((personId) => read(small(), null, { personId }))
    expect(messageOf(await read(small(), null, { personId: 'dan' }))).toMatch(/Too many files/)
    for (const file of await Promise.all([...waiting, ...others])) expect(file.ok).toBe(true)
  })

  test('a file is dropped when its person leaves, waiting or being read', async () => {
    const { read } = room({ threads: 1 })
    const leaving = new AbortController()
    const started = read(long(), null, { ...anna, signal: leaving.signal })
    const waits = read(long(), null, { ...anna, signal: leaving.signal })
    const next = read(small(), null, ben)
    leaving.abort()
    await expect(started).rejects.toThrow(/was left/)
    await expect(waits).rejects.toThrow(/was left/)
    await expect(read(long(), null, { ...anna, signal: leaving.signal })).rejects.toThrow(/was left/)
    expect(linesOf(await next)).toMatchObject([{ merchantId: '007' }])
  })

  test('a file that takes too long is ended with a message', async () => {
    const { read } = room({ threads: 1, readMs: 50 })
    const files = await Promise.all([
      read(long(), null, anna),
      read(long(), null, anna),
      read(long(), null, ben),
    ])
    for (const file of files) expect(messageOf(file)).toMatch(/takes too long to read/)
  })

  test('a file that takes too much memory is ended with a message, and the next one is read', async () => {
    const { read } = room({ threads: 1, heapMb: 24 })
    const [file, next] = await Promise.all([read(long(100_000), null, anna), read(small(), null, ben)])
    expect(messageOf(file)).toMatch(/takes too much memory/)
    expect(linesOf(next)).toMatchObject([{ merchantId: '007' }])
  })
})

test.each<[what: string, bytes: Uint8Array<ArrayBuffer>, message: RegExp]>([
  ['an old workbook', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0, 0]), /old workbook/],
  ['an empty file', new Uint8Array(), /empty/],
])('%s is refused with a reason', async (_, bytes, message) =>
  expect(messageOf(await readFundingFile(bytes))).toMatch(message),
)
