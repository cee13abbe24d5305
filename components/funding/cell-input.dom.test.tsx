import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { CellInput } from './cell-input'
import type { Begin } from './use-grid-cursor'

// The test's DOM has no top layer and cannot scroll.
beforeAll(() => {
  Object.assign(HTMLElement.prototype, { showPopover: () => {}, scrollIntoView: () => {} })
})
afterEach(() => {
  vi.restoreAllMocks()
})

const BIRDS = [
  { merchantId: 'BIRD-1', name: 'Blue Heron Bakery', payable: 'yes' },
  { merchantId: 'BIRD-10', name: 'Bluebird Kayaks', payable: 'paused' },
]

/** Renders the editor of a merchant cell and records its text, how it ended, and the requests. */
function open(begin: Begin = 'all', suggests = true, areNear = false) {
  const asked: string[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_, init) => {
    const { text } = JSON.parse(String(init?.body)) as { text: string }
    asked.push(text)
    return Response.json({
      choices: BIRDS.filter(({ merchantId, name }) => merchantId.startsWith(text) || name.includes(text)),
      areNear,
    })
  })
  const seen = { text: '', ends: [] as string[], cancelled: 0, asked }
  render(
    <CellInput
      label="Merchant ID, row 2"
      text={typeof begin === 'object' ? begin.typed : 'M-1'}
      begin={begin}
      numeric={false}
      suggests={suggests}
      onText={(text) => {
        seen.text = text
      }}
      onEnd={(key) => seen.ends.push(key)}
      onLeave={() => {}}
      onCancel={() => {
        seen.cancelled += 1
      }}
    />,
  )
  return { seen, person: userEvent.setup(), field: () => screen.getByLabelText('Merchant ID, row 2') }
}

const options = () => screen.queryAllByRole('option', { hidden: true }).map(({ textContent }) => textContent)

it('suggests merchants for typed text and takes the one chosen with the keys', async () => {
  const { seen, person, field } = open({ typed: 'B' })
  await person.keyboard('IRD')
  await waitFor(() => expect(options()).toEqual(['Blue Heron BakeryBIRD-1', 'Bluebird KayaksBIRD-10paused']))
  await waitFor(() => expect(field().getAttribute('aria-expanded')).toBe('true'))
  await person.keyboard('{ArrowDown}{ArrowDown}')
  expect(seen.ends, 'an arrow goes through the list').toEqual([])
  const option = screen.getAllByRole('option', { hidden: true })[1]
  expect(option?.getAttribute('aria-selected')).toBe('true')
  expect(field().getAttribute('aria-activedescendant')).toBe(option?.id)
  await person.keyboard('{Enter}')
  expect(seen).toMatchObject({ text: 'BIRD-10', ends: ['Enter'] })
})

const meantOption = () => screen.queryByRole('option', { hidden: true, selected: true })?.textContent

it('takes a near match only after it was chosen, even if it is the only one', async () => {
  const { seen, person } = open({ typed: 'K' }, true, true)
  await person.keyboard('ayaks')
  await waitFor(() => expect(options()).toHaveLength(1))
  await person.keyboard('{Enter}')
  expect(seen.ends).toEqual([])
  await person.keyboard('{Enter}')
  expect(seen).toMatchObject({ text: 'BIRD-10', ends: ['Enter'] })
})

it('Enter takes a single match, and with several moves to the first', async () => {
  const { seen, person } = open({ typed: 'B' })
  await person.keyboard('IRD')
  await waitFor(() => expect(options()).toHaveLength(2))
  await person.keyboard('{Enter}')
  expect(seen.ends, 'nothing was said of which one is meant').toEqual([])
  expect(meantOption()).toBe('Blue Heron BakeryBIRD-1')
  await person.keyboard('-1')
  await waitFor(() => expect(options()).toEqual([]))
  cleanup()
  const kayaks = open({ typed: 'K' })
  await kayaks.person.keyboard('ayak')
  await waitFor(() => expect(meantOption()).toBe('Bluebird KayaksBIRD-10paused'))
  await kayaks.person.keyboard('{Enter}')
  expect(kayaks.seen).toMatchObject({ text: 'BIRD-10', ends: ['Enter'] })
})

it('Tab takes the typed text, and a complete ID opens no list that would catch the arrows', async () => {
  const { seen, person, field } = open({ typed: 'B' })
  await person.keyboard('IRD')
  await waitFor(() => expect(options()).toHaveLength(2))
  await person.keyboard('{Tab}')
  expect(seen).toMatchObject({ text: 'BIRD', ends: ['Tab'] })
  await person.type(field(), '-1')
  await waitFor(() => expect(seen.asked).toContain('BIRD-1'))
  await waitFor(() => expect(options()).toEqual([]))
  await person.keyboard('{ArrowDown}')
  expect(seen).toMatchObject({ text: 'BIRD-1', ends: ['Tab', 'ArrowDown'] })
})

it('a press chooses, and Escape restores the cell while the list is open', async () => {
  const { seen, person, field } = open({ typed: 'B' })
  await person.keyboard('IRD')
  await waitFor(() => expect(options()).toHaveLength(2))
  await person.keyboard('{Escape}')
  expect(seen.cancelled).toBe(1)
  const [first] = screen.getAllByRole('option', { hidden: true })
  if (first) await person.click(first)
  expect(seen.text).toBe('BIRD-1')
  expect((field() as HTMLInputElement).value).toBe('BIRD-1')
  expect(document.activeElement).toBe(field())
})

it('requests nothing for a cell that was only opened, or for another column', async () => {
  const opened = open()
  expect(screen.getByRole('combobox').getAttribute('aria-expanded')).toBe('false')
  cleanup()
  const amount = open({ typed: '1' }, false)
  await amount.person.keyboard('2.50')
  // Longer than the pause before a request.
  await new Promise((done) => setTimeout(done, 300))
  expect([...opened.seen.asked, ...amount.seen.asked]).toEqual([])
  expect(screen.queryByRole('combobox')).toBeNull()
})
