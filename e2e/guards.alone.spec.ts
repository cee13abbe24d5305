import { expect, test } from './desk-test'
import { accept, ask, invite, openLink, PEOPLE } from './people'
import { prepareSoleProprietorship } from './wizard'

/** Rules are everybody's, and a second admin changes how they are saved: these journeys run when no other does. */

const FUNDING = '/admin/settings/funding'

test('a rule that guards takes two admins: one proposes, the other sees what is and what would be, and approves', async ({
  desk,
  browser,
}) => {
  const ada = await desk.signIn('admin@demo.test', PEOPLE)
  const bea = await openLink(browser, await invite(ada, 'bea@journey.test', ['Admin']))
  await accept(bea, 'Bea Second')

  await ada.goto(FUNDING)
  const limit = ada.getByLabel('Transactions of a batch')
  await expect(limit).toHaveValue('1000')
  await limit.fill('2,500')
  await ada.getByRole('button', { name: 'Propose change' }).click()
  await expect(ada.getByText('Proposed. It counts once another admin approves it.')).toBeVisible()
  await expect(ada.getByText('You proposed a change: Funding')).toBeVisible()
  await expect(limit).toHaveValue('1000')
  await desk.expectFits(ada)

  await bea.goto('/')
  await bea.getByRole('link', { name: 'Rule changes to approve' }).click()
  await expect(bea.getByText('Ada Minton proposed a change: Funding')).toBeVisible()
  await expect(bea.getByText('1,000 → becomes 2,500')).toBeVisible()
  await bea.goto(FUNDING)
  const other = bea.getByLabel('Transactions of a batch')
  await other.fill('9')
  await bea.getByRole('button', { name: 'Propose change' }).click()
  await expect(bea.getByText('Ada Minton has proposed a change already.')).toBeVisible()
  await bea.getByRole('button', { name: 'Discard changes' }).click()
  await bea.getByRole('button', { name: 'Approve change' }).click()
  await expect(bea.getByText('Funding: The change is approved and counts now.')).toBeVisible()
  await expect(other).toHaveValue('2500')

  await ada.reload()
  await expect(limit).toHaveValue('2500')
  await limit.fill('1,000')
  await ada.getByRole('button', { name: 'Propose change' }).click()
  await ada.getByRole('button', { name: 'Withdraw change' }).click()
  await expect(ada.getByText('Funding: Withdrawn.')).toBeVisible()

  await ada.goto(PEOPLE)
  await ask(ada, 'Bea Second', 'Deactivate…')
  await ada
    .getByRole('dialog', { name: 'Deactivate Bea Second' })
    .getByRole('button', { name: 'Deactivate' })
    .click()
  await expect(ada.getByText('Bea Second was deactivated')).toBeVisible()
  await ada.goto(FUNDING)
  await limit.fill('1,000')
  await ada.getByRole('button', { name: 'Save' }).click()
  await expect(ada.getByText('Saved.')).toBeVisible()
  await bea.context().close()
})

test('values beyond the hourly limit are not shown to whoever has no second factor', async ({ desk }) => {
  const setLimit = async (values: string) => {
    const admin = await desk.signIn('admin@demo.test', '/admin/settings/reveal')
    await admin.getByLabel('Values that one person reveals within an hour').fill(values)
    await admin.getByRole('button', { name: 'Save' }).click()
    await expect(admin.getByText('Saved.')).toBeVisible()
    await desk.expectFits(admin)
  }
  const staff = await desk.signIn('onboarding@demo.test')
  const wizard = await prepareSoleProprietorship(staff, 'Limited Looks', { partnerUnderwrites: 'no' })
  await staff.getByRole('button', { name: 'Send to underwriting' }).click()
  await expect(staff.getByText('Our underwriters have it', { exact: true })).toBeVisible()
  await setLimit('1')
  const ulf = await desk.signIn('underwriter2@demo.test')
  await ulf.goto(`/underwriting/${wizard.id()}`)
  await ulf.getByRole('button', { name: 'Claim', exact: true }).click()
  const dialog = ulf.getByRole('dialog')
  const reveal = async (label: string) => {
    await ulf.getByRole('button', { name: `Reveal Ana Ruiz · ${label}` }).click()
    await dialog.getByLabel('Reason', { exact: true }).selectOption('Compare with a document')
    await dialog.getByRole('button', { name: 'Reveal value' }).click()
  }
  await reveal('Social Security number')
  await expect(ulf.getByText(/512-?45-?6789/).first()).toBeVisible()
  await reveal('Date of birth')
  await expect(dialog.getByRole('alert')).toContainText(
    'You revealed 1 value within an hour, which is the limit.',
  )
  await desk.expectAccessible(ulf)
  await setLimit('20')
})
