import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { commentDrafts, comments } from '@/lib/db/schema/comments'
import { auditLog } from '@/lib/db/schema/desk'
import { users } from '@/lib/db/schema/people'
import type { Role } from '@/lib/domain/access/permissions'
import { mentionOf } from '@/lib/domain/comments/comment'
import type { CommentSubject } from '@/lib/domain/comments/subject'
import { countUnread, listNotifications, markRead } from '@/lib/server/notifications/list'
import type { Ctx } from '@/lib/server/services'
import { classifyAll, saleFields, seedReceiver, storeDeliveries } from '@/lib/testing/callbacks'
import { linesOf, seedBatch } from '@/lib/testing/funding-batches'
import { openTestDesk, type TestDesk } from '@/lib/testing/test-desk'
import { HOUR, seedCase, testClock } from '@/lib/testing/underwriting-cases'
import {
  addComment,
  editComment,
  keepCommentDraft,
  listMentionable,
  readLiveComments,
  removeComment,
  viewComments,
} from './comments'

const clock = testClock()
const MINUTE = 60_000

let desk: TestDesk
let ana: Ctx
let uma: Ctx
let fay: Ctx
let ada: Ctx
let application: CommentSubject
let batch: CommentSubject
let callback: CommentSubject
beforeAll(async () => {
  desk = await openTestDesk({ partnerUrl: 'http://127.0.0.1:1/sandbox', now: clock.now })
  ana = await desk.as('Ana')
  uma = await desk.as('Uma', ['underwriter'])
  fay = await desk.as('Fay', ['finance'])
  ada = await desk.as('Ada', ['admin'])
  application = { type: 'application', id: await seedCase(ana) }
  batch = { type: 'funding-batch', id: await seedBatch(fay, linesOf(['C-1'], { amount: '1000' })) }
  const [n = 0] = await storeDeliveries(desk.services, await seedReceiver(ada), [saleFields()])
  await classifyAll(desk.services)
  callback = { type: 'callback', id: String(n) }
})
afterAll(() => desk.close())
beforeEach(() => clock.advanceMs(HOUR))

/** As a page sends it. */
async function write(by: Ctx, subject: CommentSubject, text: string, id = crypto.randomUUID()) {
  return { id, result: await addComment(by, { subject, id, text }) }
}
async function written(by: Ctx, subject: CommentSubject, text: string): Promise<string> {
  const { id, result } = await write(by, subject, text)
  expect(result).toEqual({ ok: true })
  return id
}
const shown = async (reader: Ctx, subject: CommentSubject, id: string) =>
  (await viewComments(reader, subject))?.comments.find((comment) => comment.id === id)
const toldOf = async (reader: Ctx, { id }: CommentSubject) =>
  (await listNotifications(reader)).groups
    .find((group) => group.id === id)
    ?.notices.filter(({ kind }) => kind === 'mentioned') ?? []
const become = (person: Ctx, roles: Role[], active = true) =>
  desk.services.db.update(users).set({ roles, active }).where(eq(users.id, person.actor.id))
const auditOf = async (id: string) =>
  (await desk.services.db.select().from(auditLog)).filter(({ detail }) => detail?.comment === id)

describe('a comment', () => {
  test('is seen in order by whoever may open its subject, with who and when', async () => {
    for (const [subject, writer, reader] of [
      [application, ana, uma],
      [batch, fay, ada],
      [callback, uma, fay],
    ] as const) {
      const first = await written(writer, subject, 'First\nof two')
      clock.advanceMs(MINUTE)
      const second = await written(reader === ada ? ada : reader, subject, 'Second')
      const view = await viewComments(reader, subject)
      expect(view?.comments.slice(-2).map(({ id }) => id)).toEqual([first, second])
      expect(view?.comments.at(-2)).toMatchObject({
        by: writer.actor.name,
        parts: [{ text: 'First\nof two' }],
        editable: null,
        editedAt: null,
      })
    }
  })

  test('is neither seen nor written by whoever may not open its subject', async () => {
    for (const [person, subject] of [
      [fay, application],
      [ana, batch],
      [uma, batch],
    ] as const) {
      expect(await viewComments(person, subject)).toBeNull()
      await expect(write(person, subject, 'Let me in')).rejects.toMatchObject({ code: 'forbidden' })
      await expect(listMentionable(person, subject)).rejects.toMatchObject({ code: 'forbidden' })
      await expect(
        keepCommentDraft(person, { subject, textId: crypto.randomUUID(), content: null }),
      ).rejects.toMatchObject({ code: 'forbidden' })
    }
  })

  test('of a subject that is not there is not stored', async () => {
    for (const subject of [
      { type: 'application', id: crypto.randomUUID() },
      { type: 'application', id: batch.id },
      { type: 'callback', id: '999999999999999' },
    ] as const)
      await expect(write(ana, subject, 'Nobody')).rejects.toMatchObject({ code: 'not-found' })
  })

  test('that is sent twice is one, and its id is nobody else’s', async () => {
    const id = await written(ana, application, 'Once')
    expect((await write(ana, application, 'Once', id)).result).toEqual({ ok: true })
    expect((await viewComments(ana, application))?.comments.filter((one) => one.id === id)).toHaveLength(1)
    expect((await write(uma, application, 'Mine', id)).result).toMatchObject({ ok: false })
    expect((await write(fay, batch, 'Mine', id)).result).toMatchObject({ ok: false })
    expect(await shown(uma, application, id)).toMatchObject({ by: 'Ana', parts: [{ text: 'Once' }] })
    expect(await auditOf(id)).toHaveLength(1)
  })

  test.each([
    ['x'.repeat(32_000), /at most 4,000 characters/],
    ['\u202e\u200b', /Enter a comment/],
    ['4111 1111 1111 1111', /card number/],
    ['123-45-6789', /nine-digit/],
  ])('%.20s… is refused with words', async (text, words) => {
    const { id, result } = await write(ana, application, text)
    expect(result).toMatchObject({ ok: false, message: expect.stringMatching(words) })
    expect(await shown(ana, application, id)).toBeUndefined()
  })

  test.each([
    '<script>alert(1)</script><img src=x onerror=alert(1)>',
    '[click](javascript:alert(1)) javascript:alert(1)',
    '\u202etxt.exe and İstanbul ıI',
    "'; drop table comments; --",
  ])('%j stays as it was written', async (text) => {
    const id = await written(ana, application, text)
    expect(await shown(uma, application, id)).toMatchObject({ parts: [{ text }] })
  })

  test('is in the audit log without its words', async () => {
    const id = await written(ana, application, `A sentence about ${mentionOf(uma.actor.id)}`)
    const [row] = await auditOf(id)
    expect(row).toMatchObject({
      action: 'comment-added',
      subjectType: 'application',
      subjectId: application.id,
      detail: { comment: id, mentions: [uma.actor.id] },
    })
    expect(JSON.stringify(row)).not.toContain('sentence')
  })
})

describe('a mention', () => {
  test('tells the person at once, at the comment, and by the name that they have now', async () => {
    const id = await written(ana, application, `Please look, ${mentionOf(uma.actor.id)}`)
    expect(await toldOf(uma, application)).toMatchObject([
      { kind: 'mentioned', by: 'Ana', isUnread: true, path: expect.stringMatching(`#comment-${id}$`) },
    ])
    await desk.services.db.update(users).set({ name: 'Uma Stone' }).where(eq(users.id, uma.actor.id))
    expect((await shown(ana, application, id))?.parts).toEqual([
      { text: 'Please look, ' },
      { mention: 'Uma Stone', id: uma.actor.id, isMe: false },
    ])
    expect((await shown(uma, application, id))?.parts[1]).toMatchObject({ isMe: true })
    await desk.services.db.update(users).set({ name: 'Uma' }).where(eq(users.id, uma.actor.id))
  })

  test('of oneself tells no one', async () => {
    const before = await countUnread(ana)
    await written(ana, application, `Note to ${mentionOf(ana.actor.id)}`)
    expect(await countUnread(ana)).toBe(before)
  })

  test('of a callback and of a batch lead there', async () => {
    const onCallback = await written(uma, callback, mentionOf(fay.actor.id))
    const onBatch = await written(ada, batch, mentionOf(fay.actor.id))
    expect(await toldOf(fay, callback)).toMatchObject([
      { path: `/callbacks/${callback.id}#comment-${onCallback}` },
    ])
    expect(await toldOf(fay, batch)).toMatchObject([{ path: `/funding/${batch.id}#comment-${onBatch}` }])
    await markRead(fay, { subject: { type: 'callback', id: callback.id }, upTo: clock.now().toISOString() })
    expect(await toldOf(fay, callback)).toMatchObject([{ isUnread: false }])
    expect(await toldOf(fay, batch)).toMatchObject([{ isUnread: true }])
  })

  test('is offered and taken only of active people who may open the subject', async () => {
    const gone = await desk.as(`Gone${Date.now()}`)
    await become(gone, ['onboarding'], false)
    const offered = (await listMentionable(ana, application)).map(({ name }) => name)
    expect(offered).toContain('Uma')
    for (const name of ['Fay', 'Ana', gone.actor.name]) expect(offered, name).not.toContain(name)
    for (const [person, words] of [
      [fay, 'Fay cannot open this page. Remove the mention.'],
      [gone, `${gone.actor.name} is no longer active. Remove the mention.`],
    ] as const) {
      const { result } = await write(ana, application, `Hi ${mentionOf(person.actor.id)}`)
      expect(result).toEqual({ ok: false, message: words })
    }
    const { result } = await write(ana, application, mentionOf(crypto.randomUUID()))
    expect(result).toMatchObject({ ok: false, message: expect.stringMatching(/does not exist/) })
    expect(await toldOf(fay, application)).toEqual([])
  })

  test('is hidden from whoever lost the role, also where they still see that the application is there', async () => {
    const una = await desk.as(`Una${Date.now()}`, ['underwriter'])
    await written(ana, application, mentionOf(una.actor.id))
    expect(await toldOf(una, application)).toHaveLength(1)
    await become(una, ['finance'])
    const now: Ctx = { ...una, actor: { ...una.actor, roles: ['finance'] } }
    expect(await toldOf(now, application)).toEqual([])
    expect(await countUnread(now)).toBe(0)
    expect(await viewComments(now, application)).toBeNull()
  })

  test('has ended once its comment was removed', async () => {
    const una = await desk.as(`Ulla${Date.now()}`, ['underwriter'])
    const id = await written(ana, application, mentionOf(una.actor.id))
    expect(await countUnread(una)).toBe(1)
    await removeComment(ana, { id })
    expect(await countUnread(una)).toBe(0)
    expect(await toldOf(una, application)).toMatchObject([{ hasEnded: true }])
  })
})

describe('a change', () => {
  test('is its writer’s for 15 minutes, is marked, and tells only whoever was added', async () => {
    const una = await desk.as(`Ulrika${Date.now()}`, ['underwriter'])
    const text = `Hi ${mentionOf(uma.actor.id)}`
    const id = await written(ana, application, text)
    await markRead(uma, { subject: null, upTo: clock.now().toISOString() })
    expect(await shown(ana, application, id)).toMatchObject({ editable: text })
    clock.advanceMs(MINUTE)
    const added = `${text} and ${mentionOf(una.actor.id)}`
    expect(await editComment(ana, { id, text: added, seen: text })).toEqual({ ok: true })
    expect(await shown(uma, application, id)).toMatchObject({
      editedAt: clock.now().toISOString(),
      editable: null,
    })
    expect(await toldOf(uma, application)).toMatchObject([{ isUnread: false }])
    expect(await toldOf(una, application)).toMatchObject([{ isUnread: true }])
    expect((await auditOf(id)).map(({ action }) => action)).toEqual(['comment-added', 'comment-edited'])

    await expect(editComment(uma, { id, text: 'Other', seen: added })).rejects.toMatchObject({
      code: 'forbidden',
    })
    await expect(editComment(fay, { id, text: 'Other', seen: added })).rejects.toMatchObject({
      code: 'not-found',
    })
    expect(await editComment(ana, { id, text: 'Other', seen: text })).toMatchObject({ ok: false })
    expect(await editComment(ana, { id, text: '123-45-6789', seen: added })).toMatchObject({ ok: false })
    clock.advanceMs(15 * MINUTE)
    expect(await editComment(ana, { id, text: 'Late', seen: added })).toMatchObject({
      ok: false,
      message: expect.stringMatching(/15 minutes/),
    })
    expect(await shown(ana, application, id)).toMatchObject({ editable: null })
  })

  test('a removed comment leaves whose it was and who removed it, and no word of it', async () => {
    const id = await written(uma, application, 'Regretted')
    await expect(removeComment(ana, { id })).rejects.toMatchObject({ code: 'forbidden' })
    await expect(removeComment(fay, { id })).rejects.toMatchObject({ code: 'not-found' })
    expect(await shown(ada, application, id)).toMatchObject({ mayRemove: true })
    expect(await removeComment(ada, { id })).toEqual({ ok: true })
    expect(await removeComment(ada, { id })).toEqual({ ok: true })
    expect(await shown(ana, application, id)).toMatchObject({
      by: 'Uma',
      removed: { by: 'Ada' },
      parts: [],
      editable: null,
      mayRemove: false,
    })
    expect(await editComment(uma, { id, text: 'Again', seen: '' })).toMatchObject({ ok: false })
    const [row] = await desk.services.db.select().from(comments).where(eq(comments.id, id))
    expect(row?.text).toBe('')
    expect((await auditOf(id)).map(({ action }) => action)).toEqual(['comment-added', 'comment-removed'])
  })
})

describe('a text that was begun', () => {
  const content = { text: 'Half a sent', people: [] }

  test('is kept for its writer alone, and gone once it was sent, however late it is saved', async () => {
    const textId = crypto.randomUUID()
    expect(await keepCommentDraft(ana, { subject: application, textId, content })).toEqual({ ok: true })
    expect((await viewComments(ana, application))?.draft).toEqual({ textId, content })
    expect((await viewComments(uma, application))?.draft).toBeNull()
    await write(ana, application, 'Half a sentence', textId)
    expect((await viewComments(ana, application))?.draft).toBeNull()
    expect(await keepCommentDraft(ana, { subject: application, textId, content })).toEqual({
      ok: false,
      reason: 'sent',
    })
    expect((await viewComments(ana, application))?.draft).toBeNull()
  })

  test('stays where the comment was refused, and its card numbers are cut', async () => {
    const textId = crypto.randomUUID()
    const card = { text: 'Card 4111 1111 1111 1111', people: [] }
    await keepCommentDraft(fay, { subject: batch, textId, content: card })
    expect((await write(fay, batch, card.text, textId)).result).toMatchObject({ ok: false })
    expect((await viewComments(fay, batch))?.draft?.content.text).toMatch(/^Card \D*1111$/)
    // Four digits alone stand in an id now and then.
    expect(JSON.stringify(await desk.services.db.select().from(commentDrafts))).not.toMatch(/4111\W*1111/)
    await keepCommentDraft(fay, { subject: batch, textId, content: null })
    expect((await viewComments(fay, batch))?.draft).toBeNull()
  })
})

describe('comments of an open page', () => {
  test('come anew with each that is added, edited or removed, and not otherwise', async () => {
    const first = await written(fay, batch, 'Live')
    let tag = (await viewComments(ada, batch))?.tag ?? ''
    const look = async () => {
      const live = await readLiveComments(ada, batch, tag)
      tag = live?.tag ?? tag
      return live?.comments.at(-1) ?? null
    }
    expect(await look()).toBeNull()
    clock.advanceMs(MINUTE)
    const second = await written(fay, batch, 'Second')
    expect(await look()).toMatchObject({ id: second, isOwn: false, parts: [{ text: 'Second' }] })
    expect(await look()).toBeNull()
    clock.advanceMs(MINUTE)
    await editComment(fay, { id: second, text: 'Changed', seen: 'Second' })
    expect(await look()).toMatchObject({ id: second, parts: [{ text: 'Changed' }] })
    clock.advanceMs(MINUTE)
    await removeComment(fay, { id: first })
    expect(await look()).not.toBeNull()
    expect(await look()).toBeNull()
  })

  test('also come where a change is stored after a later one', async () => {
    const earlier = await written(fay, batch, 'Earlier')
    const later = await written(fay, batch, 'Later')
    const at = new Date(clock.now().getTime() + 2 * MINUTE)
    const store = (id: string, editedAt: Date) =>
      desk.services.db.update(comments).set({ editedAt }).where(eq(comments.id, id))
    await store(later, at)
    const tag = (await viewComments(ada, batch))?.tag ?? ''
    await store(earlier, new Date(at.getTime() - MINUTE))
    expect(await readLiveComments(ada, batch, tag)).not.toBeNull()
  })

  test('of a subject without any have a tag of their own', async () => {
    const none: CommentSubject = { type: 'funding-batch', id: crypto.randomUUID() }
    const tag = (await viewComments(fay, none))?.tag ?? ''
    expect(await readLiveComments(fay, none, tag)).toBeNull()
    expect(await readLiveComments(fay, none, null)).toMatchObject({ comments: [], tag })
  })

  test('are refused to whoever may not open the subject', async () => {
    await expect(readLiveComments(fay, application, null)).rejects.toMatchObject({ code: 'forbidden' })
    await expect(readLiveComments(uma, batch, null)).rejects.toMatchObject({ code: 'forbidden' })
  })
})
