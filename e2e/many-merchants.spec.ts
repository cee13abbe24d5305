import type { Locator } from '@playwright/test'
import { addReceiver, saleOf } from './callback-posts'
import { expect, test } from './desk-test'
import { approve, choose, create, credit, dollars, putForward, send } from './funding-batch'
import { importMerchants } from './import-merchants'

/** No other journey funds sales of this profile. */
const PROFILE = '941000000004'

test('sales of many merchants become one batch in under ten clicks, each by its own split', async ({
  desk,
}) => {
  const name = `MANY${Date.now().toString(36).toUpperCase()}`
  // The payee is unique too, so that its amount includes no other try's.
  const [percent, fixed, paused, fee] = [`${name}-A`, `${name}-B`, `${name}-C`, `${name}-FEE`]
  const fiona = await desk.signIn('finance@demo.test')
  const felix = await desk.signIn('finance2@demo.test')
  // Unique names: another merchant with the same name would first have to be told apart, even in a second try.
  await importMerchants(fiona, felix, name, [
    `${fee},Fee of ${name},,`,
    `${percent},Percent Shop ${name},,${fee}:2.9%;self`,
    `${fixed},Fixed Shop ${name},,${fee}:0.30;self`,
    `${paused},Paused Shop ${name},paused,`,
  ])
  const admin = await desk.signIn('admin@demo.test')
  // Numbers below those of other journeys, and known to the partner.
  const first = 120_000 + (Date.now() % 60_000)
  const sales = [
    [percent, '100.00'],
    [percent, '10.01'],
    [fixed, '20.00'],
    [fixed, '0.20'],
    [paused, '5.00'],
  ] as const
  const addresses = new Map<string, string>()
  for (const merchantId of [percent, fixed, paused])
    addresses.set(merchantId, await addReceiver(admin, PROFILE, merchantId))
  for (const [index, [merchantId, amount]] of sales.entries()) {
    const answer = await admin.request.post(addresses.get(merchantId) ?? '', {
      form: saleOf(credit(first + index), { tran_amount: amount }),
    })
    expect(answer.status()).toBe(200)
  }

  // A callback is acknowledged before it is processed.
  await expect(async () => {
    await fiona.goto('/callbacks/unfunded')
    for (const merchantId of [percent, fixed, paused])
      await expect(fiona.getByRole('region', { name: 'Unfunded sales' })).toContainText(merchantId, {
        timeout: 2_000,
      })
  }).toPass()

  let clicks = 0
  const click = async (target: Locator) => {
    clicks += 1
    await target.click()
  }
  await fiona.goto('/merchants')
  await click(fiona.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Callbacks/ }))
  await click(fiona.getByRole('link', { name: 'Unfunded by merchant' }))
  await expect(fiona.getByRole('region', { name: 'Unfunded sales' })).toContainText(paused)
  await click(fiona.getByRole('button', { name: 'Fund all unfunded…' }))
  const dialog = fiona.getByRole('dialog')
  await expect(dialog.getByLabel('Received until')).toHaveValue(/^\d{4}-\d\d-\d\d$/)
  clicks += 1
  await dialog.getByLabel('Funding profile').selectOption(PROFILE)
  await expect(dialog.getByRole('radio', { name: /merchant’s split/ })).toBeChecked()
  const merchants = dialog.getByRole('region', { name: 'Sales by merchant' })
  const ofPercent = merchants.getByRole('row').filter({ hasText: percent })
  await expect(ofPercent).toContainText(`2.9% to ${fee}, remainder to this merchant`)
  await expect(ofPercent).toContainText('$110.01')
  await expect(merchants.getByRole('row').filter({ hasText: fixed })).toContainText('$20.00')
  const payees = dialog.getByRole('region', { name: 'Money by payee' })
  // 2.90 and 0.29 of one merchant, 0.30 of the other.
  await expect(payees.getByRole('row').filter({ hasText: fee })).toContainText('$3.49')
  const leftOut = dialog.getByRole('list', { name: 'Left out' })
  await expect(leftOut).toContainText(/merchant paused.*Paused Shop/)
  await expect(leftOut).toContainText(/smaller than the fixed amounts.*Fixed Shop/)
  await expect(leftOut).toContainText('no merchant (received for the whole profile)')
  await expect(dialog.getByLabel('Name')).toHaveValue(/^Unfunded sales until .+ \(\d+ payees\)$/)
  await desk.expectAccessible(fiona)
  await click(dialog.getByRole('button', { name: 'Create batch' }))
  await fiona.waitForURL(/\/funding\/[0-9a-f]{8}-/)
  const address = fiona.url()
  await expect(fiona.getByRole('heading', { level: 1 })).toContainText('Unfunded sales until')
  await click(fiona.getByRole('button', { name: 'Submit for approval' }))
  await expect(fiona.getByText('Pending approval').first()).toBeVisible()
  expect(clicks).toBeLessThan(10)

  await approve(felix, address)
  await send(felix)
  const held = async (index: number) => (await desk.partner.transaction(credit(first + index))) as object
  expect(await held(0)).toMatchObject({
    merchantFundingAmounts: [
      { merchantId: fee, amount: '290' },
      { merchantId: percent, amount: '9710' },
    ],
  })
  expect(await held(2)).toMatchObject({
    merchantFundingAmounts: [
      { merchantId: fee, amount: '30' },
      { merchantId: fixed, amount: '1970' },
    ],
  })

  // The sales that stayed out are funded with the rest of their merchant's, by a split that is taken over and proposed.
  await fiona.goto('/callbacks/unfunded')
  await fiona
    .getByRole('button', { name: `Fund the sales of ${fixed}…` })
    .filter({ visible: true })
    .click()
  await expect(leftOut).toContainText('smaller than the fixed amounts')
  await expect(dialog.getByRole('button', { name: 'Create batch' })).toBeDisabled()
  await dialog.getByRole('radio', { name: 'Split all alike' }).check()
  const saved = dialog.getByRole('region', { name: 'Saved splits' })
  await saved.getByRole('combobox').fill(percent)
  await saved.getByRole('button', { name: 'Use default split' }).click()
  await expect(dialog.getByLabel('Share of merchant 1', { exact: true })).toHaveValue('2.9')
  await dialog.getByLabel('Share of merchant 1', { exact: true }).fill('3.1')
  await saved.getByRole('button', { name: 'Save as default split' }).click()
  await expect(saved.getByRole('status')).toContainText('once a second person confirms it')
  await desk.expectAccessible(fiona)
  await fiona.goto(`/merchants/${percent}`)
  await expect(fiona.getByText('Change pending: proposed by')).toBeVisible()
  await expect(fiona.getByText('3.1% to').first()).toBeVisible()
})

test('many first payments are one kind of warning: the largest in sight, every one behind a press', async ({
  desk,
}) => {
  const name = `NEW${Date.now().toString(36).toUpperCase()}`
  const ids = Array.from({ length: 120 }, (_, at) => `${name}-${String(at + 1).padStart(3, '0')}`)
  const fiona = await desk.signIn('finance@demo.test')
  const felix = await desk.signIn('finance2@demo.test')
  await importMerchants(
    fiona,
    felix,
    name,
    ids.map((id) => `${id},Shop ${id},,`),
  )
  // Numbers below those of other journeys and the demonstration; later tries use different ones. The largest amount is
  // neither first nor last.
  const first = 11_000 + (Date.now() % 8_000)
  const rows = ids.map((id, at) => `${credit(first + at)},,${id},${at === 70 ? '900' : at + 1}.00`)
  await choose(fiona, 'many-first-payments.csv', dollars(...rows))
  const address = await create(fiona)
  await putForward(fiona)

  await felix.goto(address)
  await felix.getByRole('button', { name: 'Approve…' }).click()
  const dialog = felix.getByRole('dialog')
  const kind = dialog
    .getByRole('list', { name: 'Warnings by kind' })
    .getByRole('listitem')
    .filter({ hasText: 'First payment (120)' })
  // 1 to 120, and 900 in the place of 71.
  await expect(kind).toContainText('$8,089.00')
  await expect(kind.getByRole('listitem')).toHaveText([
    /^Row 72, \$900\.00: First payment to Shop /,
    /^Row 121, \$120\.00: /,
    /^Row 120, \$119\.00: /,
  ])
  await desk.expectAccessible(felix)
  const all = dialog.getByRole('button', { name: 'Show all 120 (First payment)' })
  await all.press('Enter')
  await expect(kind.getByRole('listitem')).toHaveCount(120)
  await expect(kind.getByRole('listitem').last()).toHaveText(/^Row 2, \$1\.00: /)
  // The list scrolls by keyboard, and what is below it stays close.
  const region = dialog.getByRole('region', { name: 'First payment' })
  await felix.keyboard.press('Shift+Tab')
  await expect(region).toBeFocused()
  // Rows that were never visible have an estimated height, so the end may move while scrolling to it.
  await expect(async () => {
    await felix.keyboard.press('End')
    await expect(kind.getByRole('listitem').last()).toBeInViewport({ timeout: 2_000 })
  }).toPass()
  await desk.expectAccessible(felix)
  await dialog.getByRole('button', { name: 'Show fewer (First payment)' }).click()
  await expect(kind.getByRole('listitem')).toHaveCount(3)
  await dialog.getByRole('button', { name: 'Approve $8,089.00', exact: true }).click()
  await expect(felix.getByRole('button', { name: 'Send to the partner' })).toBeVisible()
})
