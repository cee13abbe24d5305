import type { Locator, Page } from '@playwright/test'
import { expect, test } from './desk-test'
import { listens, pageListens } from './listens'
import { accept, endSession, invite, newcomer, openLink, PEOPLE } from './people'
import { own } from './tries'
import { prepareSoleProprietorship, Wizard } from './wizard'

const part = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })
const caseOf = (page: Page, id: string) => page.goto(`/underwriting/${id}`)

/** A complete application for the desk's own underwriters. */
const prepareOurs = (page: Page, name: string, highMonthlyVolume = '25,000') =>
  prepareSoleProprietorship(page, name, { partnerUnderwrites: 'no', highMonthlyVolume })

/** The same, sent to underwriting. */
async function handOver(
  page: Page,
  name: string,
  { volume, note = '', prepared }: { volume?: string; note?: string; prepared?: Wizard } = {},
): Promise<Wizard> {
  const wizard = prepared ?? (await prepareOurs(page, name, volume))
  await page.getByLabel('Note for underwriters').fill(note)
  await page.getByRole('button', { name: 'Send to underwriting' }).click()
  await expect(page.getByText('Our underwriters have it', { exact: true })).toBeVisible()
  return wizard
}

async function claim(page: Page, id: string): Promise<void> {
  await caseOf(page, id)
  await pageListens(page)
  await page.getByRole('button', { name: 'Claim', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Release', disabled: false })).toBeVisible()
}

async function confirmAll(page: Page): Promise<void> {
  const boxes = part(page, 'Checklist').getByRole('checkbox')
  // The claim is shown on click, and the boxes come with the answer.
  await expect(boxes.nth(3)).toBeVisible()
  const count = await boxes.count()
  const entries = part(page, 'Checklist').locator('li')
  for (let n = 0; n < count; n++) {
    const entry = entries.nth(n)
    // Documents that the page shows without a click do not count as opened.
    for (const link of await entry.locator('a[href^="#paper-"]').all()) await link.click()
    await expect(entry.getByText(/opened by you/)).toHaveCount(0)
    await boxes.nth(n).click()
    // Confirming an identity without its document needs a reason.
    if (await entry.getByText('No supporting document yet.').isVisible()) {
      await entry.getByLabel('Reason for confirming without a document').fill('Seen at the branch.')
      await entry.getByRole('button', { name: 'Confirm with this reason' }).click()
    }
    await expect(boxes.nth(n)).toBeChecked()
  }
  await expect(part(page, 'Checklist').getByText(`${count} of ${count} confirmed`)).toBeVisible()
}

async function fillDecision(page: Page, outcome: 'Approve' | 'Decline', reason: string, note: string) {
  const form = page.getByRole('form', { name: 'Decision' })
  await form.getByRole('radio', { name: outcome }).check()
  await form.getByRole('checkbox', { name: reason }).check()
  await form.getByLabel(/^Note/).fill(note)
  return form.getByRole('button', { name: `${outcome} case` })
}

/** A decision is asked once more, and can be made. */
async function decideBy(press: Locator) {
  await press.click()
  await press
    .page()
    .getByRole('dialog')
    .getByRole('button', { name: /^(Approve|Decline) case$/ })
    .click()
}

const pdf = (name: string) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from(`%PDF-1.7\n/Page\n% ${name}\n%%EOF\n`),
})

test('handed over, claimed, asked, answered, approved and submitted: what was approved is what is sent', async ({
  desk,
}) => {
  test.setTimeout(240_000)
  const staff = await desk.signIn('onboarding@demo.test')
  const uma = await desk.signIn('underwriter@demo.test')
  const ulf = await desk.signIn('underwriter2@demo.test')
  const name = own("Asked & O'Brien İ")
  const prepared = await prepareSoleProprietorship(staff, name)
  await prepared.step('Options')
  await prepared.field('options.partnerUnderwrites').getByLabel('No', { exact: true }).check()
  await prepared.step('Review and submit')
  const wizard = await handOver(staff, name, { prepared, note: 'They open a second shop in May.' })
  const id = wizard.id()

  // Both look at the queue, and one is faster.
  for (const page of [uma, ulf]) {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Underwriting' }).click()
    await expect(page.getByRole('heading', { name: 'Underwriting', level: 1 })).toBeVisible()
  }
  const row = (page: Page) => page.getByRole('row').filter({ hasText: name })
  await row(uma)
    .getByRole('button', { name: /^Claim/ })
    .click()
  await expect(uma.getByText('is yours')).toBeVisible()
  await row(ulf)
    .getByRole('button', { name: /^Claim/ })
    .click()
  await expect(ulf.getByRole('alert').filter({ hasText: 'Uma Wright has claimed this case' })).toBeVisible()
  await caseOf(ulf, id)
  await expect(part(ulf, 'Checklist').getByText('Uma Wright has this case.')).toBeVisible()
  // The page shows no control that would do nothing, and offers a way to get the case.
  await expect(part(ulf, 'Checklist').getByRole('checkbox')).toHaveCount(0)
  await ulf.getByRole('button', { name: 'Assign to me…' }).click()
  await expect(
    ulf.getByRole('dialog', { name: /^Assign A-/ }).getByRole('radio', { checked: true }),
  ).toHaveAccessibleName(/you/)
  await ulf.keyboard.press('Escape')

  await uma.getByRole('link', { name: `Open the case of ${name}` }).click()
  await expect(uma.getByText('They open a second shop in May.').first()).toBeVisible()
  await expect(part(uma, 'Timeline').getByText('They open a second shop in May.')).toBeVisible()
  await uma.getByRole('button', { name: 'Ask about Legal name' }).click()
  await uma.keyboard.type('The name on the license is another one.')
  await uma.getByRole('button', { name: 'Ask about Voided check' }).click()
  const tray = part(uma, 'Request for information')
  await tray.getByRole('button', { name: 'Send request' }).click()
  // A request needs its text, and no text is lost.
  await expect(tray.getByText('Enter what you need.')).toBeVisible()
  await expect(tray.getByLabel('Voided check', { exact: true })).toBeFocused()
  await uma.keyboard.type('We need one that we can read.')
  await expect(tray.getByLabel('Legal name', { exact: true })).toHaveValue(
    'The name on the license is another one.',
  )
  // Tall enough that sticky edges cover nothing: a covered target can be scrolled into view, but axe would report it as
  // too small.
  await uma.setViewportSize({ width: 1440, height: 6_000 })
  await desk.expectAccessible(uma)
  await uma.setViewportSize({ width: 1440, height: 900 })
  await tray.getByRole('button', { name: 'Send request' }).click()
  await expect(uma.getByText('Info requested')).toBeVisible()
  await expect(tray).toHaveCount(0)

  // The application's page links to the section that returns the case; there, the link stays on the page.
  await staff.goto(`/applications/${id}`)
  await expect(staff.getByText('on the review step')).toHaveCount(0)
  await staff.getByRole('link', { name: 'Return it', exact: true }).click()
  await staff.waitForURL(`/applications/${id}/review#underwriting`)
  await expect(
    staff.getByText('Our underwriters need something before they decide', { exact: true }),
  ).toBeVisible()
  await expect(staff.getByRole('link', { name: 'Return it', exact: true })).toHaveAttribute(
    'href',
    '#underwriting',
  )
  await staff.goto(`/applications/${id}/merchant#merchant.legalName`)
  await expect(wizard.field('merchant.legalName')).toContainText('The name on the license is another one.')
  await staff.getByLabel('Legal name').fill('Asked and Answered LLC')
  await wizard.step('Documents')
  await staff.locator('input[type=file]').setInputFiles([pdf('voided check.pdf')])
  await expect(staff.getByRole('button', { name: 'Preview voided check.pdf' })).toBeVisible()
  await wizard.step('Review and submit')
  await staff.getByLabel('Your answer').fill('Both are fixed.')
  await staff.getByRole('button', { name: /^Return to underwriting/ }).click()
  const handBack = staff.getByRole('dialog', { name: 'Return to underwriting?' })
  await handBack.getByRole('button', { name: 'Return to underwriting' }).click()
  await expect(staff.getByText('Our underwriters have it', { exact: true })).toBeVisible()

  await uma.reload()
  await expect(uma.getByText('Onboarding answered')).toBeVisible()
  const requests = part(uma, 'Requests')
  await expect(requests.getByText('Both are fixed.')).toBeVisible()
  await expect(requests.getByRole('deletion')).toHaveText(name)
  await expect(requests.getByRole('insertion')).toHaveText('Asked and Answered LLC')
  await expect(requests.getByText('voided check.pdf')).toBeVisible()
  await desk.expectAccessible(uma)
  // No approval before both answers are reviewed; the page links to each.
  const decision = uma.getByRole('form', { name: 'Decision' })
  await decision.getByRole('radio', { name: 'Approve' }).check()
  await expect(decision.getByText('2 answers to review first')).toBeVisible()
  await decision.getByRole('link', { name: 'Legal name' }).click()
  for (const accept of await requests.getByRole('radio', { name: 'Accept' }).all()) await accept.check()
  await requests.getByRole('button', { name: 'Accept 2' }).click()
  await expect(requests.getByText('Settled')).toBeVisible()

  const approve = await fillDecision(uma, 'Approve', 'Within our policy', '')
  await approve.click()
  // Lists everything that prevents the decision, with a link to each.
  const refused = uma.getByRole('alert').filter({ hasText: 'Decision not recorded' })
  await expect(refused).toContainText('checklist items are open')
  await refused.getByRole('link').first().click()
  await confirmAll(uma)
  await expect(refused).not.toContainText('checklist items are open')
  // The check was opened; the identity has no document.
  const unread = part(uma, 'Decision').getByText('Confirmed without opening a document')
  await expect(unread).toBeVisible()
  await expect(part(uma, 'Checklist').getByRole('link', { name: 'voided check.pdf' })).toBeVisible()
  // One item is still open, and approving anyway needs a note: it is not asked about first.
  await approve.click()
  await expect(refused).toContainText('does not hold: Identity: Ana Ruiz is missing')
  await uma.getByRole('form', { name: 'Decision' }).getByLabel(/^Note/).fill('Her passport was seen.')
  // The earlier refusal is gone before the next attempt.
  await expect(refused).toHaveCount(0)
  await approve.click()
  const asked = uma.getByRole('dialog', { name: 'Approve this case?' })
  await expect(asked).toContainText('Asked and Answered LLC, up to $')
  await expect(asked).toContainText('Onboarding can submit it unchanged.')
  await expect(uma.getByText('Decision not recorded')).toHaveCount(0)
  await asked.getByRole('button', { name: 'Cancel' }).click()
  await expect(approve).toBeEnabled()
  await decideBy(approve)
  await expect(part(uma, 'Decision').getByText('Onboarding can submit it unchanged.')).toBeVisible()
  await expect(uma.getByRole('button', { name: 'Next case' })).toBeVisible()

  await staff.goto(`/applications/${id}/review`)
  await expect(staff.getByText('Our underwriters approved it', { exact: true })).toBeVisible()
  await wizard.submit()
  await expect(staff.getByText('The partner accepted it')).toBeVisible()
  const held = await desk.partner.opportunity(await wizard.opportunityId())
  expect(held.Opp).toMatchObject({ Is_SVC_Underwriting__c: false })
  expect(held.Mer).toMatchObject({ Legal_Name__c: 'Asked and Answered LLC' })
})

test('above the limit a second underwriter sees what the first decided, confirms the checklist anew, and then it', async ({
  desk,
}) => {
  test.setTimeout(180_000)
  const staff = await desk.signIn('onboarding@demo.test')
  const uma = await desk.signIn('underwriter@demo.test')
  const ulf = await desk.signIn('underwriter2@demo.test')
  const name = own('Four Eyes Foods')
  const wizard = await handOver(staff, name, { volume: '250,000' })
  const id = wizard.id()
  await claim(uma, id)
  await expect(uma.getByText('Two underwriters decide this case')).toBeVisible()
  await confirmAll(uma)
  const note = 'Seasonal: the statements of two summers show it.'
  await decideBy(await fillDecision(uma, 'Approve', 'Its risks are explained', note))
  await expect(uma.getByText('A second decision is needed')).toBeVisible()
  await uma.reload()
  await expect(part(uma, 'Decision').getByText('You decided.')).toBeVisible()
  // Another person has to make the second decision, so the page offers this one no form that it would refuse.
  await expect(uma.getByText('You decided first')).toBeVisible()
  await expect(uma.getByRole('button', { name: 'Claim', exact: true })).toHaveCount(0)
  await ulf.goto('/underwriting')
  await expect(
    ulf.getByRole('row').filter({ hasText: name }).getByText('Second decision, after Uma Wright'),
  ).toBeVisible()
  await expect(uma.getByRole('form', { name: 'Decision' })).toHaveCount(0)

  await claim(ulf, id)
  await expect(part(ulf, 'Decision').getByText('First decision: approved')).toBeVisible()
  await expect(
    part(ulf, 'Decision').getByText('Its risks are explained', { exact: false }).first(),
  ).toBeVisible()
  await expect(part(ulf, 'Decision').getByText(note)).toBeVisible()
  const same = await fillDecision(ulf, 'Approve', 'Its risks are explained', 'The same to me.')
  // The first person's ticks are shown, but do not count as the second's own.
  await expect(part(ulf, 'Checklist').getByText('Confirmed by Uma Wright').first()).toBeVisible()
  await expect(part(ulf, 'Checklist').getByRole('checkbox', { checked: true })).toHaveCount(0)
  await same.click()
  await expect(ulf.getByRole('alert').filter({ hasText: 'Decision not recorded' })).toContainText(
    'checklist items are open',
  )
  const identity = part(ulf, 'Checklist').locator('li').filter({ hasText: 'The identity of Ana Ruiz' })
  await identity.getByRole('checkbox').click()
  await expect(identity.getByRole('checkbox')).not.toBeChecked()
  await identity.getByRole('button', { name: 'Confirm with this reason' }).click()
  await expect(identity.getByText('Enter a reason, or ask for the document.')).toBeVisible()
  await desk.expectAccessible(ulf)
  await identity.getByRole('button', { name: 'Cancel' }).click()
  await confirmAll(ulf)
  await decideBy(same)
  await expect(part(ulf, 'Decision').getByText('Onboarding can submit it unchanged.')).toBeVisible()
  await expect(part(ulf, 'Decision history').getByText('Confirmed the first')).toBeVisible()
  await expect(part(ulf, 'Timeline').getByText('Approved it')).toBeVisible()

  // A new document that nobody has seen: the approval no longer covers everything.
  await staff.goto(`/applications/${id}/documents`)
  await staff.locator('input[type=file]').setInputFiles([pdf('afterwards.pdf')])
  await expect(staff.getByRole('button', { name: 'Preview afterwards.pdf' })).toBeVisible()
  await staff.goto(`/applications/${id}/review`)
  await expect(
    staff.getByText('Our underwriters approved it before it changed', { exact: true }),
  ).toBeVisible()
  // The page offers "send to underwriting", not "submit".
  await expect(staff.getByRole('button', { name: 'Submit…' })).toHaveCount(0)
  await staff.getByRole('button', { name: 'Send to underwriting' }).click()
  await expect(staff.getByText('Our underwriters have it', { exact: true })).toBeVisible()
})

test('two who disagree: neither decision counts, each sees why, and both decide anew', async ({ desk }) => {
  test.setTimeout(180_000)
  const staff = await desk.signIn('onboarding@demo.test')
  const uma = await desk.signIn('underwriter@demo.test')
  const ulf = await desk.signIn('underwriter2@demo.test')
  const id = (await handOver(staff, 'Two Minds Trading', { volume: '250,000' })).id()
  await claim(uma, id)
  await confirmAll(uma)
  await decideBy(await fillDecision(uma, 'Approve', 'Its risks are explained', 'I trust the statements.'))
  await expect(uma.getByText('A second decision is needed')).toBeVisible()

  await claim(ulf, id)
  await confirmAll(ulf)
  await expect(ulf.getByText('Differs from the first decision: neither counts')).toBeVisible()
  const decline = await fillDecision(ulf, 'Decline', 'Volume and tickets are not plausible', 'I do not.')
  await decideBy(decline)
  await expect(part(ulf, 'Decision').getByText('The decisions differ: neither counts')).toBeVisible()
  await desk.expectAccessible(ulf)
  await staff.goto(`/applications/${id}`)
  await expect(staff.getByText('Our underwriters have it', { exact: true })).toBeVisible()
  await expect(staff.getByText('I do not.')).toHaveCount(0)

  for (const [page, by] of [
    [uma, 'first'],
    [ulf, 'second'],
  ] as const) {
    await claim(page, id)
    await expect(part(page, 'Decision history').getByText('Disagreed with the first')).toBeVisible()
    if (by === 'first') await expect(page.getByText('Two underwriters disagreed on this case')).toBeVisible()
    await expect(part(page, 'Decision history').getByText('I trust the statements.')).toBeVisible()
    const words = by === 'first' ? 'Ulf is right.' : 'As we agreed.'
    await decideBy(await fillDecision(page, 'Decline', 'Volume and tickets are not plausible', words))
    await expect(
      part(page, 'Decision').getByText(
        by === 'first' ? 'A second decision is needed' : 'The application is closed.',
      ),
    ).toBeVisible()
  }
})

test('of two who claim at the same moment one has it; of three who act at once all see the same', async ({
  desk,
}) => {
  test.setTimeout(180_000)
  const [staff, uma, ulf] = await Promise.all([
    desk.signIn('onboarding@demo.test'),
    desk.signIn('underwriter@demo.test'),
    desk.signIn('underwriter2@demo.test'),
  ])
  const id = (await handOver(staff, 'At The Same Moment')).id()
  await Promise.all([caseOf(uma, id), caseOf(ulf, id)])
  const claimIt = (page: Page) => page.getByRole('button', { name: 'Claim', exact: true })
  await Promise.all([claimIt(uma).click(), claimIt(ulf).click()])
  const quicker = (page: Page) => page.getByRole('alert').filter({ hasText: 'has claimed this case' })
  const releaseIt = (page: Page) => page.getByRole('button', { name: 'Release', disabled: false })
  await expect(releaseIt(uma).or(quicker(uma))).toBeVisible()
  await expect(releaseIt(ulf).or(quicker(ulf))).toBeVisible()
  expect((await releaseIt(uma).count()) + (await releaseIt(ulf).count())).toBe(1)
  const [holder, other] = (await releaseIt(uma).count()) === 1 ? [uma, ulf] : [ulf, uma]
  await expect(quicker(other)).toBeVisible()

  // One underwriter decides, staff recall the application, and the other underwriter writes a note.
  await confirmAll(holder)
  const approve = await fillDecision(holder, 'Approve', 'Within our policy', 'Papers seen.')
  await part(other, 'Notes').getByLabel('Note for underwriters').fill('Written.')
  await staff.goto(`/applications/${id}`)
  await staff.getByRole('button', { name: 'Recall…' }).click()
  await Promise.all([
    decideBy(approve),
    staff.getByRole('dialog').getByRole('button', { name: 'Recall' }).click(),
    part(other, 'Notes').getByRole('button', { name: 'Add note' }).click(),
  ])
  // Approved and then recalled, or recalled before a decision: either way everyone sees a draft.
  await expect(
    part(holder, 'Decision')
      .getByText(/Onboarding can submit it unchanged\.|No decision needed/)
      .or(holder.getByText('Decision not recorded'))
      .first(),
  ).toBeVisible()
  await expect(part(other, 'Notes').getByText('Written.')).toBeVisible()
  await expect(staff.getByRole('dialog')).toHaveCount(0)
  for (const page of [holder, other]) {
    await page.reload()
    await expect(page.locator('main').getByText('Draft', { exact: true })).toBeVisible()
    await expect(part(page, 'Timeline').getByText('Recalled it from underwriting')).toBeVisible()
    await expect(part(page, 'Notes').getByText('Written.')).toBeVisible()
  }
})

test('a note of 32,000 characters is kept whole and read folded; a longer one is not cut but refused', async ({
  desk,
}) => {
  test.setTimeout(180_000)
  const staff = await desk.signIn('onboarding@demo.test')
  const uma = await desk.signIn('underwriter@demo.test')
  const sentence = 'İstanbul’s “second” shop <b>opens</b> in May, 12% of it 日本語 online. '
  const most = sentence.repeat(600).slice(0, 31_990).trimEnd().padEnd(32_000, 'z')
  const id = (await handOver(staff, 'Much To Say', { note: most })).id()
  await claim(uma, id)
  await uma.getByText('Show all 32,000 characters').first().click()
  await expect(uma.getByText(`${most.slice(-60)}`).filter({ visible: true })).toBeVisible()
  const notes = part(uma, 'Notes')
  await notes.getByLabel('Note for underwriters').fill(`${most}!`)
  await notes.getByRole('button', { name: 'Add note' }).click()
  await expect(notes.getByText('at most 32,000 characters; this has 32,001')).toBeVisible()
  await expect(notes.getByLabel('Note for underwriters')).toHaveValue(`${most}!`)
  await notes.getByLabel('Note for underwriters').fill(most)
  await notes.getByRole('button', { name: 'Add note' }).click()
  await expect(notes.getByText('Show all 32,000 characters')).toBeVisible()
  await confirmAll(uma)
  const decline = await fillDecision(uma, 'Decline', 'Another reason', `${most}!`)
  await decline.click()
  await expect(part(uma, 'Decision').getByText('at most 32,000 characters; this has 32,001')).toBeVisible()
  await uma.getByRole('form', { name: 'Decision' }).getByLabel(/^Note/).fill(most)
  await decideBy(decline)
  await expect(part(uma, 'Decision').getByText('The application is closed.')).toBeVisible()
  await staff.goto(`/applications/${id}`)
  await staff.getByText('Show all 32,000 characters').click()
  await desk.expectAccessible(staff)
  await uma.goto(`/underwriting/${id}/summary`)
  await uma.emulateMedia({ media: 'print' })
  await expect(uma.getByText(most.slice(-60)).filter({ visible: true }).first()).toBeVisible()
})

test('a case is claimed, checked and decided by keyboard alone', async ({ desk }) => {
  test.setTimeout(180_000)
  const staff = await desk.signIn('onboarding@demo.test')
  const uma = await desk.signIn('underwriter@demo.test')
  const name = own('No Mouse Nearby')
  await handOver(staff, name)
  await uma.goto('/underwriting')
  /** Presses Tab from the current position until this has the focus. */
  const tabTo = async (target: Locator) => {
    await expect(target).toBeVisible()
    for (let n = 0; n < 400; n++) {
      await uma.keyboard.press('Tab')
      if (await target.evaluate((element) => element === document.activeElement)) return
    }
    throw new Error('Tab does not lead there.')
  }
  const row = uma.getByRole('row').filter({ hasText: name })
  await tabTo(row.getByRole('button', { name: /^Claim/ }))
  await uma.keyboard.press('Enter')
  const open = uma.getByRole('link', { name: `Open the case of ${name}` })
  await tabTo(open)
  await uma.keyboard.press('Enter')
  await expect(uma.getByRole('button', { name: 'Release', disabled: false })).toBeVisible()
  const anchor = (to: string) =>
    uma.getByRole('navigation', { name: 'Sections of this case' }).getByRole('link', { name: to })
  await tabTo(anchor('Checklist'))
  await uma.keyboard.press('Enter')
  for (const box of await part(uma, 'Checklist').getByRole('checkbox').all()) {
    await tabTo(box)
    await uma.keyboard.press('Space')
    const reason = uma.getByLabel('Reason for confirming without a document')
    const missing = box.locator('xpath=ancestor::li').getByText('No supporting document yet.')
    if ((await missing.isVisible()) && !(await box.isChecked())) {
      await expect(reason).toBeFocused()
      await uma.keyboard.type('Seen at the branch.')
      await uma.keyboard.press('Enter')
    }
    await expect(box).toBeChecked()
  }
  const form = uma.getByRole('form', { name: 'Decision' })
  await tabTo(form.getByRole('radio', { name: 'Approve' }))
  await uma.keyboard.press('Space')
  await tabTo(form.getByRole('checkbox', { name: 'Within our policy' }))
  await uma.keyboard.press('Space')
  await tabTo(form.getByLabel(/^Note/))
  await uma.keyboard.type('Its papers were seen.')
  await tabTo(form.getByRole('button', { name: 'Approve case' }))
  await uma.keyboard.press('Enter')
  await tabTo(uma.getByRole('dialog').getByRole('button', { name: 'Approve case' }))
  await uma.keyboard.press('Enter')
  await expect(part(uma, 'Decision').getByText('Onboarding can submit it unchanged.')).toBeVisible()
  await tabTo(uma.getByRole('button', { name: 'Next case' }))
})

test('a case says first what a decision turns on, and single keys claim it, note and choose', async ({
  desk,
}) => {
  const staff = await desk.signIn('onboarding@demo.test')
  const uma = await desk.signIn('underwriter@demo.test')
  const wizard = await handOver(staff, 'Keys At Hand')
  await uma.goto(`/underwriting/${wizard.id()}`)
  const facts = uma.getByLabel('Key facts')
  await expect(facts).toContainText('Keys At Hand')
  await expect(facts).toContainText('Highest monthly volume')
  await uma.keyboard.press('a')
  await expect(uma.getByRole('form', { name: 'Decision' })).toHaveCount(0)
  await listens(uma.getByRole('button', { name: 'Claim', exact: true }))
  await uma.keyboard.press('c')
  await expect(uma.getByRole('button', { name: 'Release', disabled: false })).toBeVisible()
  const rail = uma.getByRole('region', { name: 'Next step' })
  await expect(rail).toBeInViewport({ ratio: 1 })
  await expect(rail).toContainText(/\d+ checklist items left/)
  const scrolled = () => uma.evaluate(() => window.scrollY)
  const before = await scrolled()
  await uma.keyboard.press('r')
  const tray = part(uma, 'Request for information')
  const choice = tray.getByLabel('Ask about', { exact: true })
  await expect(choice).toBeFocused()
  await expect(tray).toBeInViewport({ ratio: 1 })
  await desk.expectAccessible(uma)
  await tray.getByRole('button', { name: 'Close' }).click()
  await expect(tray).toHaveCount(0)
  await expect(rail.getByRole('button', { name: 'Request…' })).toBeFocused()
  await rail.getByRole('button', { name: 'Request…' }).click()
  await expect(choice).toBeFocused()
  await uma.keyboard.type('Voided check')
  await uma.keyboard.press('Tab')
  await uma.keyboard.press('Enter')
  await expect(tray.getByLabel('Voided check', { exact: true })).toBeFocused()
  expect(await scrolled()).toBe(before)
  await expect(rail).toBeInViewport({ ratio: 1 })
  await uma.getByRole('button', { name: /^Do not ask about/ }).click()
  await expect(tray).toHaveCount(0)
  await rail.getByRole('button', { name: 'Approve…' }).click()
  await expect(uma.getByRole('radio', { name: 'Approve' })).toBeFocused()
  await uma.getByRole('link', { name: 'Summary', exact: true }).focus()
  await uma.keyboard.press('n')
  const note = uma.getByLabel('Note for underwriters')
  await expect(note).toBeFocused()
  await uma.keyboard.type('and decline')
  await expect(note).toHaveValue('and decline')
  await uma.keyboard.press('Tab')
  await uma.keyboard.press('d')
  const decline = uma.getByRole('radio', { name: 'Decline' })
  await expect(decline).toBeChecked()
  await expect(decline).toBeFocused()
  await desk.expectFits(uma)
  // Goes to the next case in the queue and to the previous one. Cases of other journeys appear and disappear between
  // them.
  const own = uma.url()
  await staff.goto('/applications')
  await handOver(staff, 'Keys For The Next')
  const follow = async (key: string, name: RegExp) => {
    const link = uma.getByRole('link', { name })
    await expect(link).toBeVisible({ timeout: 10_000 })
    await listens(link)
    const address = await link.getAttribute('href')
    await uma.keyboard.press(key)
    await expect(uma).toHaveURL(address ?? '', { timeout: 10_000 })
  }
  await expect(async () => {
    await uma.goto(own)
    await follow('j', /^Next in queue/)
    await follow('k', /^Previous case/)
  }).toPass()
})

test('a decision on what has changed meanwhile is refused, and keeps its words; then it is declined', async ({
  desk,
}) => {
  test.setTimeout(180_000)
  const staff = await desk.signIn('onboarding@demo.test')
  const uma = await desk.signIn('underwriter@demo.test')
  const wizard = await handOver(staff, 'Changed Meanwhile')
  const id = wizard.id()
  await claim(uma, id)
  await confirmAll(uma)
  const decline = await fillDecision(uma, 'Decline', 'Another reason', 'It is not what it was.')

  await staff.goto(`/applications/${id}/documents`)
  await staff.locator('input[type=file]').setInputFiles([pdf('bank statement.pdf')])
  await expect(staff.getByRole('button', { name: 'Preview bank statement.pdf' })).toBeVisible()

  await decideBy(decline)
  const changed = uma.getByRole('alert').filter({ hasText: 'The case changed after you opened it' })
  await expect(changed).toContainText('bank statement.pdf')
  await expect(uma.getByRole('form', { name: 'Decision' }).getByLabel(/^Note/)).toHaveValue(
    'It is not what it was.',
  )
  await expect(decline).toBeDisabled()
  await changed.getByRole('button', { name: 'Continue' }).click()
  await decideBy(decline)
  await expect(part(uma, 'Decision').getByText('The application is closed.')).toBeVisible()

  await staff.goto(`/applications/${id}`)
  await expect(staff.getByText('Our underwriters declined it', { exact: true })).toBeVisible()
  await expect(staff.getByText('It is not what it was.').first()).toBeVisible()

  // If facts have changed: a new application with the old values, which says why the other was declined.
  await staff.getByRole('button', { name: 'Duplicate' }).click()
  await staff.getByRole('button', { name: 'Copy as a PayFac application' }).click()
  await expect(staff.getByText(/^Started from .*, which our underwriters declined$/).first()).toBeVisible()
  await expect(staff.getByText('Another reason', { exact: false })).toBeVisible()
  await expect(staff.getByText('It is not what it was.').first()).toBeVisible()
  await expect(staff.getByLabel('Legal name')).toHaveValue('Changed Meanwhile')
  expect(staff.url()).not.toContain(id)
  await desk.expectAccessible(staff)
})

test('staff alone bring nothing that was declined to the partner; handed over and approved it goes', async ({
  desk,
}) => {
  test.setTimeout(240_000)
  const staff = await desk.signIn('onboarding@demo.test')
  const uma = await desk.signIn('underwriter@demo.test')
  const name = own('Judged Once Imports')
  const mode = async (wizard: Wizard, answer: 'Yes' | 'No') => {
    await wizard.step('Options')
    await wizard.field('options.partnerUnderwrites').getByLabel(answer, { exact: true }).check()
    await wizard.step('Review and submit')
  }
  const copy = async (page: Page, id: string): Promise<Wizard> => {
    await page.goto(`/applications/${id}/review`)
    await page.getByRole('button', { name: 'Duplicate' }).click()
    await page.getByRole('button', { name: 'Copy as a PayFac application' }).click()
    await page.waitForURL((url) => url.pathname.endsWith('/merchant') && !url.pathname.includes(id))
    return new Wizard(page)
  }
  const submit = (page: Page) => page.getByRole('button', { name: 'Submit…' })

  // A copy is made and opened for submission before the first application has been decided.
  const first = await prepareSoleProprietorship(staff, name)
  const id = first.id()
  const other = await staff.context().newPage()
  const opened = await copy(other, id)
  await mode(opened, 'Yes')
  await expect(submit(other)).toBeEnabled()

  await mode(first, 'No')
  await expect(submit(staff)).toHaveCount(0)
  await staff.getByRole('button', { name: 'Send to underwriting' }).click()
  await expect(staff.getByText('Our underwriters have it', { exact: true })).toBeVisible()
  await claim(uma, id)
  await confirmAll(uma)
  await decideBy(await fillDecision(uma, 'Decline', 'Another reason', 'They were terminated before.'))
  await expect(part(uma, 'Decision').getByText('The application is closed.')).toBeVisible()

  // The page did not know it, but the server does.
  await opened.submit()
  const refused = other.getByRole('alert').filter({ hasText: 'It was not sent' })
  await expect(refused).toContainText(/Declined here on .+ as A-\d+, which this one was copied from\./)
  await other.reload()
  await expect(other.getByRole('link', { name: /^Underwriting: Declined here on/ })).toBeVisible()
  await expect(submit(other)).toHaveCount(0)

  // A new copy with the answer reversed: the page offers only the desk's underwriters.
  const again = await copy(staff, id)
  await mode(again, 'No')
  await mode(again, 'Yes')
  await expect(staff.getByRole('link', { name: /^Underwriting: Declined here on/ })).toBeVisible()
  await expect(staff.getByRole('link', { name: /^Open A-\d+/ }).first()).toBeVisible()
  await expect(submit(staff)).toHaveCount(0)
  await desk.expectAccessible(staff)
  expect(await desk.partner.applicationsNaming(name)).toEqual([])

  await staff.getByRole('button', { name: 'Send to underwriting' }).click()
  await expect(staff.getByText('Our underwriters have it', { exact: true })).toBeVisible()
  await uma.goto('/underwriting')
  const row = uma.getByRole('row').filter({ hasText: name }).filter({ hasText: 'Underwriting mode changed' })
  await expect(row).toBeVisible()
  await claim(uma, again.id())
  await expect(part(uma, 'Signals').getByText(/changed it from “No” to “Yes” on/)).toBeVisible()
  await confirmAll(uma)
  await decideBy(
    await fillDecision(uma, 'Approve', 'Its risks are explained', 'Their processor took it back.'),
  )
  await expect(part(uma, 'Decision').getByText('Onboarding can submit it unchanged.')).toBeVisible()
  expect(await desk.partner.applicationsNaming(name)).toEqual([])

  await staff.goto(`/applications/${again.id()}/review`)
  await again.submit()
  await expect(staff.getByText('The partner accepted it')).toBeVisible()
  expect(await desk.partner.applicationsNaming(name)).toHaveLength(1)
  const held = await desk.partner.opportunity(await again.opportunityId())
  expect(held.Opp).toMatchObject({ Is_SVC_Underwriting__c: true })
})

test('nobody decides on their own work: a document of theirs is enough', async ({ desk, browser }) => {
  test.setTimeout(180_000)
  const staff = await desk.signIn('onboarding@demo.test')
  const ada = await desk.signIn('admin@demo.test', PEOPLE)
  const nell = await openLink(browser, await invite(ada, newcomer('nell'), ['Onboarding', 'Underwriter']))
  await accept(nell, 'Nell Both')
  const wizard = await handOver(staff, 'Own Work Bakery')
  const id = wizard.id()
  await claim(nell, id)
  await confirmAll(nell)
  const approve = await fillDecision(nell, 'Approve', 'Within our policy', 'All seen.')
  const other = await nell.context().newPage()
  await other.goto(`/applications/${id}/documents`)
  await pageListens(other)
  await other.locator('input[type=file]').setInputFiles([pdf('my own.pdf')])
  await expect(other.getByRole('button', { name: 'Preview my own.pdf' })).toBeVisible()

  await decideBy(approve)
  await expect(part(nell, 'Decision').getByText('No one can decide on their own work')).toBeVisible()
  await expect(nell.getByRole('form', { name: 'Decision' })).toHaveCount(0)
  await nell.getByRole('button', { name: 'Release' }).click()
  await expect(nell.getByText('Not claimed')).toBeVisible()
  await expect(nell.getByRole('button', { name: 'Claim', exact: true })).toHaveCount(0)
  await nell.goto('/underwriting')
  await pageListens(nell)
  const row = nell.getByRole('row').filter({ has: nell.locator(`a[href$="${id}"]`) })
  await expect(row.getByText('You worked on this')).toBeVisible()
  await expect(row.getByRole('button', { name: /^Claim/ })).toHaveCount(0)

  // Assigned to another person, who can.
  await row.getByRole('button', { name: /^Assign/ }).click()
  await nell.getByRole('dialog').getByLabel('Ulf Stern').check()
  await nell.getByRole('dialog').getByRole('button', { name: 'Assign', exact: true }).click()
  await expect(nell.getByText('is assigned to Ulf Stern')).toBeVisible()
})

test('one value at a time is revealed, with a reason; the summary on paper masks it', async ({ desk }) => {
  test.setTimeout(180_000)
  const staff = await desk.signIn('onboarding@demo.test')
  const uma = await desk.signIn('underwriter@demo.test')
  const auditor = await desk.signIn('auditor@demo.test')
  const wizard = await handOver(staff, 'Revealed Records')
  const id = wizard.id()
  await uma.clock.install()
  await caseOf(uma, id)
  await expect(uma.getByText('Claim this case to reveal masked values.')).toBeVisible()
  await expect(uma.getByRole('button', { name: /^Reveal/ })).toHaveCount(0)
  await claim(uma, id)
  await expect(uma.getByText(/512-?45-?6789/)).toHaveCount(0)
  await uma.getByRole('button', { name: 'Reveal Ana Ruiz · Social Security number' }).click()
  const dialog = uma.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Reveal value' }).click()
  await expect(dialog.getByText('Choose a reason.')).toBeVisible()
  await dialog.getByLabel('Reason', { exact: true }).selectOption('Another reason')
  await dialog.getByLabel('Describe the reason').fill('I like to')
  await dialog.getByRole('button', { name: 'Reveal value' }).click()
  await expect(dialog.getByText('describe it in at least 10 characters')).toBeVisible()
  await desk.expectAccessible(uma)
  await dialog.getByLabel('Describe the reason').fill('Compared with the license')
  await dialog.getByRole('button', { name: 'Reveal value' }).click()
  // Shown next to the person's ID, and in the application.
  const value = uma.getByText(/512-?45-?6789/)
  await expect(value).toHaveCount(2)
  await expect(uma.getByText('12-3456789')).toHaveCount(0)
  await uma.getByRole('button', { name: 'Hide Ana Ruiz · Social Security number' }).click()
  await expect(value).toHaveCount(0)
  // If nobody hides it, it hides itself after a minute.
  await uma.getByRole('button', { name: 'Reveal Ana Ruiz · Social Security number' }).click()
  // The reason still applies to this person's other values.
  await expect(dialog.getByLabel('Describe the reason')).toHaveValue('Compared with the license')
  await dialog.getByRole('button', { name: 'Reveal value' }).click()
  await expect(value).toHaveCount(2)
  await uma.clock.fastForward(40_000)
  await expect(value).toHaveCount(2)
  await uma.clock.fastForward(21_000)
  await expect(value).toHaveCount(0)
  await expect(uma.getByText('•••-••-6789').first()).toBeVisible()
  await uma.reload()
  await expect(part(uma, 'Timeline').getByText('“Compared with the license”').first()).toBeVisible()
  await expect(value).toHaveCount(0)

  await caseOf(auditor, id)
  await expect(auditor.getByText('•••-••-6789').first()).toBeVisible()
  await expect(auditor.getByRole('button', { name: /^Reveal/ })).toHaveCount(0)
  await expect(auditor.getByRole('button', { name: 'Claim', exact: true })).toHaveCount(0)
  await auditor.getByRole('link', { name: 'Summary' }).click()
  await expect(auditor.getByRole('heading', { name: 'Revealed Records' })).toBeVisible()
  await auditor.emulateMedia({ media: 'print' })
  await expect(auditor.getByRole('navigation', { name: 'Main' })).toBeHidden()
  await expect(auditor.getByRole('button', { name: 'Print' })).toBeHidden()
  const sheet = auditor.getByRole('article')
  await expect(sheet.getByText('•••-••-6789').first()).toBeVisible()
  await expect(sheet).not.toContainText(/512-?45/)
  expect(await sheet.evaluate((element) => element.getBoundingClientRect().width)).toBeGreaterThan(1_000)
})

test('what underwriters write to each other stays among them', async ({ desk }) => {
  const uma = await desk.signIn('underwriter@demo.test', '/underwriting?queue=all')
  await uma.getByRole('row').getByRole('link', { name: /^A-/ }).first().click()
  const notes = part(uma, 'Notes')
  const words = own("Call the landlord; it's “İ” <b>street</b>")
  await notes.getByLabel('Note for underwriters').fill(words)
  // After looking at another page and coming back, it is still there.
  await uma.getByRole('link', { name: 'Summary' }).click()
  await expect(uma.getByRole('button', { name: 'Print' })).toBeVisible()
  await uma.goBack()
  await expect(notes.getByLabel('Note for underwriters')).toHaveValue(/landlord/)
  await notes.getByRole('button', { name: 'Add note' }).click()
  await expect(notes.getByRole('listitem').filter({ hasText: words })).toBeVisible()
  await expect(notes.getByLabel('Note for underwriters')).toHaveValue('')
})

test('every screen of underwriting passes axe and nothing is cut off, wide or narrow', async ({ desk }) => {
  test.setTimeout(240_000)
  const page = await desk.signIn('underwriter@demo.test')
  for (const queue of ['unassigned', 'mine', 'waiting', 'overdue', 'all']) {
    await page.goto(`/underwriting?queue=${queue}`)
    await expect(page.getByRole('heading', { name: 'Underwriting', level: 1 })).toBeVisible()
    await desk.expectFits(page)
  }
  await page.locator('main').getByRole('link', { name: /^A-/ }).filter({ visible: true }).first().click()
  await expect(part(page, 'Timeline')).toBeVisible()
  await desk.expectFits(page)
  await page.getByRole('link', { name: 'Summary' }).click()
  await expect(page.getByRole('button', { name: 'Print' })).toBeVisible()
  await desk.expectFits(page)
})

test('underwriting is for those whose roles allow it: others are offered nothing of it, and shown nothing', async ({
  desk,
}) => {
  desk.expectTrouble('403')
  const uma = await desk.signIn('underwriter@demo.test', '/underwriting?queue=all')
  const href = await uma.getByRole('row').getByRole('link', { name: /^A-/ }).first().getAttribute('href')
  for (const person of ['onboarding', 'finance']) {
    const page = await desk.signIn(`${person}@demo.test`)
    const nav = page.getByRole('navigation', { name: 'Main' })
    await expect(nav.getByRole('link', { name: 'Applications', exact: true })).toBeVisible()
    await expect(nav.getByRole('link', { name: 'Underwriting' })).toHaveCount(0)
    for (const path of ['/underwriting', href ?? '', `${href}/summary`]) {
      const answer = await page.request.get(path)
      expect(answer.status(), `${person} ${path}`).toBe(403)
    }
  }
  for (const person of ['admin', 'auditor']) {
    const page = await desk.signIn(`${person}@demo.test`)
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Underwriting' }).click()
    await expect(page.getByRole('heading', { name: 'Underwriting', level: 1 })).toBeVisible()
    await expect(page.getByRole('button', { name: /Claim|Assign|Claim next case/ })).toHaveCount(0)
  }
})

test('an admin says how long a case may take; what cannot be read is not saved', async ({ desk }) => {
  const page = await desk.signIn('admin@demo.test', '/admin/settings/underwriting')
  const form = page.getByRole('form', { name: 'Underwriting' })
  await form.getByLabel('Highest monthly volume').fill('much')
  await form.getByLabel('Hours until a case is overdue').fill('0')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('Enter the volume in dollars')).toBeVisible()
  await expect(form.getByText('Enter whole hours, from 1 to 1,000.')).toBeVisible()
  await expect(form.getByLabel('Highest monthly volume')).toBeFocused()
  await desk.expectAccessible(page)
  await form.getByRole('button', { name: 'Discard changes' }).click()
  for (const hours of [String(49 + test.info().retry), '48']) {
    await form.getByLabel('Hours until a case is overdue').fill(hours)
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form.getByText('Saved.')).toBeVisible()
    await page.reload()
    await expect(form.getByLabel('Hours until a case is overdue')).toHaveValue(hours)
  }
  await page.setViewportSize({ width: 390, height: 900 })
  await desk.expectAccessible(page)
})

/** Ends the session in the database but keeps the browser's cookie, as a time-out does. */
async function signInAgain(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  await expect(dialog.getByLabel('Password')).toBeFocused()
  await page.keyboard.type('demo-desk-2026!')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
}

test('questions, notes and a decision outlive the session and the page, and are gone once they are sent', async ({
  desk,
}) => {
  test.setTimeout(180_000)
  desk.expectTrouble('401')
  const staff = await desk.signIn('onboarding@demo.test')
  const uma = await desk.signIn('underwriter@demo.test')
  const name = own('Typed And Kept')
  const wizard = await prepareSoleProprietorship(staff, name)
  await wizard.step('Options')
  await wizard.field('options.partnerUnderwrites').getByLabel('No', { exact: true }).check()
  await wizard.step('Review and submit')
  const kept = () =>
    staff.waitForResponse((answer) => answer.url().includes('/kept/hand-over') && answer.ok())
  const handOverKept = kept()
  await staff.getByLabel('Note for underwriters').fill('They open in May.')
  await handOverKept
  await staff.reload()
  await expect(staff.getByLabel('Note for underwriters')).toHaveValue('They open in May.')
  await endSession(staff)
  await staff.getByRole('button', { name: 'Send to underwriting' }).click()
  await signInAgain(staff)
  await staff.getByRole('button', { name: 'Send to underwriting' }).click()
  await expect(staff.getByText('Our underwriters have it', { exact: true })).toBeVisible()

  await uma.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Underwriting' }).click()
  await uma
    .getByRole('row')
    .filter({ hasText: name })
    .getByRole('button', { name: /^Claim/ })
    .click()
  await uma.getByRole('link', { name: `Open the case of ${name}` }).click()
  await uma.getByRole('button', { name: 'Ask about Billing street' }).click()
  const asksKept = uma.waitForResponse((answer) => answer.url().includes('/kept/asks') && answer.ok())
  await uma.keyboard.type('It leads nowhere.')
  await asksKept
  const notes = part(uma, 'Notes').getByLabel('Note for underwriters')
  const noteKept = uma.waitForResponse((answer) => answer.url().includes('/kept/note') && answer.ok())
  await notes.fill('Called them twice.')
  await noteKept
  const decisionKept = uma.waitForResponse((answer) => answer.url().includes('/kept/decision') && answer.ok())
  await fillDecision(uma, 'Decline', 'Another reason', 'To be seen.')
  await decisionKept
  await uma.reload()
  const form = uma.getByRole('form', { name: 'Decision' })
  const tray = part(uma, 'Request for information')
  await expect(notes).toHaveValue('Called them twice.')
  await expect(form.getByLabel(/^Note/)).toHaveValue('To be seen.')
  await tray.getByRole('button', { name: 'Expand' }).click()
  await expect(tray.getByLabel('Billing street', { exact: true })).toHaveValue('It leads nowhere.')

  await endSession(uma)
  await tray.getByRole('button', { name: 'Send request' }).click()
  await desk.expectAccessible(uma)
  await signInAgain(uma)
  await tray.getByRole('button', { name: 'Send request' }).click()
  await expect(tray).toHaveCount(0)
  await uma.reload()
  await expect(tray).toHaveCount(0)
  await expect(notes).toHaveValue('Called them twice.')
})

test('what underwriters ask stands at its step, field and slot, and is ticked off when it is answered', async ({
  desk,
}) => {
  test.setTimeout(180_000)
  const staff = await desk.signIn('onboarding@demo.test')
  const uma = await desk.signIn('underwriter@demo.test')
  const name = own('Asked In Its Place')
  const wizard = await handOver(staff, name)
  const steps = staff.getByRole('navigation', { name: 'Steps of the application' })
  await uma.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Underwriting' }).click()
  await uma
    .getByRole('row')
    .filter({ hasText: name })
    .getByRole('button', { name: /^Claim/ })
    .click()
  await uma.getByRole('link', { name: `Open the case of ${name}` }).click()
  for (const [place, words] of [
    ['Legal name', 'The license has another one.'],
    ['Billing street', 'Is there none?'],
    ['Business phone', 'No one answers.'],
    ['Voided check', 'One that we can read.'],
    ['Other', 'The last two utility bills.'],
  ] as const) {
    await uma.getByRole('button', { name: `Ask about ${place}`, exact: true }).click()
    await uma.keyboard.type(words)
  }
  await uma.getByLabel('How many: Other').selectOption('2 documents')
  await part(uma, 'Request for information').getByRole('button', { name: 'Send request' }).click()
  await expect(uma.getByText('Info requested')).toBeVisible()

  await wizard.step('Documents')
  await expect(steps.getByRole('link', { name: 'Documents' })).toContainText('2 requests open')
  const slot = staff.locator('[data-field="documents.voided-check"]')
  await expect(slot).toContainText('Underwriting asks: One that we can read.')
  await desk.expectAccessible(staff)
  const chooser = staff.waitForEvent('filechooser')
  await slot.getByRole('button', { name: 'Choose file: Voided check' }).click()
  await (await chooser).setFiles([pdf('scan 7.pdf')])
  await expect(slot).toContainText('Answered: One that we can read.')
  await expect(slot).toContainText('scan 7.pdf')
  // Two documents were requested, and one is not a complete answer.
  const bills = staff
    .getByRole('region', { name: 'Underwriting asks for 2 things here' })
    .getByRole('listitem')
    .filter({ hasText: 'utility bills' })
  await expect(bills).toContainText('0 of 2 added')
  for (const [file, answer] of [
    ['power.pdf', '1 of 2 added'],
    ['water.pdf', 'Answered'],
  ] as const) {
    await staff
      .locator('main input[type=file]')
      .first()
      .setInputFiles([pdf(file)])
    await expect(bills).toContainText(answer)
  }

  await steps.getByRole('link', { name: /^Merchant/ }).click()
  await expect(steps.getByRole('link', { name: /^Merchant/ })).toContainText('3 requests open')
  const asked = staff.getByRole('region', { name: 'Underwriting asks for 3 things here' })
  await expect(asked).toContainText('0 of 3 answered')
  await staff.getByLabel('Legal name').fill('Asked In Its Own Place')
  await staff.getByLabel('Billing city').focus()
  await expect(asked).toContainText('1 of 3 answered')
  const street = asked.getByRole('listitem').filter({ hasText: 'Is there none?' })
  await street.getByRole('button', { name: /^Answer in words/ }).click()
  await staff.keyboard.type('They sell at markets only.')
  await asked.getByRole('button', { name: 'Save answer' }).press('Enter')
  await expect(asked.getByRole('button', { name: /^Change the answer/ }).first()).toBeFocused()
  await expect(asked).toContainText('2 of 3 answered')
  await expect(steps.getByRole('link', { name: /^Merchant/ })).toContainText('1 request open')
  await wizard.step('Review and submit')
  await expect(staff.getByText('Is there none?')).toHaveCount(1)
  // One request is left open, and the page says what that means before it is sent.
  await staff.getByRole('button', { name: 'Return to underwriting (4 of 5 answered)' }).click()
  const open = staff.getByRole('dialog', { name: 'Return with 1 request not answered?' })
  await expect(open.getByRole('listitem')).toHaveText('Business phone')
  await open.getByRole('button', { name: 'Return anyway' }).click()
  await expect(open.getByText('Enter a reason, in a few words.')).toBeVisible()
  await open.getByLabel('Why they are not answered').fill('The new number comes next week.')
  await open.getByRole('button', { name: 'Return anyway' }).click()
  await expect(staff.getByText('Our underwriters have it', { exact: true })).toBeVisible()
  await uma.reload()
  await expect(part(uma, 'Requests')).toContainText('They sell at markets only.')
  await expect(part(uma, 'Requests')).toContainText('2 of 2 added')
  await expect(part(uma, 'Requests').getByText('Not answered', { exact: true })).toHaveCount(1)
  await expect(part(uma, 'Requests')).toContainText('1 of 5 not answered')
  // Documents of a decision can be added, but not removed.
  await staff.goto(`/applications/${wizard.id()}/documents`)
  await expect(staff.getByText('These documents cannot be changed now')).toBeVisible()
  await expect(staff.getByRole('button', { name: 'Preview scan 7.pdf' })).toBeVisible()
  await expect(staff.getByRole('button', { name: 'Remove scan 7.pdf' })).toHaveCount(0)
  await expect(staff.getByRole('button', { name: 'Recall…' })).toBeVisible()
  await uma.goto(`/applications/${wizard.id()}/review`)
  await expect(uma.getByRole('link', { name: 'Open the case' })).toHaveAttribute(
    'href',
    `/underwriting/${wizard.id()}`,
  )
})
