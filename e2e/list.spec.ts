import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './desk-test'
import { own } from './tries'
import { Wizard } from './wizard'

const ONBOARDING = 'onboarding@demo.test'

/** Creates a draft with this name, and returns its number as people say it. */
async function draft(page: Page, name: string, owner?: { first: string; last: string }): Promise<string> {
  await page.goto('/applications')
  const wizard = new Wizard(page)
  await wizard.start()
  await page.getByLabel('Legal name').fill(name)
  if (owner) {
    await page.getByLabel('Federal tax ID').fill('12-3459876')
    await wizard.continueTo('Owners and contacts')
    await wizard.fillPeople([{ ...owner, roles: [] }])
  }
  await page.getByRole('heading', { level: 1 }).click()
  await wizard.saved()
  await expect(page.getByText('Not saved yet')).toHaveCount(0)
  return (
    await page
      .getByText(/^A-\d+$/)
      .first()
      .innerText()
  ).trim()
}

class List {
  readonly page: Page
  constructor(page: Page) {
    this.page = page
  }

  async search(text: string): Promise<void> {
    await this.page.getByRole('searchbox', { name: 'Search applications' }).fill(text)
    await this.page.getByRole('button', { name: 'Search', exact: true }).click()
  }

  table(): Locator {
    return this.page.getByRole('region', { name: 'Applications', exact: true })
  }

  row(name: string): Locator {
    return this.table().getByRole('row').filter({ hasText: name })
  }

  async rowsAre(count: number): Promise<void> {
    await expect(this.table().getByRole('rowheader')).toHaveCount(count)
  }

  select(name: string): Promise<void> {
    return this.row(name)
      .getByRole('checkbox', { name: /^Select A-/ })
      .check()
  }

  chosen(): Locator {
    return this.page.getByRole('region', { name: 'With the selected applications' })
  }
}

const LISTS: readonly [path: string, person: string][] = [
  ['/', 'finance'],
  ['/', 'onboarding'],
  ['/', 'underwriter'],
  ['/applications', 'onboarding'],
  ['/underwriting?queue=all', 'underwriter'],
  ['/merchants', 'finance'],
  ['/funding', 'finance'],
  ['/callbacks', 'finance'],
  ['/callbacks/unfunded', 'finance'],
  ['/admin/audit', 'admin'],
  ['/admin/people', 'admin'],
  ['/admin/sandbox', 'admin'],
]

test('each list is at most 100 kB of HTML with 1,500 elements, and each row stands in it once', async ({
  desk,
}) => {
  const pages = new Map<string, Page>()
  for (const [path, person] of LISTS) {
    const page = pages.get(person) ?? (await desk.signIn(`${person}@demo.test`))
    pages.set(person, page)
    // The server's HTML, before any script.
    const html = await (await page.request.get(path)).text()
    expect(Buffer.byteLength(html), path).toBeLessThanOrEqual(100_000)
    const markup = html.replaceAll(/<script[\s\S]*?<\/script>/g, '')
    expect(markup.match(/<[a-z]/gi)?.length, path).toBeLessThanOrEqual(1_500)
    const boxes = markup.match(/aria-label="Select [^"]+"/g) ?? []
    expect(new Set(boxes).size, path).toBe(boxes.length)
  }
})

test('filters and what is typed apply by themselves, and the box keeps the focus', async ({ desk }) => {
  const page = await desk.signIn('finance@demo.test', '/funding')
  const search = page.getByRole('searchbox', { name: 'Search batches' })
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Draft')
  await expect(page).toHaveURL('/funding?status=draft')
  await search.pressSequentially('nothing has this name')
  await expect(page).toHaveURL('/funding?q=nothing+has+this+name&status=draft')
  await expect(search).toBeFocused()
  await expect(search).toHaveValue('nothing has this name')
  await page.goBack()
  await expect(page).toHaveURL('/funding')
  await expect(page.getByRole('combobox', { name: 'Status' })).toHaveValue('')
  await expect(search).toHaveValue('')
})

test('a press on a row opens it, and says so while its page is on its way', async ({ desk }) => {
  const page = await desk.signIn(ONBOARDING)
  const list = new List(page)
  const link = list.table().getByRole('row').nth(3).getByRole('link').first()
  const href = await link.getAttribute('href')
  // Other people start drafts meanwhile, which appear above it.
  const row = list
    .table()
    .getByRole('row')
    .filter({ has: page.locator(`a[href="${href}"]`) })
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(`**${href}?_rsc=*`, async (route) => {
    await released
    await route.continue()
  })
  await page.goto('/applications')
  await row.getByRole('cell').last().click()
  await expect(page.getByText('Loading…')).toBeAttached()
  await expect(list.table()).toBeHidden()
  release()
  await expect(page).toHaveURL(new RegExp(`${href}`))
  await expect(page.getByText('Loading…')).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('rows stand closer for whoever wants it, also after a reload', async ({ desk }) => {
  const page = await desk.signIn(ONBOARDING)
  const row = new List(page).table().getByRole('row').nth(3)
  const roomy = (await row.boundingBox())?.height ?? 0
  await page.getByRole('button', { name: 'Compact rows' }).click()
  const height = async () => (await row.boundingBox())?.height
  await expect.poll(height).toBeLessThan(roomy)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Compact rows' })).toHaveAttribute('aria-pressed', 'true')
  expect(await height()).toBeLessThan(roomy)
})

test('an application is found by its owner, by the last four of its tax ID, and by its number', async ({
  desk,
}) => {
  const page = await desk.signIn(ONBOARDING)
  const name = own('Quillfeather Holdings')
  const number = await draft(page, name, { first: 'Zéphyrine', last: "O'Malley" })
  await page.goto('/applications')
  const list = new List(page)
  for (const search of ['zephyr', "o'malley quill", number, '9876']) {
    await list.search(search)
    await expect(page, search).toHaveURL(
      `/applications?q=${encodeURIComponent(search).replaceAll('%20', '+').replaceAll("'", '%27')}`,
    )
    await expect(list.row(name), search).toBeVisible()
  }
  await list.search('12-3459876')
  await expect(page.getByText('only its last four digits were searched for')).toBeVisible()
  await expect(page).toHaveURL('/applications?q=9876')
  await expect(page.getByRole('searchbox')).toHaveValue('9876')
  await list.search('quilt')
  await expect(page.getByText('No applications found')).toBeVisible()
})

test('filters stand in the address: back takes them off, and each can be removed alone', async ({ desk }) => {
  const page = await desk.signIn(ONBOARDING)
  const status = page.getByRole('navigation', { name: 'Filter by status' })
  await status.getByRole('link', { name: /^Submitted/ }).click()
  await expect(page).toHaveURL('/applications?status=submitted')
  await status.getByRole('link', { name: /^Rejected/ }).click()
  await expect(page).toHaveURL('/applications?status=submitted&status=refused')
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByRole('combobox', { name: 'Kind' }).selectOption('PayFac application')
  await expect(page).toHaveURL('/applications?status=submitted&status=refused&kind=payfac')
  await page.getByRole('combobox', { name: 'Ownership' }).selectOption('Partnership')
  await expect(page).toHaveURL(/status=submitted&status=refused&kind=payfac&ownership=Partnership$/)
  const list = new List(page)
  for (const row of await list
    .table()
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader') })
    .all()) {
    await expect(row).toContainText('Partnership')
    await expect(row).toContainText(/Submitted|Refused/)
  }
  await page.getByRole('link', { name: 'Remove filter Kind' }).click()
  await expect(page).toHaveURL(/status=refused&ownership=Partnership$/)
  // One step of the back button for each.
  await page.goBack()
  await expect(page).toHaveURL(/status=refused&kind=payfac&ownership=Partnership$/)
  await page.goBack()
  await expect(page).toHaveURL(/status=refused&kind=payfac$/)
  await page.goBack()
  await expect(page).toHaveURL('/applications?status=submitted&status=refused')
  await expect(page.getByRole('combobox', { name: 'Ownership' })).toHaveValue('')
  await page.goBack()
  await page.goBack()
  await expect(page).toHaveURL('/applications')
  await expect(status.getByRole('link', { name: /^All/ })).toHaveAttribute('aria-current', 'true')
})

test('what is typed into the search before the page listens stays', async ({ desk }) => {
  const page = await desk.signIn('onboarding@demo.test')
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/_next/static/**/*.js', async (route) => {
    await released
    await route.continue()
  })
  await page.goto('/applications', { waitUntil: 'commit' })
  const search = page.getByRole('searchbox', { name: 'Search applications' })
  await search.fill('bakery')
  release()
  // This control needs the script, so it shows that the script runs.
  const filters = page.getByRole('button', { name: 'Filters' })
  await expect(async () => {
    await filters.click({ timeout: 10_000 })
    await expect(filters).toHaveAttribute('aria-expanded', 'true', { timeout: 500 })
  }).toPass()
  await expect(search).toHaveValue('bakery')
})

test('a head sorts the list: it says so, keeps the filters, stands in the address and in a saved view', async ({
  desk,
}) => {
  const view = own('By merchant name')
  const page = await desk.signIn(ONBOARDING, '/applications?kind=payfac')
  const list = new List(page)
  const head = (name: string) => list.table().getByRole('columnheader', { name })
  await expect(head('Last change')).toHaveAttribute('aria-sort', 'descending')
  await expect(head('Ownership').getByRole('link')).toHaveCount(0)
  await head('Merchant').getByRole('link').focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/applications?kind=payfac&sort=merchant')
  await expect(head('Merchant').getByRole('link')).toBeFocused()
  await expect(head('Merchant')).toHaveAttribute('aria-sort', 'ascending')
  await expect(head('Last change')).not.toHaveAttribute('aria-sort')
  await desk.expectAccessible(page)
  const numbers = async () =>
    (
      await list
        .table()
        .getByRole('link', { name: /^A-\d+$/ })
        .allInnerTexts()
    ).map((text) => Number(text.slice(2)))
  await head('Number').getByRole('link').click()
  await expect(head('Number')).toHaveAttribute('aria-sort', 'descending')
  const first = await numbers()
  expect(first).toEqual([...first].sort((a, b) => b - a))
  await page.getByRole('link', { name: 'Next', exact: true }).click()
  await expect(page).toHaveURL(/kind=payfac&sort=-number&after=-number%7E/)
  const second = await numbers()
  expect(Math.max(...second)).toBeLessThan(Math.min(...first))

  // Sorting by another column starts at its first page; a search keeps the order.
  await head('Number').getByRole('link').click()
  await expect(page).toHaveURL('/applications?kind=payfac&sort=number')
  const ascending = await numbers()
  expect(ascending).toEqual([...ascending].sort((a, b) => a - b))
  await list.search('bakery')
  await expect(page).toHaveURL('/applications?q=bakery&kind=payfac&sort=number')

  await page.goto('/applications?sort=merchant')
  await page.getByRole('button', { name: 'Save this view' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill(view)
  await page.keyboard.press('Enter')
  const saved = page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: view })
  await expect(saved).toHaveAttribute('aria-current', 'true')
  await page.goto('/applications')
  await saved.click()
  await expect(page).toHaveURL('/applications?sort=merchant')
  await page.getByRole('button', { name: 'Change this view' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete the view' }).click()

  // On a phone the rows are cards, with the sort control above them.
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto('/applications')
  await head('Merchant').getByRole('link').click()
  await expect(page).toHaveURL('/applications?sort=merchant')
  await desk.expectAccessible(page)
})

for (const [path, person, column, sorted] of [
  ['/funding', 'finance', 'Amount', '/funding?sort=-amount'],
  ['/merchants', 'finance', 'Merchant ID', '/merchants?sort=id'],
  ['/underwriting?queue=all', 'underwriter', 'Monthly volume', '/underwriting?queue=all&sort=-volume'],
] as const)
  test(`${path} is sorted by ${column} with a press on its head`, async ({ desk }) => {
    const page = await desk.signIn(`${person}@demo.test`, path)
    const head = page.getByRole('columnheader', { name: column })
    await head.getByRole('link').click()
    await expect(page).toHaveURL(sorted)
    await expect(head).toHaveAttribute('aria-sort', /scending$/)
    await desk.expectAccessible(page)
  })

test('a draft says how near it is to being sent, and the ready ones are found', async ({ desk }) => {
  const page = await desk.signIn(ONBOARDING)
  const name = own('Nearly Nowhere')
  const address = `/applications?q=${name.replace(' ', '+')}`
  await draft(page, name)
  await page.goto(address)
  const list = new List(page)
  await expect(list.row(name)).toContainText('of 4 sections')
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByRole('combobox', { name: 'Readiness' }).selectOption('Ready to send')
  await expect(page.getByText('No applications found')).toBeVisible()
  await page.getByRole('combobox', { name: 'Readiness' }).selectOption('Incomplete drafts')
  await expect(page).toHaveURL(`${address}&readiness=incomplete`)
  await list.rowsAre(1)
})

test('a page leads to the older one and back', async ({ desk }) => {
  const page = await desk.signIn(ONBOARDING)
  const list = new List(page)
  await list.rowsAre(50)
  await page.getByRole('link', { name: 'Older' }).click()
  await expect(page).toHaveURL(/\?after=/)
  await expect(page.getByRole('link', { name: 'Newest' })).toBeVisible()
  await page.getByRole('link', { name: 'Newer' }).click()
  await expect(page).toHaveURL(/\?before=/)
  await list.rowsAre(50)
  await expect(page.getByRole('link', { name: 'Older' })).toBeVisible()
})

test('a view is saved, opened, renamed, replaced and deleted, and is nobody else’s', async ({ desk }) => {
  const [first, second] = [own("Mine to fix, İpek's"), own('To fix')]
  const page = await desk.signIn('onboarding2@demo.test')
  const views = page.getByRole('navigation', { name: 'Views' })
  await expect(page.getByRole('button', { name: 'Save this view' })).toHaveCount(0)
  await page.goto('/applications?status=refused&assignee=me&column=opportunity')
  await page.getByRole('button', { name: 'Save this view' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill(first)
  await desk.expectAccessible(page)
  await page.keyboard.press('Enter')
  const saved = views.getByRole('link', { name: first })
  await expect(saved).toHaveAttribute('aria-current', 'true')

  await views.getByRole('link', { name: 'All' }).click()
  await expect(page).toHaveURL('/applications?column=opportunity')
  await page.getByRole('button', { name: 'Save this view' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill(first)
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'already' })).toBeVisible()
  // A single key does not discard what was typed.
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await saved.click()
  await expect(page).toHaveURL('/applications?status=refused&assignee=me&column=opportunity')
  await page.getByRole('button', { name: 'Change this view' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill(second)
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click()
  const renamed = views.getByRole('link', { name: second, exact: true })
  await expect(renamed).toHaveAttribute('aria-current', 'true')

  await page.goto('/applications?status=not-sent')
  await page.getByRole('button', { name: 'Save this view' }).click()
  await page.getByRole('dialog').getByLabel('In place of').selectOption(second)
  await page.getByRole('dialog').getByRole('button', { name: 'Replace' }).click()
  await expect(renamed).toHaveAttribute('aria-current', 'true')
  await views.getByRole('link', { name: 'Mine', exact: true }).click()
  await expect(page).toHaveURL('/applications?assignee=me')
  await renamed.click()
  await expect(page).toHaveURL('/applications?status=not-sent')

  const other = await desk.signIn(ONBOARDING)
  await expect(other.getByRole('link', { name: second })).toHaveCount(0)

  await page.getByRole('button', { name: 'Change this view' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete the view' }).click()
  await expect(renamed).toHaveCount(0)
})

test('the columns are chosen, stay with the address, and are the standard ones again', async ({ desk }) => {
  const page = await desk.signIn(ONBOARDING)
  const head = page.getByRole('columnheader')
  await expect(head.filter({ hasText: 'Opportunity' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Columns' }).click()
  const choice = page.getByRole('region', { name: 'Columns' })
  await choice.getByLabel('Opportunity').check()
  await choice.getByLabel('Documents').uncheck()
  await choice.getByRole('button', { name: 'Show these' }).click()
  await expect(head.filter({ hasText: 'Opportunity' })).toBeVisible()
  await expect(head.filter({ hasText: 'Documents' })).toHaveCount(0)
  await page.reload()
  await expect(head.filter({ hasText: 'Opportunity' })).toBeVisible()
  await page.getByRole('button', { name: 'Columns' }).click()
  await choice.getByRole('button', { name: 'Standard' }).click()
  await expect(page).toHaveURL('/applications')
  await expect(head.filter({ hasText: 'Documents' })).toBeVisible()
})

test('several are assigned at once: those that somebody took meanwhile stay, and it says whose they are', async ({
  desk,
}) => {
  const page = await desk.signIn(ONBOARDING)
  const word = own('Bulkwell')
  const address = `/applications?q=${word}`
  for (const name of ['One', 'Two', 'Three']) await draft(page, `${word} ${name}`)
  await page.goto(address)
  const mine = new List(page)
  await mine.rowsAre(3)
  const colleague = await desk.signIn('onboarding2@demo.test', address)
  const theirs = new List(colleague)
  await theirs.select(`${word} Two`)
  await theirs.chosen().getByRole('button', { name: 'Assign' }).click()
  await expect(colleague.getByText('1 application assigned')).toBeVisible()
  await expect(theirs.row(`${word} Two`)).toContainText('Oscar Ortega')

  await mine.table().getByRole('checkbox', { name: 'Select all on this page' }).check()
  await expect(mine.chosen()).toContainText('3 chosen')
  await mine.chosen().getByLabel('Assign to').selectOption('Unassigned')
  await mine.chosen().getByRole('button', { name: 'Assign' }).click()
  await expect(page.getByText('2 of 3 were assigned; 1 stayed as it was')).toBeVisible()
  await expect(page.getByText('Someone else assigned it to Oscar Ortega.')).toBeVisible()
  await expect(mine.chosen()).toContainText('1 chosen')
  await desk.expectAccessible(page)
  await expect(mine.row(`${word} Two`).getByRole('checkbox')).toBeChecked()
  // Undo reverts only the person's own change, not a colleague's.
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('2 applications assigned back')).toBeVisible()
  await expect(mine.row(`${word} One`)).toContainText('Olive Onboard')
  await page.goto(`${address}&assignee=nobody`)
  await expect(page.getByText('No applications found')).toBeVisible()
})

test('a draft is withdrawn and taken up again; what is withdrawn already is refused with its reason', async ({
  desk,
}) => {
  const page = await desk.signIn(ONBOARDING)
  const word = own('Setaside')
  const [one, two] = [`${word} One`, `${word} Two`]
  await draft(page, one)
  await draft(page, two)
  await page.goto(`/applications?q=${word}`)
  const list = new List(page)
  await list.select(one)
  await list.chosen().getByRole('button', { name: 'Withdraw…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Withdraw 1 application?' })
  await dialog.getByLabel('Why').fill("The merchant's owner changed his mind")
  await desk.expectAccessible(page)
  await dialog.getByRole('button', { name: 'Withdraw' }).click()
  await expect(page.getByText('1 application withdrawn')).toBeVisible()
  await expect(list.row(one)).toContainText('Withdrawn')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('1 application restored')).toBeVisible()
  await expect(list.row(one)).toContainText('Draft')
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  await desk.expectAccessible(page)
  await list.select(one)
  await list.chosen().getByRole('button', { name: 'Withdraw…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click()
  await expect(list.row(one)).toContainText('Withdrawn')

  await list.select(one)
  await list.select(two)
  await list.chosen().getByRole('button', { name: 'Withdraw…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click()
  await expect(page.getByText('1 of 2 were withdrawn')).toBeVisible()
  await expect(page.getByText('It is already withdrawn.')).toBeVisible()
  await list.chosen().getByRole('button', { name: 'Reopen' }).click()
  await expect(page.getByText('1 application reopened')).toBeVisible()
  await expect(list.row(one)).toContainText('Draft')
  await expect(list.row(two)).toContainText('Withdrawn')
})

test('what the filters find is exported as a spreadsheet can read it, without a formula or an identity', async ({
  desk,
}) => {
  const page = await desk.signIn(ONBOARDING)
  const word = own('Exportable')
  const address = `/applications?q=${word}&column=account`
  const number = await draft(page, `=${word}, "Ltd"`, { first: 'Ana', last: 'Ruiz' })
  await page.goto(address)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^applications-\d{4}-\d\d-\d\d\.csv$/)
  const [head, row, end, ...more] = (await readFile(await download.path(), 'utf8')).split('\r\n')
  expect(head).toMatch(/^\uFEFFNumber,Kind,Status,Legal name,/)
  expect(row).toMatch(new RegExp(`^${number},PayFac application,Draft,"'=${word}, ""Ltd""",,`))
  expect(row).toContain('••-•••9876')
  expect(row).not.toContain('3459876')
  expect([end, ...more]).toEqual([''])
  await expect(page).toHaveURL(address)
})

test('the export asks who wants it', async ({ desk, request }) => {
  expect((await request.get('/api/applications/export')).status()).toBe(401)
  expect((await request.head('/api/applications/export')).status()).toBe(401)
  const page = await desk.signIn('auditor@demo.test')
  const answer = await page.request.get('/api/applications/export?status=submitted')
  expect(answer.status()).toBe(200)
  expect(answer.headers()['cache-control']).toContain('no-store')
  expect(answer.headers()['x-content-type-options']).toBe('nosniff')
})

test('people who only read get the list, its views and its export, and no choice of rows', async ({
  desk,
}) => {
  const page = await desk.signIn('auditor@demo.test')
  await expect(page.getByRole('checkbox')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'New PayFac application' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Export CSV' })).toBeVisible()
  await page.goto('/applications?kind=full')
  await expect(page.getByRole('button', { name: 'Save this view' })).toBeVisible()
})

test('what changes applications is refused to people who only read them', async ({ desk }) => {
  const page = await desk.signIn(ONBOARDING)
  const name = own('Guarded Row')
  await draft(page, name)
  await page.goto(`/applications?q=${name.replace(' ', '+')}`)
  const list = new List(page)
  await list.select(name)
  // Another person can replay the request of a click, with its address and body.
  const pressed = page.waitForRequest((sent) => sent.headers()['next-action'] !== undefined)
  await list.chosen().getByLabel('Assign to').selectOption('Unassigned')
  await list.chosen().getByRole('button', { name: 'Assign' }).click()
  const action = await pressed
  await expect(page.getByText('1 application assigned')).toBeVisible()
  for (const person of ['auditor', 'underwriter', 'finance', 'admin']) {
    const other = await desk.signIn(`${person}@demo.test`)
    const answer = await other.request.post('/applications', {
      data: action.postData() ?? '',
      headers: {
        origin: new URL(page.url()).origin,
        'next-action': action.headers()['next-action'] ?? '',
        'content-type': action.headers()['content-type'] ?? '',
      },
    })
    expect(await answer.text(), person).toContain('You don’t have access to this.')
  }
})

test('with the keyboard alone: search, choose, assign, choose a kind and begin', async ({ desk }) => {
  const page = await desk.signIn(ONBOARDING)
  const name = own('Keystroke Only')
  await draft(page, name)
  await page.goto('/applications')
  const list = new List(page)
  const box = page.getByRole('searchbox')
  await box.focus()
  await page.keyboard.type(name)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/applications?q=${name.replace(' ', '+')}`)
  await list.rowsAre(1)
  await expect(box).toBeFocused()
  const checkbox = list.row(name).getByRole('checkbox')
  await tabTo(page, checkbox)
  await page.keyboard.press('Space')
  const assignTo = list.chosen().getByLabel('Assign to')
  await tabTo(page, assignTo)
  await page.keyboard.type('Oscar')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('1 application assigned')).toBeVisible()
  await expect(list.row(name)).toContainText('Oscar Ortega')

  const kinds = page.getByRole('button', { name: 'Choose the kind of the new application' })
  await kinds.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: /^Full application with pricing/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(kinds).toBeFocused()
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('button', { name: /^Full application with pricing/ }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/applications\/[0-9a-f-]{36}\/merchant/)
  await page.goto('/applications?kind=full')
  await expect(list.table().getByRole('rowheader').first()).toBeVisible()
})

async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press('Tab')
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error('The Tab key does not lead there.')
}

for (const width of [1440, 390]) {
  test(`the list passes axe with all of its parts open, and nothing is cut off, at ${width} px`, async ({
    desk,
  }) => {
    const page = await desk.signIn(ONBOARDING)
    await page.setViewportSize({ width, height: 900 })
    const check = async () => {
      await desk.expectAccessible(page)
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect(overflow).toBeLessThanOrEqual(0)
    }
    await page.goto(
      '/applications?q=a&status=submitted&kind=payfac&age=started-30&column=opportunity&column=tax-id&column=started-by',
    )
    await check()
    await page.getByRole('button', { name: 'Filters' }).click()
    await check()
    await page
      .getByRole('checkbox', { name: /^Select A-/ })
      .filter({ visible: true })
      .first()
      .check()
    await expect(page.getByRole('region', { name: 'With the selected applications' })).toBeVisible()
    await check()
    await page.getByRole('button', { name: 'Columns' }).click()
    await check()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Choose the kind of the new application' }).click()
    await check()
    await page.goto('/applications?q=nothing-has-this-name&assignee=me')
    await expect(page.getByText('No applications found')).toBeVisible()
    await check()
  })
}

test('whoever presses a row while their search is still on its way goes where they pressed', async ({
  desk,
}) => {
  const page = await desk.signIn('finance@demo.test', '/merchants')
  // Longer than the pause after the last letter, so that the search is due while the row's page is loading.
  await page.route(/\/merchants\/.*_rsc=/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 800))
    await route.continue()
  })
  await page.getByRole('searchbox', { name: 'Search merchants' }).fill('bluebird')
  await page.getByRole('link', { name: 'Bluebird Bakery' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Bluebird Bakery' })).toBeVisible()
})
