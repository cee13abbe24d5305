import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ctx } from '@/lib/server/services'
import { claimCase } from '@/lib/server/underwriting/claim'
import { emptyAuditLog } from '@/lib/testing/empty-audit-log'
import { openTestDesk, type TestDesk } from '@/lib/testing/test-desk'
import { addDocument, seedCase } from '@/lib/testing/underwriting-cases'
import { listContributors, listOwnWork } from './own-work'

let desk: TestDesk
let ana: Ctx
let both: Ctx
let uma: Ctx
beforeAll(async () => {
  desk = await openTestDesk({ partnerUrl: 'http://127.0.0.1:1/sandbox' })
  ana = await desk.as('Ana')
  both = await desk.as('Bia', ['onboarding', 'underwriter'])
  uma = await desk.as('Uma', ['underwriter'])
})
afterAll(() => desk.close())

test('whose own work it is, is known without the audit log', async () => {
  const applicationId = await seedCase(both)
  const other = await seedCase(ana)
  await emptyAuditLog(desk.services.db)
  expect(await claimCase(both, { applicationId })).toMatchObject({ ok: false, reason: 'own-work' })
  expect(await claimCase(uma, { applicationId })).toMatchObject({ ok: true })
  expect([...(await listContributors(desk.services.db, applicationId))]).toEqual([both.actor.id])
  expect([...(await listOwnWork(desk.services.db, both.actor.id, [applicationId, other]))]).toEqual([
    applicationId,
  ])
})

test('who added a document to it worked on it', async () => {
  const applicationId = await seedCase(ana)
  await addDocument(both, applicationId)
  expect(await listContributors(desk.services.db, applicationId)).toEqual(
    new Set([ana.actor.id, both.actor.id]),
  )
})
