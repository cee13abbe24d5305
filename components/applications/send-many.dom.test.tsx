import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import type { Readiness } from '@/lib/domain/application/readiness'
import type { ReadyRow } from '@/lib/server/applications/readiness'
import { SendMany, type Sent, type Way } from './send-many'

const idOf = (number: number) => `00000000-0000-4000-8000-00000000${number}`
const ready = (way: Way, slips: readonly string[] = []): Readiness => ({
  way,
  slips,
  warnings: 0,
  missing: 0,
})
const row = (number: number, readiness: Readiness): ReadyRow => ({
  applicationId: idOf(number),
  number,
  name: `Shop ${number}`,
  kind: 'payfac',
  versions: { merchant: 1, contacts: 1, accounts: 1, options: 1, pricing: 0 },
  readiness,
})

async function open(rows: readonly ReadyRow[]) {
  const sendOne = vi.fn(
    async (way: Way): Promise<Sent> => ({
      ok: true,
      status: way === 'submit' ? 'submitted' : 'in-underwriting',
    }),
  )
  const onSent = vi.fn()
  render(
    <SendMany
      applicationIds={rows.map(({ applicationId }) => applicationId)}
      judge={async () => ({ data: rows })}
      sendOne={sendOne}
      onSent={onSent}
      onClose={() => undefined}
    />,
  )
  await screen.findByText('A-1001')
  return { sendOne, onSent, person: userEvent.setup() }
}

it('leaves out an application with a mistyped number until it is chosen by name, and never calls it ready', async () => {
  const { sendOne, person } = await open([
    row(1001, ready('submit')),
    row(1002, ready('submit', ['ABA routing number'])),
  ])
  expect(screen.getAllByText('Ready to submit')).toHaveLength(1)
  expect(screen.getByText('Check the ABA routing number.')).toBeTruthy()
  await person.click(screen.getByRole('button', { name: 'Submit 1 to the partner' }))
  expect(sendOne.mock.calls).toEqual([['submit', expect.objectContaining({ number: 1001 })]])

  await person.click(await screen.findByRole('checkbox', { name: 'Submit A-1002 as it is' }))
  await person.click(screen.getByRole('button', { name: 'Submit 1 to the partner' }))
  expect(sendOne.mock.calls.slice(1)).toEqual([['submit', expect.objectContaining({ number: 1002 })]])
})

it('title and text say what will be sent, and afterwards what was', async () => {
  const { person } = await open([
    row(1001, ready('submit')),
    row(1002, ready('submit', ['ABA routing number'])),
    row(1003, { way: null, reason: 'Its status is Submitted.' }),
  ])
  const dialog = (name: string) => screen.getByRole('dialog', { name })
  expect(dialog('Send 1 of 3 applications').textContent).toContain('Nothing is sent until you press')
  const choose = screen.getByRole('checkbox', { name: 'Submit A-1002 as it is' })
  await person.click(choose)
  dialog('Send 2 of 3 applications')
  await person.click(choose)
  await person.click(screen.getByRole('button', { name: 'Submit 1 to the partner' }))
  await screen.findByText('1 submitted')
  expect(dialog('Sent 1 of 3 applications').textContent).not.toContain('Nothing is sent')
  await person.click(screen.getByRole('checkbox', { name: 'Submit A-1002 as it is' }))
  expect(dialog('Sent 1 of 3 applications').textContent).toContain('1 more can be sent.')
  await person.click(screen.getByRole('button', { name: 'Submit 1 to the partner' }))
  await screen.findByText('2 submitted')
  dialog('Sent 2 of 3 applications')
})

it('a second click in the same place sends nothing else: the button keeps its place, and the result has the focus', async () => {
  const { sendOne, person } = await open([row(1001, ready('submit')), row(1002, ready('hand-over'))])
  const submit = screen.getByRole('button', { name: 'Submit 1 to the partner' })
  await person.click(submit)
  await screen.findByText('1 submitted')
  expect(document.activeElement).toBe(screen.getByRole('status'))
  expect(submit.isConnected, 'its place is not taken by the next button').toBe(true)
  expect(submit.className).toContain('invisible')

  const handOver = screen.getByRole('button', { name: 'Send 1 to underwriting' })
  fireEvent.click(handOver, { detail: 2 })
  expect(sendOne).toHaveBeenCalledTimes(1)
  fireEvent.click(handOver, { detail: 1 })
  await screen.findByText('1 submitted · 1 in review')
})

it('reports which were sent, so that they leave the selection; those that did not reach the partner stay', async () => {
  const { sendOne, onSent, person } = await open([row(1001, ready('submit')), row(1002, ready('submit'))])
  sendOne.mockResolvedValueOnce({ ok: true, status: 'not-sent' })
  await person.click(screen.getByRole('button', { name: 'Submit 2 to the partner' }))
  await screen.findByText('1 not sent · 1 submitted')
  expect(onSent.mock.calls).toEqual([[idOf(1002)]])
})
