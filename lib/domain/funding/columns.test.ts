import { describe, expect, it, test } from 'vitest'
import { BATCH_TEMPLATE, LINE_FIELDS } from './columns'
import { matchColumns, missingColumns, NO_COLUMNS } from './match-columns'

test('each column of the template matches its own field', () => {
  const columns = BATCH_TEMPLATE.trim().split(',')
  expect(LINE_FIELDS.map((field) => matchColumns(columns)[field])).toEqual([0, 1, 2, 3])
})

describe('columns are matched by name', () => {
  test.each<
    [
      names: string[],
      id: number | null,
      reference: number | null,
      merchant: number | null,
      amount: number | null,
    ]
  >([
    [['transactionId', 'retrievalReferenceNumber', 'merchantId', 'amount'], 0, 1, 2, 3],
    [['Amount', 'Merchant ID', 'RRN', 'Transaction ID'], 3, 2, 1, 0],
    [[' transaction_id ', 'MID', 'AMOUNT (USD)'], 0, null, 1, 2],
    [['Txn Id', 'Retrieval Ref. Number', 'Sub-merchant', 'Funding Amount'], 0, 1, 2, 3],
    [['tran_id', 'reference number', 'merchant', 'net'], 0, 1, 2, 3],
    [['id', 'retrieval_ref_number', 'merchant_id', 'payout'], 0, 1, 2, 3],
    [['Txn Identifier', 'RRN', 'MID', 'Amt'], 0, 1, 2, 3],
    [['Transaction Identifier #', 'Merch. ID', 'Funding Amt.'], 0, null, 1, 2],
    [['Transaction ID', 'Payee', 'Gross Amount ($)'], 0, null, 1, 2],
    [['Txn', 'Payee', 'MID', 'Gross', 'Net amount'], 0, null, 2, 4],
    [['Sale No.', 'Payee', 'Amount'], 0, null, 1, 2],
    [['Sale number', 'Sale ID', 'Payee', 'Amount'], 1, null, 2, 3],
    [['ＲＲＮ', 'ＭＩＤ', 'Amount'], null, 0, 1, 2],
    [['note', 'comment'], null, null, null, null],
    [[], null, null, null, null],
  ])('%j', (names, transactionId, retrievalReferenceNumber, merchantId, amount) =>
    expect(matchColumns(names)).toEqual({ transactionId, retrievalReferenceNumber, merchantId, amount }),
  )

  it('the most certain name wins, and two columns with the same name match none', () => {
    expect(matchColumns(['id', 'transaction id', 'amount', 'amt'])).toMatchObject({
      transactionId: 1,
      amount: 2,
    })
    expect(matchColumns(['transaction id', 'amount', 'Amount'])).toMatchObject({
      transactionId: 0,
      amount: null,
    })
  })

  it('names from the object prototype match nothing', () =>
    expect(matchColumns(['__proto__', 'constructor'])).toEqual(NO_COLUMNS))
})

describe('required columns that are missing', () => {
  test.each([
    [['transaction id', 'mid', 'amount'], []],
    [['rrn', 'mid', 'amount'], []],
    [['mid', 'amount'], ['Transaction ID or retrieval reference number']],
    [['rrn'], ['Merchant ID', 'Amount']],
  ])('%j lacks %j', (names, missing) => expect(missingColumns(matchColumns(names), names)).toEqual(missing))
})
