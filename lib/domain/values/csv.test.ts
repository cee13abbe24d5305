import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { csvLine, withoutInnerMarks } from './csv'

describe('a line of CSV', () => {
  it('has its cells between commas, and ends as RFC 4180 says', () => {
    expect(csvLine(['A-1042', 'Heron Bakery', 3, null, ''])).toBe('A-1042,Heron Bakery,3,,\r\n')
  })

  test.each([
    ['a comma', 'Heron, Blue', '"Heron, Blue"'],
    ['quotes', 'The "Blue" Bun', '"The ""Blue"" Bun"'],
    ['a line break', 'one\ntwo', '"one\ntwo"'],
    ['a carriage return', 'one\rtwo', '"one\rtwo"'],
    ['a semicolon', 'one;two', '"one;two"'],
    ['a tab', 'one\ttwo', '"one\ttwo"'],
    ['a bar', 'one|two', '"one|two"'],
    ['what names a delimiter', 'sep=', '"sep="'],
  ])('%s is quoted', (_, text, cell) => {
    expect(csvLine([text])).toBe(`${cell}\r\n`)
  })

  test.each(['007', '0012345', '1.23E+15', '••-•••6789', 'O’Brien', 'A-1042', '2026-11-20T14:05:00Z'])(
    '%s stays as it is',
    (text) => {
      expect(csvLine([text])).toBe(`${text}\r\n`)
    },
  )
})

describe('what a spreadsheet would run', () => {
  test.each([
    '=1+1',
    '+1 555 0100',
    '-2+3',
    '@SUM(A1)',
    ' =1+1',
    '\u0000=1+1',
    '\t=1+1',
    '\n=1+1',
    '\rtext',
    '＝1+1',
    '＋1',
    '－1',
    '＠A1',
    '-',
    '--1',
    '-1e5',
  ])('%j is text there', (text) => {
    expect(csvLine([text]).replace(/^"/, '')).toMatch(/^'/)
  })

  test.each([
    [';=1', ";'=1"],
    ['a;=1', "a;'=1"],
    ['a; +1', "a; '+1"],
    ['a\t@SUM(A1)', "a\t'@SUM(A1)"],
    ['a\n-2', "a\n'-2"],
    ['a;;=1;x;-1', "a;;'=1;x;'-1"],
    ['=1;=2', "'=1;'=2"],
    ['a;＝1', "a;'＝1"],
  ])('%j is text also where a spreadsheet splits at semicolons or tabs', (text, cell) => {
    expect(csvLine([text]).replaceAll('"', '')).toBe(`${cell}\r\n`)
  })

  test.each(['a;b', 'a=1', 'a; b-c', '10;20'])('%j gets no apostrophe', (text) => {
    expect(csvLine([text]).replaceAll('"', '')).toBe(`${text}\r\n`)
  })

  it('a plain number is none, also below zero', () => {
    expect(csvLine(['-12.50', '-3', -3, '+3'])).toBe("-12.50,-3,-3,'+3\r\n")
  })

  it.each([';=1', 'a; \t+1', 'a\u0000;\u0000@x', 'a;;=1;x;-1', "it's; fine", "a;'b", "'=1"])(
    'what was put inside is taken out again: %j',
    (text) => {
      const line = csvLine([text]).slice(0, -2)
      const cell = line.startsWith('"') ? line.slice(1, -1) : line
      expect(withoutInnerMarks(cell.replace(/^'/, ''))).toBe(text.replace(/^'/, ''))
    },
  )
})

it('whatever is written is read again cell by cell', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 1, maxLength: 5 }), (cells) => {
      const read = readLine(csvLine(cells))
      const plain = (cell: string) => cell.replaceAll("'", '')
      expect(read.map(plain)).toEqual(cells.map(plain))
      for (const cell of read) expect(cell).not.toMatch(/(?:^|[;\t\r\n])\s*[=+@＝＋－＠]/)
    }),
  )
})

/** A separate reader, so that the writer is not tested by itself. */
function readLine(line: string): string[] {
  const cells: string[] = []
  let at = 0
  while (line.slice(at) !== '\r\n' || cells.length === 0) {
    if (cells.length > 0) at += 1
    let cell = ''
    if (line[at] === '"') {
      for (at += 1; line[at] !== '"' || line[at + 1] === '"'; at += 1) {
        if (line[at] === '"') at += 1
        cell += line[at]
      }
      at += 1
    } else {
      for (; line[at] !== ',' && line.slice(at) !== '\r\n'; at += 1) cell += line[at]
    }
    cells.push(cell)
  }
  return cells
}
