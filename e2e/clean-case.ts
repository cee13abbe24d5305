import { expect, type Page } from '@playwright/test'
import { Wizard } from './wizard'

/** Counts the distinct documents that the page reported as opened by its reader. */
export function countOpened(page: Page): () => number {
  const opened = new Set<string>()
  page.on('response', (answer) => {
    if (
      answer.ok() &&
      answer.request().method() === 'POST' &&
      /\/api\/documents\/[^/]+\/content$/.test(answer.url())
    )
      opened.add(answer.url())
  })
  return () => opened.size
}

export const text = (name: string) => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(`${name}, transcribed.\n`),
})

const people = [
  { first: 'Ana', last: 'Ruiz', roles: ['Principal', 'Control Prong'], percentage: '50', ssn: '512456789' },
  { first: 'Ben', last: 'O’Hara', roles: ['Principal'], percentage: '25', ssn: '512456790' },
  { first: 'Cem', last: 'İnce', roles: ['Principal'], percentage: '25', ssn: '512456791' },
]

/** Submits a clean LLC with all its documents to the desk's underwriters. */
export async function handOverClean(page: Page, name: string, owners: number): Promise<string> {
  const wizard = new Wizard(page)
  const id = await wizard.start()
  const named = people.slice(0, owners).map((person) => ({
    ...person,
    birth: '1984-05-17',
    percentage: owners === 2 ? '50' : person.percentage,
  }))
  await wizard.prepare(
    {
      ownership: 'Limited Liability Company',
      legalName: name,
      dbaName: name,
      more: {
        description: 'Bread and cakes over the counter',
        dateEstablished: '2012-03-01',
        formationState: 'OR',
      },
      taxId: `12-${String(Math.floor(Math.random() * 9_000_000) + 1_000_000)}`,
      people: named,
    },
    `4${String(Date.now()).slice(-9)}`,
    { partnerUnderwrites: 'no' },
  )
  await wizard.step('Documents')
  for (const label of [
    'Voided check',
    'Formation documents',
    ...named.map(({ first, last }) => `Identity: ${first} ${last}`),
  ]) {
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: `Choose file: ${label}`, exact: true }).click()
    await (await chooser).setFiles([text(`${label.replace(': ', ' ')} of ${name}.txt`)])
    await expect(page.getByRole('button', { name: `Preview ${label.replace(': ', ' ')}` })).toBeVisible()
  }
  await wizard.step('Review and submit')
  await page.getByRole('button', { name: 'Send to underwriting' }).click()
  await expect(page.getByText('Our underwriters have it', { exact: true })).toBeVisible()
  return id
}

/**
 * Takes a case from arrival to approval by mouse alone. `opened`: the counter from `countOpened`; the case has three
 * owners.
 */
export async function clearByHand(
  uma: Page,
  opened: () => number,
  onReady: () => Promise<void> = async () => {},
): Promise<void> {
  await uma.getByRole('button', { name: 'Claim', exact: true }).click()
  const checklist = uma.getByRole('region', { name: 'Checklist', exact: true })
  const confirm = (group: string) =>
    checklist.getByRole('button', { name: new RegExp(`^Confirm \\d+: ${group}`) })
  await expect(confirm('People and ownership')).toBeVisible()
  // Three IDs are shown one below the other. One that nobody scrolled or clicked in was not opened, and confirms
  // nothing.
  const documents = uma.getByRole('region', { name: 'Documents', exact: true })
  const read = async (name: string, count: number) => {
    await documents.getByRole('region', { name: new RegExp(`^${name}`) }).hover()
    await expect
      .poll(async () => {
        await uma.mouse.wheel(0, 1)
        return opened()
      })
      .toBe(count)
  }
  for (const [index, first] of ['Ana', 'Ben', 'Cem'].entries()) {
    await documents.getByRole('button', { name: `Accept Identity ${first}` }).scrollIntoViewIfNeeded()
    await read(`Identity ${first}`, index + 1)
  }
  await confirm('People and ownership').click()
  await read('Formation documents', 4)
  await confirm('Business').click()
  await read('Voided check', 5)
  await confirm('Bank account').click()
  await confirm('Screening').click()
  await expect(uma.getByText('Ready to decide')).toBeVisible()
  await onReady()
  await uma.getByRole('button', { name: 'Approve…' }).click()
  const form = uma.getByRole('form', { name: 'Decision' })
  await form.getByRole('checkbox', { name: 'Within our policy' }).click()
  await form.getByRole('button', { name: 'Approve case' }).click()
  await expect(uma.getByRole('button', { name: 'Next case' })).toBeVisible()
}
