import { readCsvRecords } from '@/lib/domain/tables/csv-records'
import type { Problem } from '@/lib/domain/values/problem'
import { readSplitText } from './default-split'
import { lookAlikeFinder, lookAlikeWords } from './look-alike'
import type { MerchantTerms } from './merchant'
import { type KnownMerchants, readMerchant } from './read-merchant'

/** The most merchants in one file. One click can confirm all of them. */
export const MAX_FILE_MERCHANTS = 2_000
export const MAX_MERCHANT_FILE_BYTES = 600 * 1024

/** A row of the file, by its line number in a spreadsheet. Any `problems` prevent the import of the whole file. */
export type MerchantFileRow = {
  row: number
  merchantId: string
  terms: MerchantTerms
  problems: Problem[]
  /** Worth a look, but they do not prevent the import. */
  warnings: Problem[]
}

/** `otherColumns`: headings of columns that are ignored. */
export type MerchantFile = { rows: MerchantFileRow[]; otherColumns: string[]; problem: string | null }

const COLUMNS = {
  merchantId: ['merchantid', 'merchant', 'mid', 'id'],
  name: ['name', 'merchantname', 'dba', 'dbaname'],
  state: ['state', 'status'],
  split: ['split', 'defaultsplit'],
} as const
type Column = keyof typeof COLUMNS

/** The example file. */
export const MERCHANT_TEMPLATE =
  'merchant id,name,state,split\r\nPLATFORM-FEE,Platform fee,active,\r\nM-1001,Corner Store,active,PLATFORM-FEE:2.9%;self\r\n'

/**
 * Reads new merchants from a CSV file. A payee may be in the directory or in the same file. A merchant that is already
 * in the directory is a problem, because a file changes no merchant.
 */
export function readMerchantFile(file: string, known: KnownMerchants): MerchantFile {
  const reading = readCsvRecords(file.replace(/^\uFEFF/, ''))
  if (!reading.ok) return broken(`Row ${reading.row}: ${reading.message}`)
  const [header = [], ...records] = reading.records
  const places = columnsOf(header)
  if (places.merchantId === undefined || places.name === undefined)
    return broken('The first row needs the columns “merchant id” and “name”; “state” and “split” may follow.')
  const filled = records
    .map((cells, index) => ({ row: index + 2, cells }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  if (filled.length === 0) return broken('The file has no merchants. Put one in each row below the headings.')
  if (filled.length > MAX_FILE_MERCHANTS)
    return broken(
      `The file has ${filled.length.toLocaleString('en-US')} merchants; one import takes ${MAX_FILE_MERCHANTS.toLocaleString('en-US')}. Divide it.`,
    )
  const cellsOf = (cells: readonly string[]) => {
    const at = (column: Column) => {
      const place = places[column]
      return place === undefined ? '' : (cells[place] ?? '').trim()
    }
    return {
      merchantId: at('merchantId'),
      name: at('name'),
      state: at('state') || 'active',
      split: at('split'),
    }
  }
  const rowsOfId = new Map<string, number>()
  for (const { row, cells } of filled) {
    const key = cellsOf(cells).merchantId.toLowerCase()
    if (!rowsOfId.has(key)) rowsOfId.set(key, row)
  }
  const inFile = new Set(filled.map(({ cells }) => cellsOf(cells).merchantId))
  const both: KnownMerchants = {
    has: (id) => known.has(id) || inFile.has(id),
    ids: [...inFile, ...known.ids],
  }
  const lowerKnown = new Set([...known.ids].map((id) => id.toLowerCase()))
  const find = lookAlikeFinder([
    ...(known.all ?? []),
    ...filled.map(({ cells }) => {
      const { merchantId, name } = cellsOf(cells)
      return { merchantId, name }
    }),
  ])
  return {
    problem: null,
    otherColumns: header.filter(
      (cell, index) => cell.trim() !== '' && !Object.values(places).includes(index),
    ),
    rows: filled.map(({ row, cells }) => {
      const typed = cellsOf(cells)
      const given = readSplitText(typed.merchantId, typed.split)
      const { merchantId, terms, problems } = readMerchant({ ...typed, split: given.split }, null, both)
      const first = rowsOfId.get(merchantId.toLowerCase())
      const others = find({ merchantId, name: terms.name }).filter(
        (other) => other.merchantId.toLowerCase() !== merchantId.toLowerCase(),
      )
      return {
        row,
        merchantId,
        terms,
        problems: [
          ...(cells.length > header.length && cells.slice(header.length).some((cell) => cell !== '')
            ? [{ path: 'row', message: 'The row has more cells than the headings.' }]
            : []),
          ...problems,
          ...(given.problem === null ? [] : [{ path: 'split', message: given.problem }]),
          ...(merchantId !== '' && first !== undefined && first < row
            ? [
                {
                  path: 'merchantId',
                  message: `${merchantId} is in row ${first} already. Remove one of the two.`,
                },
              ]
            : []),
          ...(merchantId !== '' && lowerKnown.has(merchantId.toLowerCase())
            ? [
                {
                  path: 'merchantId',
                  message: `${merchantId} is in the directory already. Remove the row, or change the merchant on its page.`,
                },
              ]
            : []),
        ],
        warnings:
          others.length === 0
            ? []
            : [
                {
                  path: 'merchantId',
                  message: `Looks like ${lookAlikeWords(others)}. Check that it is another merchant.`,
                },
              ],
      }
    }),
  }
}

const broken = (problem: string): MerchantFile => ({ rows: [], otherColumns: [], problem })

function columnsOf(header: readonly string[]): Partial<Record<Column, number>> {
  const places: Partial<Record<Column, number>> = {}
  for (const [index, cell] of header.entries()) {
    const word = cell.toLowerCase().replace(/[^a-z]/g, '')
    for (const column of Object.keys(COLUMNS) as Column[]) {
      if (places[column] === undefined && (COLUMNS[column] as readonly string[]).includes(word))
        places[column] = index
    }
  }
  return places
}
