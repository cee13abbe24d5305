import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { CommentsView, CommentView, LiveComments } from '@/lib/server/comments/views'
import { Comments } from './comments'

const comment = (id: string, by: string, text: string, rest: Partial<CommentView> = {}): CommentView => ({
  id,
  by,
  isOwn: false,
  at: '2026-11-22T12:00:00.000Z',
  editedAt: null,
  removed: null,
  parts: [{ text }],
  editable: null,
  mayRemove: false,
  ...rest,
})
const FIRST = comment('a', 'Felix Penny', 'First')
const view = (...comments: CommentView[]): CommentsView => ({
  subject: { type: 'callback', id: '57' },
  comments,
  isMore: false,
  tag: 'at the page',
  draft: null,
})
const live = (tag: string, ...comments: CommentView[]): LiveComments => ({ comments, isMore: false, tag })

let asked: { address: string; tag: string | null }[]
let answers: (() => Promise<Response>)[]
const unchanged = async () => new Response(null, { status: 304 })
const answer = (news: LiveComments) => async () => Response.json(news, { headers: { etag: `"${news.tag}"` } })
beforeEach(() => {
  vi.useFakeTimers()
  asked = []
  answers = []
  vi.stubGlobal('fetch', (address: string, { headers }: { headers: Record<string, string> }) => {
    asked.push({ address, tag: headers['if-none-match'] ?? null })
    return (answers.shift() ?? unchanged)()
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const words = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent)

it('polls with its tag, marks what others added as new, and announces it once', async () => {
  render(<Comments view={view(FIRST)} />)
  answers = [unchanged, answer(live('later', FIRST, comment('b', 'Uma Wright', 'Second')))]
  await pass(5_000)
  expect(asked).toEqual([{ address: '/api/comments?type=callback&id=57', tag: '"at the page"' }])
  expect(words()).toHaveLength(1)
  await pass(5_200)
  expect(words()[1]).toMatch(/Uma Wright.*New.*Second/)
  expect(words()[0]).not.toContain('New')
  expect(screen.getByRole('heading').textContent).toBe('Comments (2)')
  const heard = screen.getAllByRole('status').find(({ className }) => className === 'sr-only')
  expect(heard?.textContent).toBe('New comment by Uma Wright')
  await pass(5_000)
  expect(asked.at(-1)?.tag).toBe('"later"')
})

it('does not announce the reader’s own comments from another window, and shows removals and edits', async () => {
  render(<Comments view={view(FIRST, comment('b', 'Uma Wright', 'Second'))} />)
  const removed = { by: 'Ada', at: '2026-11-22T12:05:00.000Z' }
  answers = [
    answer(
      live(
        'later',
        comment('a', 'Felix Penny', '', { parts: [], removed }),
        comment('b', 'Uma Wright', 'Second, better', { editedAt: removed.at }),
        comment('c', 'Me', 'Mine', { isOwn: true }),
      ),
    ),
  ]
  await pass(5_200)
  expect(words()[0]).toMatch(/Removed by Ada/)
  expect(words()[1]).toMatch(/Edited.*Second, better/)
  expect(words()[2]).toMatch(/Mine/)
  expect(words().join()).not.toContain('New')
})

it('prefers the page’s own data to an answer that was requested before it', async () => {
  const page = render(<Comments view={view(FIRST)} />)
  const late = Promise.withResolvers<Response>()
  answers = [() => late.promise]
  await pass(5_000)
  const own = comment('b', 'Me', 'Just added', { isOwn: true })
  page.rerender(<Comments view={{ ...view(FIRST, own), tag: 'with mine' }} />)
  late.resolve(await answer(live('before mine', FIRST))())
  await pass(0)
  expect(words()).toHaveLength(2)
  await pass(5_000)
  expect(asked.at(-1)?.tag).toBe('"with mine"')
})

it('keeps the comments if the desk does not answer, and says that they may be outdated', async () => {
  render(<Comments view={view(FIRST)} />)
  answers = [() => Promise.reject(new TypeError('Failed to fetch'))]
  await pass(5_000)
  expect(screen.getByText(/Not up to date: The desk does not answer/)).toBeTruthy()
  expect(words()).toHaveLength(1)
  await pass(5_000)
  expect(screen.queryByText(/Not up to date/)).toBeNull()
})
