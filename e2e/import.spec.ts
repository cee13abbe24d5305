import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import writeXlsxFile from 'write-excel-file/node'
import { expect, test } from './desk-test'
import { prepareSoleProprietorship } from './wizard'

/** Makes each file unique, because importing the same file again is another case. */
let files = 0
const mark = () => `${Date.now()}-${process.pid}-${++files}`

type Upload = { name: string; mimeType: string; buffer: Buffer }
const csv = (text: string, name = 'merchants.csv'): Upload => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(text),
})

async function openImport(page: Page, file?: Upload): Promise<void> {
  await page.goto('/applications/import')
  await expect(page.getByRole('heading', { level: 1, name: 'Import applications' })).toBeVisible()
  if (file) await choose(page, file)
}
const choose = (page: Page, file: Upload) => page.locator('input[type=file]').setInputFiles(file)
const row = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Applications in the file' }).getByRole('row').filter({ hasText: name })
/** Matches the number exactly, because links to applications with shared values may be beside it. */
const openDraft = (page: Page, name: string) =>
  row(page, name)
    .getByRole('link', { name: /^A-\d+$/ })
    .click()

const HEADER =
  'Legal name,Billing ZIP code,Federal tax ID,Date established,Customer no.,contact 1 first name,contact 1 Social Security number,contact 1 Roles'

test('a CSV file with problems becomes drafts, a problem list by row, and links', async ({ desk }) => {
  const page = await desk.signIn('onboarding@demo.test')
  const name = `Quay Street ${mark()}`
  await openImport(page)
  await desk.expectAccessible(page)
  await choose(
    page,
    csv(
      [
        '\uFEFFsep=;',
        HEADER.replaceAll(',', ';'),
        `"${name}; the ""first""";04101;90-1234567;2012-03-01;K-1;Ana;900-12-3456;Principal`,
        `${name} damaged;4101;1.23E+8;41030;K-2;Bo;90012345;Principal`,
        `${name} shifted;43215;901234567;2012-03-01;K-3;Cy;900123456;Principal;more`,
        `<img src=x onerror=alert(1)> ${name};43215;;;;;;`,
        '',
      ].join('\r\n'),
    ),
  )
  await expect(page.getByText('4 applications. Nothing has been stored yet.')).toBeVisible()
  await expect(row(page, `${name} damaged`)).toContainText(
    'a spreadsheet has probably dropped a zero at its beginning',
  )
  await expect(row(page, `${name} damaged`)).toContainText('Needs attention')
  await expect(row(page, 'a cell more than the header row')).toContainText('No draft')
  const text = await page.locator('main').innerText()
  for (const identity of ['90-1234567', '1.23E+8', '900-12-3456', '90012345', '900123456']) {
    expect(text).not.toContain(identity)
  }

  await page.getByLabel('Where “Customer no.” goes').selectOption({ label: 'Association ID' })
  await expect(page.getByText('All of them go into the drafts.')).toBeVisible()
  await page.getByRole('button', { name: 'With something wrong' }).click()
  await expect(row(page, `${name} damaged`)).toBeVisible()
  await expect(row(page, 'onerror')).toBeHidden()
  await page.getByRole('button', { name: /^All/ }).click()
  await desk.expectAccessible(page)

  await page.getByRole('button', { name: 'Create 3 drafts' }).click()
  await expect(
    page.getByText('3 drafts created and assigned to you. One row becomes no draft.'),
  ).toBeVisible()
  expect(
    await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }])),
  ).not.toContain(name)
  await openDraft(page, 'the "first"')
  await expect(page.getByLabel('Legal name')).toHaveValue(`${name}; the "first"`)
  await expect(page.getByLabel('Billing ZIP code')).toHaveValue('04101')
  await expect(page.locator('[data-field="merchant.associationId"] input')).toHaveValue('K-1')
})

test('a cell is corrected beside the file, and what it leaves out is given once for every row', async ({
  desk,
}) => {
  const page = await desk.signIn('onboarding@demo.test')
  const name = `Sandpiper ${mark()}`
  await openImport(page)
  await choose(
    page,
    csv(
      [
        'Legal name,Billing state,Ownership',
        `${name} One,Ohayo,LLC`,
        `${name} Two,OH,`,
        `${name} Three,OH,Partnership`,
        '',
      ].join('\n'),
    ),
  )
  const first = row(page, `${name} One`)
  const change = first.getByRole('button', { name: 'Change Billing state, row 2' })
  await change.click()
  const box = first.getByLabel('Billing state, row 2')
  await expect(box).toBeFocused()
  await box.press('Escape')
  await expect(change).toBeFocused()
  await change.press('Enter')
  await box.fill('Ohio')
  await desk.expectAccessible(page)
  await box.press('Enter')
  await expect(first).toContainText('Changed here: Billing state → Ohio')
  await expect(change).toBeHidden()

  const everyRow = page.locator('section').filter({ hasText: 'The same in every row' })
  await everyRow.getByRole('combobox').selectOption({ label: 'Billing city' })
  await everyRow.getByRole('button', { name: 'Use in every row' }).click()
  await expect(everyRow.getByLabel('Billing city, every row')).toBeFocused()
  await everyRow.getByLabel('Billing city, every row').fill('Columbus')
  await everyRow.getByRole('button', { name: 'Use in every row' }).click()
  await everyRow.getByRole('combobox').selectOption({ label: 'Ownership' })
  await everyRow.getByLabel('Ownership, every row').selectOption('Partnership')
  await everyRow.getByRole('button', { name: 'Use in every row' }).click()
  await expect(everyRow).toContainText('Billing city: Columbus')
  await desk.expectFits(page)

  await page.getByRole('button', { name: 'Create 3 drafts' }).click()
  await expect(page.getByText('3 drafts created and assigned to you.')).toBeVisible()
  await first.getByRole('link').click()
  await expect(page.getByLabel('Billing city')).toHaveValue('Columbus')
  await expect(page.getByLabel('Billing state')).toHaveValue(/OH|Ohio/)
  await page.goBack()
})

test('the same file is recognized, and imported once more only when that is wanted', async ({ desk }) => {
  const page = await desk.signIn('onboarding@demo.test')
  const file = csv(`Legal name\nTwice ${mark()}\n`)
  await openImport(page, file)
  await page.getByRole('button', { name: 'Create one draft' }).click()
  await expect(page.getByText('One draft created')).toBeVisible()

  await page.getByRole('button', { name: 'Import another file' }).click()
  await choose(page, file)
  await expect(page.getByText('This file was imported before')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Create one draft' })).toBeDisabled()
  await page.getByLabel('Its applications are wanted a second time').check()
  await page.getByRole('button', { name: 'Create one draft' }).click()
  await expect(page.getByText('One draft created')).toBeVisible()
})

test('an import whose answer is cut off goes on, and makes none twice', async ({ desk }) => {
  const page = await desk.signIn('onboarding2@demo.test')
  const name = `Cut ${mark()}`
  const file = csv(
    `Legal name\n${Array.from({ length: 25 }, (_, n) => `${name} no. ${n + 1}.`).join('\n')}\n`,
  )
  await openImport(page, file)
  desk.expectTrouble('ERR_FAILED')
  desk.expectTrouble('ERR_CONNECTION')
  // The server receives it, but the page never gets the answer.
  await page.route('**/api/applications/import', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await page.getByRole('button', { name: 'Create 25 drafts' }).click()
  await expect(page.getByText('The desk did not answer.')).toBeVisible()
  await page.unroute('**/api/applications/import')
  await expect(page.getByText('25 of 25 drafts of this file are there already')).toBeVisible()
  await page.getByRole('button', { name: 'Show the 25 drafts' }).click()
  await expect(page.getByText('25 drafts created')).toBeVisible()
  const listed = new Set(await page.getByRole('link', { name: /^A-\d+$/ }).allInnerTexts())
  expect(listed.size).toBe(25)
})

test('a JSON file in the partner’s shape becomes a full application', async ({ desk }) => {
  const page = await desk.signIn('onboarding@demo.test')
  const name = `Lantern ${mark()}`
  await openImport(page)
  await page.getByLabel('Full application with pricing').check()
  await choose(page, {
    name: 'merchants.json',
    mimeType: 'application/json',
    buffer: Buffer.from(
      JSON.stringify([
        {
          Opp: {
            attributes: { type: 'Opportunity' },
            Account_Type__c: 'New Merchant',
            High_Ticket__c: 1800.5,
          },
          Mer: {
            attributes: { type: 'Account' },
            Legal_Name__c: name,
            Ownership: 'Government',
            Fax: '2075550111',
          },
          lstBens: [{ SourceId: 'o1', FirstName: 'Greta', LastName: 'Specimen', SSN__c: '900123456' }],
          Lstqli: [{ Price__c: '19.95' }],
        },
        'no application',
      ]),
    ),
  })
  await expect(row(page, 'This is not an application')).toBeVisible()
  await page.getByRole('button', { name: 'Create one draft' }).click()
  await expect(page.getByText('One draft created')).toBeVisible()
  await openDraft(page, name)
  await expect(page.getByLabel('Fax')).toHaveValue('2075550111')
  await expect(page.getByLabel('Ownership')).toHaveValue('Government')
})

test('the template is a file that can be imported as it is', async ({ desk }) => {
  const page = await desk.signIn('onboarding@demo.test')
  await openImport(page)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'CSV template of a PayFac application' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('payfac-applications-template.csv')
  const text = readFileSync(await download.path(), 'utf8')
  // A merchant, people and an account of its own, because other journeys use those of the example.
  const digits = String(Date.now())
  const own = text
    .replaceAll('Blue Lantern', `Blue ${mark()}`)
    .replaceAll('blue-lantern.example', `blue-${digits}.example`)
    .replaceAll('(207)', `(${200 + (Number(digits) % 700)})`)
    .replaceAll('90-0123456', `90-${digits.slice(-7)}`)
    .replaceAll('900-55-5555', `900-55-${digits.slice(-4)}`)
    .replaceAll('900-66-6666', `900-66-${digits.slice(-4)}`)
    .replaceAll('000123456789', digits.slice(-12))
  await choose(page, csv(own))
  await expect(page.getByText('All of them go into the drafts.')).toBeVisible()
  // Its people's Social Security numbers are invented ones that no person can have, which the desk tells.
  await expect(row(page, 'Bakery')).toContainText('Worth a look')
})

test('a thousand applications are checked while the page stays usable, with the keyboard alone', async ({
  desk,
}) => {
  const page = await desk.signIn('onboarding@demo.test')
  await openImport(page)
  const chosen = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose a file' }).focus()
  await page.keyboard.press('Enter')
  const lines = Array.from({ length: 1000 }, (_, n) => `"Many ${n}\nlines",4321${n % 10},X`)
  await (await chosen).setFiles(csv(`Legal name,Billing ZIP code,Odd\n${lines.join('\n')}\n`))
  await expect(page.getByText('1,000 applications. Nothing has been stored yet.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Create 1,000 drafts' })).toBeEnabled()
  await page.getByLabel('Where “Odd” goes').focus()
  await page.keyboard.type('Merchant category')
  await expect(page.getByText('All of them go into the drafts.')).toBeVisible()
  await page.getByRole('button', { name: 'Show 100 more' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('200 of 1000 are shown.')).toBeVisible()
})

test.describe('what cannot be imported is said, with what to do', () => {
  const big = Buffer.alloc(5 * 1024 * 1024 + 1, 'a')
  for (const [what, file, words] of [
    [
      'a workbook',
      { name: 'a.xlsx', mimeType: 'x/y', buffer: Buffer.from('PK\u0003\u0004…') },
      'The workbook is damaged or incomplete',
    ],
    ['5 MB and a byte', { name: 'a.csv', mimeType: 'text/csv', buffer: big }, 'limit is 5 MB'],
    ['an open quotation mark', csv('a,b\n1,"2\n'), 'Row 2: A quotation mark is opened and never closed.'],
    ['broken JSON', csv('[{"a": 1', 'a.json'), 'This isn’t valid JSON.'],
  ] satisfies [string, Upload, string][]) {
    test(what, async ({ desk }) => {
      const page = await desk.signIn('onboarding@demo.test')
      await openImport(page, file)
      await expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible()
    })
  }
})

test('somebody who may not write applications has no such page', async ({ desk }) => {
  desk.expectTrouble('403')
  const page = await desk.signIn('auditor@demo.test', '/applications/import')
  await expect(page.getByRole('heading', { name: 'Import applications' })).toBeHidden()
  for (const address of ['/api/applications/import', '/api/applications/import/earlier']) {
    const status = await page.evaluate(
      async (url) => (await fetch(url, { method: 'POST', body: '{}' })).status,
      address,
    )
    expect(status).toBe(403)
  }
})

test('narrow, the page has everything', async ({ desk }) => {
  const page = await desk.signIn('onboarding@demo.test')
  await page.setViewportSize({ width: 390, height: 844 })
  await openImport(page, csv(`Legal name,Mystery\nNarrow ${mark()},x\n`))
  await expect(page.getByRole('button', { name: 'Create one draft' })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await desk.expectAccessible(page)
})

test.describe('starting from an application', () => {
  test('a copy has its values, and two quick presses make one', async ({ desk }) => {
    const page = await desk.signIn('onboarding@demo.test')
    const name = `Copied ${mark()}`
    const wizard = await prepareSoleProprietorship(page, name)
    await wizard.submit()
    await expect(page.getByRole('region', { name: 'Records of the answer' })).toBeVisible()
    const source = wizard.id()
    await page.getByRole('button', { name: 'Duplicate' }).click()
    await page.getByRole('button', { name: 'Copy as a PayFac application' }).dblclick()
    await page.waitForURL((url) => url.pathname.endsWith('/merchant') && !url.pathname.includes(source))
    await expect(page.getByLabel('Legal name')).toHaveValue(name)
    await expect(page.getByText(/••-•••\d{4}/)).toBeVisible()
    await page.goto(`/applications?search=${encodeURIComponent(name)}`)
    await expect(page.locator('main').getByRole('link', { name }).filter({ visible: true })).toHaveCount(2)
  })

  test('the other kind says first what does not go over, and leaves it to be asked for', async ({ desk }) => {
    const page = await desk.signIn('onboarding@demo.test')
    const name = `Other kind ${mark()}`
    const wizard = await prepareSoleProprietorship(page, name)
    await wizard.step('Merchant')
    await wizard.type('merchant.yearsAtLocation', '7')
    await wizard.step('Review and submit')
    await wizard.submit()
    await expect(page.getByRole('region', { name: 'Records of the answer' })).toBeVisible()
    const source = wizard.id()
    await page.getByRole('button', { name: 'Duplicate' }).focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText('Years at this location')).toBeVisible()
    await desk.expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Duplicate' })).toBeFocused()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Start a full application with pricing from it…' }).click()
    await dialog.getByRole('button', { name: 'Start it' }).click()
    await page.waitForURL((url) => url.pathname.endsWith('/merchant') && !url.pathname.includes(source))
    await expect(page.getByLabel('Legal name')).toHaveValue(name)
    await expect(page.getByLabel('Ownership')).toHaveValue('Sole Proprietorship')
    await expect(page.getByLabel('Physical street')).toHaveValue('')
  })
})

test('the import is reached by its links, understands other names and names rows of one merchant', async ({
  desk,
}) => {
  const page = await desk.signIn('onboarding@demo.test')
  const heading = page.getByRole('heading', { level: 1, name: 'Import applications' })
  await page.getByRole('link', { name: 'Applications', exact: true }).click()
  await page.getByRole('button', { name: 'Choose the kind of the new application' }).click()
  await page.getByRole('link', { name: /^Import from a file/ }).click()
  await expect(heading).toBeVisible()
  await page.getByRole('link', { name: 'Applications', exact: true }).first().click()
  const find = page.getByRole('combobox', { name: 'Find or go to' })
  await expect(page.getByRole('heading', { level: 1, name: 'Applications', exact: true })).toBeVisible()
  // Before the page's own script has loaded, the browser handles the keys.
  await expect(async () => {
    if (!(await find.isVisible())) await page.keyboard.press('Control+k')
    expect(await find.isVisible()).toBe(true)
  }).toPass()
  await find.fill('import')
  await page.getByRole('option', { name: 'Import applications' }).click()
  await expect(heading).toBeVisible()
  await page.getByRole('link', { name: 'Applications', exact: true }).first().click()
  await page.getByRole('link', { name: 'Import', exact: true }).click()
  await expect(heading).toBeVisible()

  const name = `Twin Pines ${mark()}`
  const taxId = `90-${7_654_321 + test.info().retry}`
  await choose(
    page,
    csv(
      `Legal Business Name,DBA,EIN,Entity type,Street,City,State,Zip\n${name} LLC,${name},${taxId},LLC,1 Elm St,Portland,ME,04101\n${name} 2 LLC,${name} 2,${taxId.replace('-', '')},L.L.C.,1 Elm St,Portland,ME,04101\n`,
    ),
  )
  await expect(page.getByText('2 applications. Nothing has been stored yet.')).toBeVisible()
  await expect(row(page, `${name} 2`)).toBeVisible()
  await expect(row(page, `${name} 2`)).toContainText('Row 2 has the same number')
  await page.getByRole('button', { name: 'Possible duplicates 2' }).click()
  await page.getByRole('button', { name: 'Create 2 drafts' }).click()
  await expect(page.getByText('2 drafts created')).toBeVisible()
  await expect(page.getByText('Nothing has been stored yet')).toHaveCount(0)
  await openDraft(page, `${name} 2`)
  await expect(page.getByLabel('Billing street')).toHaveValue('1 Elm St')
  await expect(page.getByLabel('Ownership', { exact: true })).toHaveValue('Limited Liability Company')

  // Before making drafts again, the page names the application that has the number.
  const [number] = (await page.getByRole('heading', { level: 1 }).innerText()).split(' ')
  await page.goto('/applications/import')
  await choose(
    page,
    csv(
      `DBA,EIN,Email,Merchant\n${name} 3,${taxId.replace('-', ' ')},,\n${name} 4,,hello@twin-pines.example,${name} Four LLC\n`,
    ),
  )
  await expect(row(page, `${name} 3`)).toContainText('The same federal tax ID is in')
  await expect(row(page, `${name} 3`).getByRole('link', { name: `Open ${number}` })).toBeVisible()
  await desk.expectAccessible(page)

  // If a column's meaning is ambiguous, the page asks; a duplicate can be left out.
  await page.getByRole('button', { name: 'Leave out the duplicate' }).click()
  await expect(row(page, `${name} 3`)).toContainText('Left out')
  const create = page.getByRole('button', { name: 'Create one draft' })
  await expect(create).toBeDisabled()
  await page.getByLabel('Where “Email” goes').selectOption({ label: 'Business email' })
  // Even if only one meaning is left, a person has to choose it.
  const merchant = page.getByLabel('Where “Merchant” goes')
  await expect(merchant).toHaveAccessibleDescription(
    '“Merchant” may be Legal name. Choose it if that is right, or another field, or “Don’t import”.',
  )
  await expect(create).toBeDisabled()
  await merchant.selectOption({ label: 'Legal name' })
  await create.click()
  await expect(page.getByText('One draft created and assigned to you. Left out: row 2.')).toBeVisible()
  await openDraft(page, `${name} 4`)
  await expect(page.getByLabel('Business email')).toHaveValue('hello@twin-pines.example')
  await expect(page.getByLabel('Legal name')).toHaveValue(`${name} Four LLC`)
})

test('a workbook is imported by its sheets: zeros are kept, dates are read, another sheet is another import', async ({
  desk,
}) => {
  const page = await desk.signIn('onboarding@demo.test')
  const name = `Sheet Harbor ${mark()}`
  const text = (value: string) => ({ value, type: String })
  const number = (value: number, format?: string) => ({ value, type: Number, ...(format && { format }) })
  const header = ['Legal Business Name', 'DBA', 'EIN', 'Zip', 'Date established'].map(text)
  const buffer = await writeXlsxFile([
    { sheet: 'Read me', data: [[text('Merchants of the spring')]] },
    {
      sheet: 'New',
      data: [
        header,
        [
          text(`${name} LLC`),
          text(name),
          text('012345678'),
          number(4101, '00000'),
          number(43585, 'yyyy-mm-dd'),
        ],
      ],
    },
    {
      sheet: 'Later',
      data: [header, [text(`${name} 2 LLC`), text(`${name} 2`), number(12345678), number(4101)]],
    },
    {
      sheet: 'Crossed out',
      data: [
        header,
        [{ ...text(`${name} 3 LLC`), textDecoration: { strikethrough: true } }, text(`${name} 3`)],
      ],
    },
  ]).toBuffer()
  const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  await openImport(page, { name: 'merchants.xlsx', mimeType, buffer })
  const sheets = page.getByRole('combobox', { name: 'Sheet' })
  await expect(sheets).toHaveValue('New')
  await expect(page.getByText('One application. Nothing has been stored yet.')).toBeVisible()
  await desk.expectAccessible(page)

  // Values that a spreadsheet has lost are reported, as in a CSV file.
  await sheets.selectOption('Later')
  await expect(row(page, `${name} 2`)).toContainText('a spreadsheet has probably dropped a zero')
  // Nobody can tell whether a struck-through row is meant. Another sheet can still be chosen.
  await sheets.selectOption('Crossed out')
  await expect(
    page.getByRole('alert').filter({ hasText: 'In sheet “Crossed out” row 2 is struck through' }),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: /^Create/ })).toHaveCount(0)
  await desk.expectAccessible(page)
  await sheets.selectOption('New')
  await expect(row(page, `${name} 2`)).toHaveCount(0)
  await page.getByRole('button', { name: 'Create one draft' }).click()
  await expect(page.getByText('One draft created')).toBeVisible()
  await openDraft(page, name)
  await expect(page.getByLabel('Billing ZIP code')).toHaveValue('04101')
  await expect(page.getByLabel('Date established')).toHaveValue('04/30/2019')
  await expect(page.locator('[data-field="merchant.taxId"]')).toContainText('••-•••5678')
})

/** Presses Tab until an element of that name has the focus, which must never be lost on the way. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let presses = 0; presses < 200; presses++) {
    await page.keyboard.press('Tab')
    const text = await page.evaluate(() => document.activeElement?.textContent ?? '')
    if (name.test(text)) return
  }
  throw new Error(`Not reached: ${name}`)
}

test('with the keyboard alone, where only what is wrong is shown: cells mended and put back, drafts made, nothing lost', async ({
  desk,
}) => {
  const page = await desk.signIn('onboarding@demo.test')
  const name = `Keys ${mark()}`
  await openImport(
    page,
    csv(
      [
        'Legal name,Billing ZIP code,Date established',
        `${name} One,4101,2012-03-01`,
        `${name} Two,97205,41030`,
        '',
      ].join('\n'),
    ),
  )
  const focused = page.locator('*:focus')
  await tabTo(page, /^With something wrong/)
  await page.keyboard.press('Enter')
  for (const [field, text] of [
    ['Billing ZIP code, row 2', '04101'],
    ['Date established, row 3', '2012-04-30'],
  ] as const) {
    await tabTo(page, new RegExp(`^Change ${field}`))
    await page.keyboard.press('Enter')
    await page.keyboard.type(text)
    await page.keyboard.press('Enter')
    await expect(focused).toHaveText(`Undo: ${field}`)
  }
  // Rows are checked again meanwhile: corrected rows stay, and so does the focus.
  await expect(page.getByRole('button', { name: 'With something wrong 0' })).toBeVisible()
  await expect(focused).toHaveText('Undo: Date established, row 3')
  await page.keyboard.press('Enter')
  await expect(row(page, `${name} Two`).getByRole('button', { name: /^Change Date/ })).toBeVisible()
  await tabTo(page, /^Change Date established, row 3/)
  await page.keyboard.press('Enter')
  await page.keyboard.type('2012-04-30')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'With something wrong 0' })).toBeVisible()
  await tabTo(page, /^Create 2 drafts/)
  await page.keyboard.press('Enter')
  await expect(focused).toHaveText('View the drafts')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/applications\?import=/)
  await expect(page.getByRole('row').filter({ hasText: `${name} Two` })).toBeVisible()
})
