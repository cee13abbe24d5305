import { expect, type Page, test } from '@playwright/test'

/**
 * IDs that the partner knows without a row (contract.md, "The sandbox"). Each journey has its own, and so does each of
 * its tries, because the desk has those of the previous try in a batch. The last digit stays: it says whether the
 * transaction is settled.
 */
export const credit = (n: number) => `SBX-C-${numbered(n, 6)}`
export const debit = (n: number) => `SBX-D-${numbered(n, 6)}`
export const debitReference = (n: number) => `9${numbered(n, 11)}`
const numbered = (n: number, digits: number) =>
  String(((n - 1 + test.info().retry * 61_370) % 200_000) + 1).padStart(digits, '0')

export const csv = (...rows: string[]) =>
  Buffer.from(['Transaction ID,RRN,Merchant ID,Amount', ...rows].join('\n'))

/** The same in dollars and cents. The desk remembers by column names how amounts are written. */
export const dollars = (...rows: string[]) =>
  Buffer.from(['Transaction ID,Reference,Merchant ID,Amount', ...rows].join('\n'))

/**
 * Chooses a file on the page for a new batch, and waits until it is checked. Answers "cents" if nothing says what the
 * amounts are.
 */
export async function bring(page: Page, name: string, buffer: Buffer) {
  await choose(page, name, buffer)
  if (await answer(page, 'Cents').isVisible()) await say(page, 'Cents')
}

/** The same without that answer. */
export async function choose(page: Page, name: string, buffer: Buffer) {
  await page.goto('/funding/new')
  await page.getByLabel('File with funding amounts').setInputFiles({ name, mimeType: '', buffer })
  await expect(page.getByText('Nothing has been stored yet.')).toBeVisible()
}

const answer = (page: Page, style: 'Dollars' | 'Cents') =>
  page.getByRole('radio', { name: style, exact: true })

/** Answers whether the amounts are dollars or cents. */
export async function say(page: Page, style: 'Dollars' | 'Cents') {
  await answer(page, style).check()
  await expect(page.getByText('Nothing has been stored yet.')).toBeVisible()
}

/** Pastes text as a spreadsheet's clipboard has it. */
export async function pasteCells(page: Page, text: string) {
  await page.goto('/funding/new')
  await page.getByLabel('Paste cells').focus()
  await page.evaluate((cells) => {
    const data = new DataTransfer()
    data.setData('text/plain', cells)
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    )
  }, text)
  await expect(page.getByText(/^Pasted cells, \d+ rows?\. Nothing has been stored yet\./)).toBeVisible()
}

/** Creates the draft, and returns its address. */
export async function create(page: Page): Promise<string> {
  await page.getByRole('button', { name: /^Create (?:batch|draft)/ }).click()
  await page.waitForURL(/\/funding\/[0-9a-f]{8}-/)
  await expect(grid(page)).toBeVisible()
  return page.url()
}

export const grid = (page: Page) => page.getByRole('grid', { name: 'Amounts' })

/** A cell by its row in the file, and its column among the editable ones. */
export const cell = (page: Page, row: number, column: number) =>
  grid(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: String(row), exact: true }) })
    .getByRole('gridcell')
    .nth(column)

/** Selects a cell and types into it. */
export async function typeInto(page: Page, row: number, column: number, text: string) {
  await cell(page, row, column).click()
  // A second click would have opened the editor.
  await page.keyboard.press('Escape')
  await page.keyboard.press('Enter')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(text)
  // Enter in the last row would begin a new one.
  await page.keyboard.press('Shift+Enter')
}

export async function putForward(page: Page) {
  await page.getByRole('button', { name: 'Submit for approval' }).click()
  await expect(page.getByText('Pending approval').first()).toBeVisible()
}

/** The same for a batch with transactions that are not in the log, which is intended here. */
export async function putForwardAsMeant(page: Page) {
  await page.getByRole('button', { name: 'Submit for approval' }).click()
  const dialog = page.getByRole('dialog', { name: /not in the callback log$/ })
  await dialog.getByRole('checkbox', { name: /^Submit/ }).check()
  await dialog.getByRole('button', { name: /^Submit with/ }).click()
  await expect(page.getByText('Pending approval').first()).toBeVisible()
}

export async function approve(page: Page, address: string) {
  await page.goto(address)
  await page.getByRole('button', { name: 'Approve…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByRole('button', { name: 'Send to the partner' })).toBeVisible()
}

/** Presses a button that sends, and confirms the dialog, which names the amount. */
export async function pressSend(page: Page, name = 'Send to the partner…') {
  await page.getByRole('button', { name }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Send .*\$/ })
    .click()
}

export async function send(page: Page) {
  await pressSend(page)
  await expect(page.getByText(/transactions? funded\./)).toBeVisible()
}
