import { sql } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { users } from '@/lib/db/schema/people'
import { dumpDatabase } from '@/lib/testing/dump-database'
import { exampleDraft } from '@/lib/testing/example-draft'
import { withPostgres } from '@/lib/testing/postgres-cluster'
import { putUpload } from '@/lib/testing/put-upload'
import { openTestDesk, seedApplicationDraft, type TestDesk } from '@/lib/testing/test-desk'
import { createApplication, saveSection } from './applications/mutations'
import { submitApplication } from './applications/submission'
import { changeCategory, registerDocument, removeDocument, sendDocumentAgain } from './documents/mutations'
import type { Ctx } from './services'
import { hashPassword } from './sign-in/passwords'
import { signIn } from './sign-in/sign-in'

withPostgres('while the audit log cannot be written', (createDatabase) => {
  let desk: TestDesk
  let ana: Ctx
  let applicationId: string
  let documentId: string
  /** Not registered yet. */
  let uploadId: string
  beforeAll(async () => {
    desk = await openTestDesk({
      partnerUrl: 'http://127.0.0.1:1/sandbox',
      databaseUrl: await createDatabase(),
    })
    ana = await desk.as('Ana')
    await desk.services.db.update(users).set({ passwordHash: await hashPassword('correct horse battery') })
    const draft = exampleDraft()
    draft.merchant.sponsorship = ''
    applicationId = await seedApplicationDraft(ana, draft)
    documentId = await putUpload(desk.services, '%PDF-1.4\n/Page\none\n')
    await registerDocument(ana, { applicationId, uploadId: documentId, name: 'one.pdf', category: 'other' })
    await desk.services.db.execute(sql`update documents set delivery = 'refused'`)
    uploadId = await putUpload(desk.services, '%PDF-1.4\n/Page\ntwo\n')
    return () => desk.close()
  })
  beforeEach(async () => {
    await desk.database.asOwner((db) => db.execute(sql`alter table audit_log rename to audit_log_away`))
  })
  afterEach(async () => {
    await desk.database.asOwner((db) => db.execute(sql`alter table audit_log_away rename to audit_log`))
  })

  /** All but the queue's own housekeeping, and the tries that are counted before a password is looked at. */
  const everything = async () =>
    Object.entries(await dumpDatabase(desk.services.db)).filter(
      ([table]) => !table.startsWith('pgboss.') && table !== 'public.sign_in_failures',
    )

  const changes: [string, () => Promise<unknown>][] = [
    ['starting an application', () => createApplication(ana)],
    [
      'saving a section',
      () =>
        saveSection(ana, {
          applicationId,
          section: 'merchant',
          baseVersion: 1,
          data: { ...exampleDraft().merchant, mcc: 'x' },
        }),
    ],
    [
      'submitting',
      () =>
        submitApplication(ana, {
          applicationId,
          versions: { merchant: 1, contacts: 1, accounts: 1, options: 1 },
        }),
    ],
    [
      'adding a document',
      () => registerDocument(ana, { applicationId, uploadId, name: 'two.pdf', category: 'other' }),
    ],
    ['changing the category of a document', () => changeCategory(ana, { documentId, category: 'identity' })],
    ['removing a document', () => removeDocument(ana, { documentId })],
    ['sending a document again', () => sendDocumentAgain(ana, { documentId })],
    [
      'signing in',
      () =>
        signIn(
          { db: desk.services.db, now: new Date(), requestId: 'test', singleSignOn: null },
          { email: 'ana@desk.test', password: 'correct horse battery', address: '192.0.2.1' },
        ),
    ],
  ]
  describe('nothing is changed by', () => {
    test.each(changes)('%s', async (_, change) => {
      const before = await everything()
      await expect(change()).rejects.toThrow('audit_log')
      expect(await everything()).toEqual(before)
    })
  })

  test('an upload that could not become a document can, once the log is back', async () => {
    const register = () =>
      registerDocument(ana, { applicationId, uploadId, name: 'two.pdf', category: 'other' })
    await expect(register()).rejects.toThrow('audit_log')
    await desk.database.asOwner((db) => db.execute(sql`alter table audit_log_away rename to audit_log`))
    expect(await register()).toMatchObject({ ok: true, documentId: uploadId })
    await desk.database.asOwner((db) => db.execute(sql`alter table audit_log rename to audit_log_away`))
  })
})
