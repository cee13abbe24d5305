import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApplication, saveSection } from '@/lib/server/applications/mutations'
import { getOpenDraft } from '@/lib/server/drafts/data'
import type { Ctx } from '@/lib/server/services'
import { dumpDatabase } from '@/lib/testing/dump-database'
import { exampleContact, exampleDraft } from '@/lib/testing/example-draft'
import { openTestDesk, type TestDesk } from '@/lib/testing/test-desk'
import { addSoleOwner } from './sole-owner'

let desk: TestDesk
let ana: Ctx
beforeAll(async () => {
  // Nothing here may be sent, so no one listens.
  desk = await openTestDesk({ partnerUrl: 'http://127.0.0.1:1/sandbox' })
  ana = await desk.as('Ana')
})
afterAll(() => desk.close())

async function application(ownership: 'Sole Proprietorship' | 'Government' = 'Sole Proprietorship') {
  const { id } = await createApplication(ana)
  const data = { ...exampleDraft(ownership).merchant, legalName: 'Ana Ruiz', taxId: '512-45-6788' }
  await saveSection(ana, { applicationId: id, section: 'merchant', baseVersion: 0, data })
  const contacts = async () =>
    (await getOpenDraft(desk.services.db, desk.services.sealer, { id, kind: 'payfac' })).draft.contacts.items
  return { id, contacts }
}

describe('the owner of a sole proprietorship', () => {
  test('comes from the business, with its tax id as SSN, sealed where it then stands', async () => {
    const { id, contacts } = await application()
    const added = await addSoleOwner(ana, { applicationId: id, taxIdIsSsn: true })
    expect(added).toMatchObject({ ok: true, version: 1, left: ['date of birth (a business has none)'] })
    expect(JSON.stringify(added)).not.toContain('6788')
    expect(await contacts()).toMatchObject([{ firstName: 'Ana', lastName: 'Ruiz', ssn: '512-45-6788' }])
    expect(JSON.stringify(await dumpDatabase(desk.services.db))).not.toContain('512-45-6788')
  })

  test('has no SSN where the tax id is none', async () => {
    const { id, contacts } = await application()
    await addSoleOwner(ana, { applicationId: id, taxIdIsSsn: false })
    expect(await contacts()).toMatchObject([{ ssn: '', percentageOwned: '100' }])
  })

  test('is not added beside a person, nor to another ownership', async () => {
    const { id, contacts } = await application()
    const data = { items: [exampleContact('c-1')], nobodyOwns25: false }
    await saveSection(ana, { applicationId: id, section: 'contacts', baseVersion: 0, data })
    expect(await addSoleOwner(ana, { applicationId: id, taxIdIsSsn: true })).toMatchObject({ ok: false })
    expect(await contacts()).toHaveLength(1)
    const other = await application('Government')
    expect(await addSoleOwner(ana, { applicationId: other.id, taxIdIsSsn: true })).toMatchObject({
      ok: false,
    })
    expect(await other.contacts()).toEqual([])
  })
})
