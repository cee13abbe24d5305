import { checkBatch } from '@/lib/domain/funding/check-batch'
import { matchAnswer } from '@/lib/domain/funding/match-answer'
import { matchColumns } from '@/lib/domain/funding/match-columns'
import { type FundingTable, readDelimited, toLines } from '@/lib/domain/funding/table'
import { readCsvRecords } from '@/lib/domain/tables/csv-records'
import { readFundingAnswer } from '@/lib/partner/mapping/funding-answer'
import type { Ground } from './ground'
import { alternate, type Figure, median, milliseconds, timed, times } from './measure'

const LINES = 10_000
const MANY_LINES = 1_000_000
const ROUNDS = 60
const FEW_ROUNDS = 5
const WARM_UP = 20
const AIM = 3

const COLUMNS = ['transactionId', 'retrievalReferenceNumber', 'merchantId', 'amount']
const TERMS = { amountUnit: 'minor' } as const

/** What browser and server do with a file and with an answer, in this process, without either of them. */
export async function measureRules(ground: Ground): Promise<Figure[]> {
  return [
    await measureCheck(ground, LINES, ROUNDS, (text) => {
      const reading = readDelimited(text)
      if (!reading.ok) throw new Error(reading.message)
      return reading.table
    }),
    // A batch has fewer lines; what reads a file of so many is its first part, which the bound comes after.
    await measureCheck(ground, MANY_LINES, FEW_ROUNDS, (text) => {
      const reading = readCsvRecords(text)
      if (!reading.ok) throw new Error(reading.message)
      const rows = reading.records.slice(1)
      return { columns: COLUMNS, rows, firstRow: 2, hasHeader: true, above: [], delimiter: ',', notes: [] }
    }),
    ...(await measureMatching(ground)),
  ]
}

async function measureCheck(
  ground: Ground,
  lines: number,
  rounds: number,
  read: (text: string) => FundingTable,
): Promise<Figure> {
  const text = fileOf(lines)
  const contenders = {
    checked: () =>
      timed(async () => {
        const table = read(text)
        const { totals } = checkBatch(toLines(table, matchColumns(table.columns)), TERMS)
        if (totals.lines !== lines || totals.errors !== lines / 100)
          throw new Error('It was checked wrongly.')
      }),
    split: () =>
      timed(async () => {
        const cells = text.split('\n').map((line) => line.split(','))
        if (cells.length !== lines + 1) throw new Error('It was split wrongly.')
      }),
  }
  await alternate(lines === LINES ? WARM_UP : 1, contenders)
  const { checked, split } = await alternate(ground.rounds(rounds), contenders)
  const ratio = median(checked) / median(split)
  return {
    what: `${lines.toLocaleString('en-US')} lines of CSV read, matched and checked, against splitting the text into lines and cells${lines === LINES ? '' : ': linear growth keeps the ratio'}`,
    desk: milliseconds(median(checked)),
    floor: milliseconds(median(split)),
    compared: times(ratio),
    aim: `≤ ${AIM} ×`,
    reached: ratio <= AIM,
  }
}

async function measureMatching(ground: Ground): Promise<Figure[]> {
  const transactions = Array.from({ length: LINES }, (_, index) => ({
    transactionNo: index,
    id: `SBX-C-${String(index + 1).padStart(6, '0')}`,
  }))
  const ours = { transactions: LINES, amounts: LINES, amountsSum: '1' }
  const text = JSON.stringify({
    transactionCount: String(LINES),
    successfulTransactionCount: '0',
    merchantFundingAmountCount: String(LINES),
    amountsSum: '1',
    transactionLevelErrors: transactions.map(({ id }) => ({
      transactionId: id,
      retrievalReferenceNumber: '',
      errorCode: '100',
      errorMessage: 'Unknown transactionId.',
    })),
  })
  const read = () => {
    const answer = readFundingAnswer(text)
    if (!answer) throw new Error('It could not be read.')
    return answer
  }
  const answer = read()
  const match = (given: ReturnType<typeof read>) => {
    const { failures } = matchAnswer(ours, given, transactions)
    if (failures.length !== LINES) throw new Error('It was matched wrongly.')
  }
  const contenders = {
    matched: () => timed(async () => match(answer)),
    readAndMatched: () => timed(async () => match(read())),
    parsed: () => timed(async () => JSON.parse(text)),
  }
  await alternate(WARM_UP, contenders)
  const { matched, readAndMatched, parsed } = await alternate(ground.rounds(ROUNDS), contenders)
  const figure = (what: string, ms: readonly number[]) => ({
    what,
    desk: milliseconds(median(ms)),
    floor: milliseconds(median(parsed)),
    compared: times(median(ms) / median(parsed)),
  })
  const ratio = median(matched) / median(parsed)
  return [
    {
      ...figure(
        '10,000 failures of an answer put beside their transactions, against `JSON.parse` of it',
        matched,
      ),
      aim: `≤ ${AIM} ×`,
      reached: ratio <= AIM,
    },
    { ...figure('the same with reading the answer', readAndMatched), aim: '', reached: null },
  ]
}

/** Two merchants a transaction, and one line in a hundred with a problem. */
/** One line in a hundred has an amount that cannot be read. */
export function fileOf(lines: number): string {
  const rows = Array.from({ length: lines }, (_, index) => {
    const id = `SBX-C-${String((index >> 1) + 1).padStart(7, '0')}`
    const amount = index % 100 === 7 ? '€12.50' : ((1_000 + index) / 100).toFixed(2)
    return `${id},,MERCHANT-${String(index % 97).padStart(5, '0')},${amount}`
  })
  return [COLUMNS.join(','), ...rows].join('\n')
}
