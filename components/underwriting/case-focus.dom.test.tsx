import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useShownEarly } from '@/components/forms/use-shown-early'
import type { CheckedEntry } from '@/lib/server/underwriting/loaders'
import type { Underwriter } from '@/lib/server/underwriting/underwriters'
import { AskButton } from './ask-button'
import { AskTray } from './ask-tray'
import { CaseActions, type MayNotDecide } from './case-actions'
import { CaseAsks } from './case-asks'
import { CaseChecklist } from './case-checklist'
import { CaseRail } from './case-rail'
import { DocumentVerdict, type JudgedDocument } from './document-verdict'

const APPLICATION = '6e1b2a34-0000-4000-8000-000000000009'
const UMA = { id: 'uma', name: 'Uma' }
const router = {
  back() {},
  forward() {},
  refresh() {},
  push() {},
  replace() {},
  prefetch() {},
} as unknown as NonNullable<React.ContextType<typeof AppRouterContext>>
const show = (page: ReactNode) => render(<AppRouterContext value={router}>{page}</AppRouterContext>)

beforeEach(() => vi.stubGlobal('fetch', async () => Response.json({ ok: true })))
afterEach(() => vi.unstubAllGlobals())

function Actions({
  underwriter,
  mayNotDecide = null,
}: {
  underwriter: Underwriter | null
  mayNotDecide?: MayNotDecide
}) {
  const [shown, showAtOnce] = useShownEarly(underwriter, (_, to: Underwriter | null) => to)
  return (
    <CaseActions
      assigned={{ applicationId: APPLICATION, number: 1, name: 'Corner Cafe', underwriter: shown }}
      people={[]}
      me={UMA.id}
      mayNotDecide={mayNotDecide}
      showAtOnce={showAtOnce}
    />
  )
}

it.each([
  ['Claim', 'Release', null],
  ['Release', 'Claim', UMA],
])('%s gives the focus to what takes it back: %s; refused, to itself', async (pressed, then, underwriter) => {
  show(<Actions underwriter={underwriter} />)
  screen.getByRole('button', { name: pressed }).focus()
  const focused: (string | null)[] = []
  const heard = new AbortController()
  const hear = ({ target }: FocusEvent) => focused.push(target instanceof Element ? target.textContent : null)
  document.addEventListener('focusin', hear, { signal: heard.signal })
  await userEvent.keyboard('{Enter}')
  // There is no server here, so the shown change is undone.
  await screen.findByRole('alert')
  heard.abort()
  expect(focused).toEqual([then, pressed])
  expect(document.activeElement?.textContent).toBe(pressed)
})

it('removing an item focuses the next one, and removing the last focuses the button that adds one', async () => {
  show(
    <CaseAsks applicationId={APPLICATION} mayAsk>
      <AskButton place="merchant.website" label="Website" />
      <AskButton place="merchant.phone" label="Phone" />
      <AskTray applicationId={APPLICATION} />
      <CaseRail openChecks={1} unjudged={0} />
    </CaseAsks>,
  )
  const person = userEvent.setup()
  await person.click(screen.getByRole('button', { name: 'Ask about Website' }))
  await person.click(screen.getByRole('button', { name: 'Ask about Phone' }))
  await person.click(screen.getByRole('button', { name: 'Do not ask about Website' }))
  expect(document.activeElement).toBe(screen.getByLabelText('Phone'))
  await person.click(screen.getByRole('button', { name: 'Do not ask about Phone' }))
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Request…' }))
})

it('entering a reason focuses the entry that it confirms', async () => {
  const entry: CheckedEntry = {
    key: 'account:1',
    group: 'account',
    text: 'Account 1 belongs to the business',
    why: 'Funds are paid to it.',
    about: [],
    documents: [],
    facts: [],
    doubt: null,
    confirmation: null,
    others: [],
  }
  show(<CaseChecklist applicationId={APPLICATION} checklist={[entry]} whyNot={null} reveals={false} />)
  const person = userEvent.setup()
  const box = screen.getByRole('checkbox')
  await person.click(box)
  const form = within(screen.getByRole('listitem'))
  await person.type(await form.findByLabelText(/^Reason for confirming/), 'Seen at the branch.')
  await person.click(form.getByRole('button', { name: 'Confirm with this reason' }))
  expect(document.activeElement).toBe(box)
  await waitFor(() => expect(screen.getByRole('alert')).toBeTruthy())
})

it.each([
  ['own-work', 'You worked on this'],
  ['decided-first', 'You decided first'],
] as const)('offers no claim that would be refused, and says why: %s', (mayNotDecide, why) => {
  show(<Actions underwriter={null} mayNotDecide={mayNotDecide} />)
  expect(screen.queryByRole('button', { name: 'Claim' })).toBeNull()
  expect(screen.getByText(why)).toBeTruthy()
})

function Verdict() {
  const [paper, showAtOnce] = useShownEarly(
    { id: 'd', name: 'check.txt', sha256: 'c', decision: null, acceptedBy: [], delivery: 'waiting' },
    (base: JudgedDocument, said: Partial<JudgedDocument>) => ({ ...base, ...said }),
  )
  return (
    <DocumentVerdict
      applicationId={APPLICATION}
      document={paper}
      isNamed
      ask={{ place: 'documents.voided-check', label: 'Voided check' }}
      me={UMA.id}
      showAtOnce={showAtOnce}
      whenOpened={() => Promise.resolve()}
      onAccepted={() => {}}
    />
  )
}

it('a rejection focuses the button that undoes it; if it is refused or canceled, the focus stays at the document', async () => {
  show(
    <CaseAsks applicationId={APPLICATION} mayAsk>
      <Verdict />
    </CaseAsks>,
  )
  const person = userEvent.setup()
  await person.click(screen.getByRole('button', { name: 'Reject check.txt' }))
  await person.type(await screen.findByLabelText(/^Reason/), 'Page 2 is missing.')
  const focused: string[] = []
  const heard = new AbortController()
  const hear = ({ target }: FocusEvent) =>
    focused.push((target instanceof Element && target.getAttribute('aria-label')) || '')
  document.addEventListener('focusin', hear, { signal: heard.signal })
  await person.click(screen.getByRole('button', { name: 'Reject document' }))
  // There is no server here: the shown change is undone, and the dialog comes back.
  await screen.findByRole('alert')
  heard.abort()
  expect(focused).toContain('Undo your decision on check.txt')
  await person.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^(Accept|Reject) check\.txt$/)
})
