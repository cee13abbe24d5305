import { expect, test } from './desk-test'
import { completeDraft, FullWizard } from './full-wizard'

test.afterEach(({ desk }) => desk.partner.clearFaults())

test('what the partner took only in part is told record by record, with a text for its support and no way to send again', async ({
  desk,
}) => {
  const page = await desk.signIn('onboarding@demo.test')
  const wizard = new FullWizard(page)
  await wizard.start()
  await wizard.fillEverything(completeDraft())
  const before = (await desk.partner.journal('alias')).at(-1)?.n ?? 0
  await desk.partner.fault({ endpoint: 'alias', mode: 'partial' })
  await wizard.submit()
  await expect(page.getByText('The partner created some records and refused others')).toBeVisible()
  await expect(page.getByText('its endpoint only creates')).toBeVisible()

  const left = page.getByRole('region', { name: "Text for the partner's support" })
  const text = await left.innerText()
  expect(text).toContain('Opportunity: 006')
  expect(text).toMatch(/refused \d+ of 8 records/)
  for (const secret of ['900246810', '900555555', '900666666', '0098765432', '1979-03-05']) {
    expect(text).not.toContain(secret)
    expect(await page.content()).not.toContain(secret)
  }
  for (const name of ['Make changes', 'Submit…', 'Review and submit again']) {
    await expect(page.getByRole('button', { name }).or(page.getByRole('link', { name }))).toHaveCount(0)
  }
  await desk.expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await desk.expectAccessible(page)
  await page.setViewportSize({ width: 1440, height: 900 })

  await page.getByRole('link', { name: 'See its values' }).click()
  await expect(page.getByRole('button', { name: 'Submit…' })).toHaveCount(0)
  await expect(page.getByText('Have its support add the rest.').first()).toBeVisible()
  expect(await desk.partner.journal('alias', before)).toHaveLength(1)
})
