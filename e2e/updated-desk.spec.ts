import { expect, test } from './desk-test'

test('a page that is older than the desk says so, keeps what was typed, and does it after a reload', async ({
  desk,
}) => {
  const page = await desk.signIn('admin@demo.test')
  // The server knows no action of that name.
  desk.expectTrouble('409')
  await page.goto('/admin/people')
  await page.getByRole('button', { name: 'Invite person…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite person' })
  const email = dialog.getByLabel('Email')
  await email.fill("o'hara.updated@desk.test")
  await dialog.getByRole('checkbox', { name: 'Auditor' }).check()
  // A page of another build calls actions by names that this build does not have.
  await page.route('**/admin/people', (route, request) => {
    const action = request.headers()['next-action']
    return action
      ? route.continue({
          headers: { ...request.headers(), 'next-action': action.replace(/.{8}$/, '00000000') },
        })
      : route.continue()
  })
  await dialog.getByRole('button', { name: 'Create invitation' }).click()
  await expect(dialog.getByRole('alert')).toContainText('PayFac Desk was updated while this page was open.')
  await expect(email).toHaveValue("o'hara.updated@desk.test")

  await page.unroute('**/admin/people')
  await page.reload()
  await expect(page.getByText("o'hara.updated@desk.test")).toHaveCount(0)
})
