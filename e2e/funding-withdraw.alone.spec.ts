import { expect, test } from './desk-test'
import { approve, bring, create, credit, csv, pressSend, putForward } from './funding-batch'

test.afterEach(({ desk }) => desk.partner.clearFaults())

test('the rest of a batch that the partner did not take is withdrawn with words, and never sent', async ({
  desk,
}) => {
  const page = await desk.signIn('finance@demo.test')
  await bring(page, 'withdrawn.csv', csv(`${credit(108_101)},,M-001,12.50`))
  const address = await create(page)
  await putForward(page)
  const other = await desk.signIn('finance2@demo.test')
  await approve(other, address)
  const before = (await desk.partner.journal('funding')).length
  await desk.partner.fault({ endpoint: 'funding', mode: 'status', status: 401, times: 1 })
  await pressSend(other)
  const result = other.getByRole('region', { name: 'Result', exact: true })
  await expect(result).toContainText(/Not sent\s*\$12\.50\s*1 transaction/)
  await result.getByRole('button', { name: 'Withdraw the rest…' }).click()
  const dialog = other.getByRole('dialog')
  await expect(dialog).toContainText('1 unsent transaction, $12.50')
  await dialog.getByLabel('Reason').fill('The month is closed.')
  await dialog.getByRole('button', { name: 'Withdraw the rest' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(result).toContainText(/Withdrawn\s*\$12\.50\s*1 transaction/)
  await expect(result.getByRole('heading')).toHaveText('Stopped, nothing left to do')
  await expect(other.getByRole('button', { name: 'Send the rest' })).toHaveCount(0)
  await expect(other.getByText('withdrew 1 unsent transaction.')).toBeVisible()
  await expect(other.getByText('The month is closed.')).toBeVisible()
  expect((await desk.partner.journal('funding')).slice(before).map(({ applied }) => applied)).toEqual([false])
  expect(await desk.partner.transaction(credit(108_101))).toMatchObject({ merchantFundingAmounts: [] })
})
