import { createHash } from 'node:crypto'
import { SECTION_NAMES } from '@/lib/domain/application/section-names'
import type { Draft } from '@/lib/domain/application/sections'
import { openFields, submissionPlace } from '@/lib/sandbox/application-records'
import { createBox } from '@/lib/sandbox/sealed'
import { createApplication, saveSection } from '@/lib/server/applications/mutations'
import { confirmAbsent, recordFound, sendAgain } from '@/lib/server/applications/resolution'
import { beginRevision, discardRevision } from '@/lib/server/applications/revision'
import { submitApplication } from '@/lib/server/applications/submission'
import { registerDocument, removeDocument, sendDocumentAgain } from '@/lib/server/documents/mutations'
import { deliveryAbsent, deliveryFound } from '@/lib/server/documents/resolution'
import { submittableDraft } from '@/lib/testing/applications-at-partner'
import { exampleAccount, exampleContact } from '@/lib/testing/example-draft'
import type { Random } from './random'
import { action, oneOf, type Plan, type Scene, somebody } from './scene'

/** What onboarding does: drafts, submissions, corrections, documents, and resolving unknown outcomes truthfully. */

/** Personal and account numbers that may be stored only sealed, as typed and as normalized. */
const SSN = '734295816'
const ACCOUNT = '900017364528'
export const SECRETS = [SSN, `734-29-5816`, ACCOUNT]

/** The partner's key, with which the simulation opens what the partner stored. */
export const PARTNER_BOX = createBox(Buffer.alloc(32, 8))

/** A draft with a unique name: of two identical requests, no one could say which one the partner has. */
const draftOf = (random: Random): Draft => {
  const draft = submittableDraft()
  const [owner] = draft.contacts.items
  return {
    ...draft,
    merchant: { ...draft.merchant, legalName: `Shop ${random.int(1_000_000)} LLC` },
    contacts: {
      ...draft.contacts,
      items: [
        { ...(owner ?? exampleContact('contact-1')), ssn: '734-29-5816' },
        ...draft.contacts.items.slice(1),
      ],
    },
    accounts: {
      items: [exampleAccount('account-1', { accountNumber: ACCOUNT, accountNumberAgain: ACCOUNT })],
    },
  }
}

const start: Plan = async (scene, random) => {
  const ctx = await somebody(scene, random, 'applications:write')
  if (!ctx) return null
  const draft = draftOf(random)
  return {
    name: `${ctx.actor.name}: fill an application`,
    run: async () => {
      const { id } = await createApplication(ctx)
      for (const section of SECTION_NAMES)
        await saveSection(ctx, { applicationId: id, section, baseVersion: 0, data: draft[section] })
    },
  }
}

type Application = { id: string; status: string }

const applicationIn = (scene: Scene, random: Random, statuses: string): Promise<Application | null> =>
  oneOf<Application>(
    scene,
    random,
    `select id, status from applications where status = any(string_to_array($1, ' ')) order by number`,
    [statuses],
  )

const versionsOf = async (scene: Scene, applicationId: string): Promise<Record<string, number>> =>
  Object.fromEntries(
    (
      await scene.read<{ section: string; version: number }>(
        'select section, version from application_sections where application_id = $1 order by section',
        [applicationId],
      )
    ).map(({ section, version }) => [section, version]),
  )

const EDITABLE = 'draft refused not-sent approved info-requested'

const save: Plan = async (scene, random) => {
  const ctx = await somebody(scene, random, 'applications:write')
  const application = await applicationIn(
    scene,
    random,
    random.chance(0.8) ? EDITABLE : 'submitting submitted outcome-unknown in-underwriting',
  )
  if (!ctx || !application) return null
  const versions = await versionsOf(scene, application.id)
  const draft = draftOf(random)
  const section = random.pick(['merchant', 'options'] as const)
  const baseVersion = Math.max(0, (versions[section] ?? 0) - (random.chance(0.15) ? 1 : 0))
  return action('save a section', ctx, () =>
    saveSection(ctx, { applicationId: application.id, section, baseVersion, data: draft[section] }),
  )
}

const submit: Plan = async (scene, random) => {
  const ctx = await somebody(scene, random, 'applications:submit')
  const application = await applicationIn(
    scene,
    random,
    random.chance(0.9) ? EDITABLE : 'submitting submitted outcome-unknown',
  )
  if (!ctx || !application) return null
  const versions = await versionsOf(scene, application.id)
  return action('submit an application', ctx, () =>
    submitApplication(ctx, { applicationId: application.id, versions }),
  )
}

const revise: Plan = async (scene, random) => {
  const ctx = await somebody(scene, random, 'applications:write')
  const begins = random.chance(0.8)
  const application = await applicationIn(scene, random, begins ? 'submitted partly-accepted' : EDITABLE)
  if (!ctx || !application) return null
  const { id: applicationId } = application
  return begins
    ? action('begin a correction', ctx, () => beginRevision(ctx, { applicationId }))
    : action('discard a correction', ctx, () => discardRevision(ctx, { applicationId }))
}

type OpenAttempt = { id: string; application: string; by: string | null; sha: string; at: string }

/** A person looks up an application of unknown outcome at the partner and records the truth. */
export const resolveApplication: Plan = async (scene, random) => {
  await scene.ground.line.deliverLate()
  const open = await oneOf<OpenAttempt>(
    scene,
    random,
    `select a.id, a.application_id as application, a.prepared_by as by, a.request_sha256 as sha,
        a.prepared_at::text as at
      from partner_attempts a join applications p on p.id = a.application_id
      where a.document_id is null and a.resolution is null and p.status in ('outcome-unknown', 'ids-needed')
        and (a.state = 'unknown' or (a.state = 'accepted' and p.status = 'ids-needed')) order by a.prepared_at`,
  )
  if (!open) return null
  const ctx = await somebody(
    scene,
    random,
    'applications:submit',
    (id) => random.chance(0.3) || id !== open.by,
  )
  if (!ctx) return null
  const { id: attemptId, application: applicationId } = open
  // A request contains the ids of its items, so equal requests are one request that was sent again.
  const submissions = await scene.read<{ id: string; account: string; body: string }>(
    `select o.id, o.account_id as account, s.body from sandbox.submissions s
       join sandbox.opportunities o on o.id = s.opportunity_id
       where not exists (select from applications a where a.opportunity_id = o.id and a.id <> $1)
       order by s.id desc`,
    [applicationId],
  )
  const shaOf = (id: string, body: string) =>
    createHash('sha256')
      .update(String(PARTNER_BOX.open(submissionPlace(id), body)))
      .digest('hex')
  const there = submissions.find(({ id, body }) => shaOf(id, body) === open.sha)
  const note = 'Looked at the partner.'
  // Some people resend what the partner already has.
  if (there && !random.chance(scene.habits.sendsAgain / 2)) {
    const items = await scene.read<{ id: string; type: string; fields: unknown }>(
      `select id, type, fields from sandbox.items where opportunity_id = $1 order by position`,
      [there.id],
    )
    const idsOf = (type: string) =>
      Object.fromEntries(
        items.flatMap(({ id, type: own, fields }) =>
          own === type ? [[openFields(PARTNER_BOX, id, fields).SourceId, id]] : [],
        ),
      )
    return action('the application is there', ctx, () =>
      recordFound(ctx, {
        applicationId,
        attemptId,
        opportunityId: there.id,
        accountId: there.account,
        contacts: idsOf('Contact'),
        accounts: idsOf('Business_Checking_Account__c'),
        note,
      }),
    )
  }
  return !there && !random.chance(scene.habits.sendsAgain)
    ? action('the application is absent', ctx, () => confirmAbsent(ctx, { applicationId, attemptId, note }))
    : action('send the application again', ctx, () =>
        sendAgain(ctx, { applicationId, attemptId, reason: note }),
      )
}

const upload: Plan = async (scene, random) => {
  const ctx = await somebody(scene, random, 'documents:write')
  const application = await applicationIn(
    scene,
    random,
    `${EDITABLE} submitted partly-accepted outcome-unknown`,
  )
  if (!ctx || !application) return null
  const id = uuidOf(random)
  const content = `%PDF-1.4\n/Page\n${random.bytes(16).toString('hex')}\n`
  await ctx.documentStore.putUpload(Buffer.from(content), id)
  return action('add a document', ctx, () =>
    registerDocument(ctx, {
      applicationId: application.id,
      uploadId: id,
      name: 'statement.pdf',
      category: 'other',
      slot: null,
    }),
  )
}

const documentIn = (scene: Scene, random: Random, states: string) =>
  oneOf<{ id: string }>(
    scene,
    random,
    `select id from documents where delivery = any(string_to_array($1, ' ')) and removed_at is null
      order by uploaded_at`,
    [states],
  )

const document: Plan = async (scene, random) => {
  const ctx = await somebody(scene, random, 'documents:write')
  const again = random.chance(0.7)
  const found = await documentIn(scene, random, again ? 'refused not-sent' : 'waiting sending not-sent')
  if (!ctx || !found) return null
  return again
    ? action('send a document again', ctx, () => sendDocumentAgain(ctx, { documentId: found.id }))
    : action('remove a document', ctx, () => removeDocument(ctx, { documentId: found.id }))
}

export const resolveDocument: Plan = async (scene, random) => {
  await scene.ground.line.deliverLate()
  const open = await oneOf<{ id: string; document: string; sha: string; opportunity: string }>(
    scene,
    random,
    `select a.id, a.document_id as document, d.sha256 as sha, p.opportunity_id as opportunity
      from partner_attempts a join documents d on d.id = a.document_id
        join applications p on p.id = a.application_id
      where a.state = 'unknown' and a.resolution is null and d.delivery = 'unknown' order by a.prepared_at`,
  )
  const ctx = await somebody(scene, random, 'documents:write')
  if (!open || !ctx) return null
  const [there] = await scene.read<{ id: string }>(
    'select id from sandbox.attachments where opportunity_id = $1 and sha256 = $2 limit 1',
    [open.opportunity, open.sha],
  )
  const input = { documentId: open.document, attemptId: open.id, note: 'Looked at the partner.' }
  return there
    ? action('the document is there', ctx, () => deliveryFound(ctx, { ...input, attachmentId: there.id }))
    : action('the document is absent', ctx, () => deliveryAbsent(ctx, input))
}

function uuidOf(random: Random): string {
  const hex = random.bytes(16).toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-9${hex.slice(17, 20)}-${hex.slice(20)}`
}

/** The next step of a random application. */
const goOn: Plan = async (scene, random) => {
  const application = await oneOf<{ status: string }>(
    scene,
    random,
    'select status from applications order by number',
  )
  if (!application) return start(scene, random)
  const { status } = application
  if (['outcome-unknown', 'ids-needed'].includes(status)) return resolveApplication(scene, random)
  if (EDITABLE.includes(status)) return random.pick([submit, submit, submit, save])(scene, random)
  return random.pick([revise, upload, resolveDocument])(scene, random)
}

export const APPLICATION_ACTIONS = {
  'application goes on': goOn,
  'fill application': start,
  'save section': save,
  'submit application': submit,
  revise,
  'resolve application': resolveApplication,
  upload,
  document,
  'resolve document': resolveDocument,
} satisfies Record<string, Plan>
