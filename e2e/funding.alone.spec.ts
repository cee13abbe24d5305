import type { Page } from '@playwright/test'
import { expect, test } from './desk-test'
import {
  approve,
  bring,
  create,
  credit,
  csv,
  debit,
  debitReference,
  pressSend,
  putForward,
} from './funding-batch'
import type { Partner } from './partner'
import { own } from './tries'

test.afterEach(async ({ desk }) => {
  await desk.partner.clearFaults()
})

type SignIn = (email: string) => Promise<Page>

/** Makes an approved batch, and returns the approver's page. */
async function approved(signIn: SignIn, name: string, ...rows: string[]): Promise<Page> {
  const page = await signIn('finance@demo.test')
  await bring(page, `${name}.csv`, csv(...rows))
  const address = await create(page)
  await putForward(page)
  const other = await signIn('finance2@demo.test')
  await approve(other, address)
  return other
}

const press = (page: Page, name: string) => page.getByRole('button', { name }).click()

async function settle(page: Page, choice: string, note: string) {
  await press(page, 'Resolve…')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(choice).check()
  await dialog.getByRole('textbox').fill(note)
  await dialog.getByRole('button', { name: 'Resolve' }).click()
  await expect(dialog).toHaveCount(0)
}

/** Another person, coming from the overview, reads what was said about a lost answer, and confirms it. */
async function confirm(signIn: SignIn, name: string, said: string): Promise<Page> {
  const second = await signIn('finance3@demo.test')
  await second.goto('/')
  await expect(second.getByRole('heading', { name: /^Lost answers to confirm/ })).toBeVisible()
  await second.getByRole('link', { name }).first().click()
  await press(second, 'Confirm…')
  const dialog = second.getByRole('dialog')
  await expect(dialog).toContainText(said)
  await expect(dialog).toContainText('$')
  await dialog.getByRole('textbox').fill('I asked her, too.')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog).toHaveCount(0)
  return second
}

/** What the partner did for funding since then, by its own journal. */
async function appliedSince(partner: Partner, since: number): Promise<boolean[]> {
  return (await partner.journal('funding', since)).map(({ applied }) => applied)
}
const latest = async (partner: Partner) => (await partner.journal('funding')).at(-1)?.n ?? 0

for (const { status, words } of [
  { status: 401, words: 'does not accept the funding profile' },
  { status: 403, words: 'has suspended or closed the funding profile' },
]) {
  test(`a ${status} stops the batch with words, and the rest is sent once that is mended`, async ({
    desk,
  }) => {
    const n = 107_000 + status
    const page = await approved(desk.signIn, `turned-away-${status}`, `${credit(n)},,M-1,100`)
    const since = await latest(desk.partner)
    await desk.partner.fault({ endpoint: 'funding', mode: 'status', status, times: 1 })
    await pressSend(page)
    await expect(page.getByText('Stopped').first()).toBeVisible()
    await expect(page.getByText(words).first()).toBeVisible()
    await expect(page.getByText('1 transaction not sent.').first()).toBeVisible()
    expect(await appliedSince(desk.partner, since)).toEqual([false])
    await pressSend(page, 'Send the rest…')
    await expect(page.getByText('1 transaction funded.')).toBeVisible()
    expect(await appliedSince(desk.partner, since)).toEqual([false, true])
  })
}

test('a 500 is an unknown outcome: nothing goes out again before somebody says that nothing was applied', async ({
  desk,
}) => {
  const page = await approved(desk.signIn, own('server-error'), `${credit(107_500)},,M-1,100`)
  const since = await latest(desk.partner)
  await desk.partner.fault({ endpoint: 'funding', mode: 'status', status: 500, times: 1 })
  await pressSend(page)
  await expect(page.getByText('Outcome unknown').first()).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: /^Send/ })).toHaveCount(0)
  await settle(page, 'Not received by the partner', 'Ms. Ortiz of its support looked.')
  // The sender can only propose this: nothing can be sent before another person confirms it.
  await expect(page.getByText('A second person must confirm it').first()).toBeVisible()
  await expect(page.getByRole('button', { name: /^(?:Send|Confirm)/ })).toHaveCount(0)
  const second = await confirm(desk.signIn, own('server-error'), 'Ms. Ortiz of its support looked.')
  await expect(second.getByText('confirmed that the partner did not receive it').first()).toBeVisible()
  await page.reload()
  await pressSend(page, 'Send the rest…')
  await expect(page.getByText('1 transaction funded.')).toBeVisible()
  expect(await appliedSince(desk.partner, since)).toEqual([false, true])
})

test('an answer that was cut off is never sent again by itself, and counts once somebody found it there', async ({
  desk,
}) => {
  const page = await approved(desk.signIn, own('cut-off'), `${credit(107_600)},,M-1,100`)
  const since = await latest(desk.partner)
  await desk.partner.fault({ endpoint: 'funding', mode: 'cut-after', times: 1 })
  await pressSend(page)
  await expect(page.getByText('Outcome unknown').first()).toBeVisible()
  await settle(page, 'The partner has it', 'Seen in its own list.')
  // The sender can only propose this too: nothing counts as funded by the word of one person.
  await expect(page.getByText('A second person must confirm it').first()).toBeVisible()
  await confirm(desk.signIn, own('cut-off'), 'Seen in its own list.')
  await page.reload()
  await expect(page.getByText('1 transaction funded.')).toBeVisible()
  expect(await appliedSince(desk.partner, since)).toEqual([true])
})

test('a partner that applies the request and never answers is asked once, and a person says how it ended', async ({
  desk,
}) => {
  const page = await approved(
    desk.signIn,
    own('no-answer'),
    `${credit(107_651)},,M-1,100`,
    `${credit(107_652)},,M-1,250`,
  )
  const since = await latest(desk.partner)
  await desk.partner.fault({ endpoint: 'funding', mode: 'hang-after', times: 1, delayMs: 2_500 })
  await pressSend(page)
  await expect(page.getByText('0 of 2 transactions answered.')).toBeVisible()
  await expect(page.getByText('Outcome unknown').first()).toBeVisible()
  // Neither a reload nor another person can send it again before it is settled.
  await page.reload()
  await expect(page.getByRole('button', { name: 'Resolve…' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Send/ })).toHaveCount(0)
  await settle(page, 'The partner has it', 'Ms. Ortiz of its support sees both.')
  await confirm(desk.signIn, own('no-answer'), 'Ms. Ortiz of its support sees both.')
  await page.reload()
  await expect(page.getByText('2 transactions funded.')).toBeVisible()
  expect(await appliedSince(desk.partner, since)).toEqual([true])
  expect(await desk.partner.transaction(credit(107_652))).toMatchObject({
    merchantFundingAmounts: [{ merchantId: 'M-1', amount: '250' }],
  })
})

test('sent again by a person, the same request sets the same amounts once more', async ({ desk }) => {
  const page = await approved(desk.signIn, 'again', `${credit(107_700)},,M-1,100`)
  const since = await latest(desk.partner)
  await desk.partner.fault({ endpoint: 'funding', mode: 'malformed', times: 1 })
  await pressSend(page)
  await expect(page.getByText('Outcome unknown').first()).toBeVisible()
  await settle(page, 'Resend the identical request', 'No one can look there before Monday.')
  await expect(page.getByText('1 transaction funded.')).toBeVisible()
  const entries = await desk.partner.journal('funding', since)
  expect(entries).toHaveLength(2)
  expect(entries[1]?.sha256).toBe(entries[0]?.sha256)
  expect(await desk.partner.transaction(credit(107_700))).toMatchObject({
    merchantFundingAmounts: [{ merchantId: 'M-1', amount: '100' }],
  })
})

test('a request that is refused as a whole names its code, and is taken up in a new batch', async ({
  desk,
}) => {
  const page = await approved(
    desk.signIn,
    'twice',
    `${debit(107_801)},,M-1,100`,
    `,${debitReference(107_801)},M-1,100`,
  )
  const since = await latest(desk.partner)
  await pressSend(page)
  await expect(page.getByText('Stopped').first()).toBeVisible()
  await expect(page.getByText('with code 3').first()).toBeVisible()
  await expect(page.getByText('see the partner’s message in its request below.')).toBeVisible()
  expect(await appliedSince(desk.partner, since)).toEqual([false])
  await press(page, 'Retry failed transactions')
  await expect(page.getByText('Retry of', { exact: true })).toBeVisible()
})
