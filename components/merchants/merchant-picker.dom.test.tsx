import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { MerchantPicker } from './merchant-picker'

// The test's DOM has no top layer and cannot scroll.
beforeAll(() => {
  Object.assign(HTMLElement.prototype, { showPopover: () => {}, scrollIntoView: () => {} })
})
afterEach(() => {
  vi.restoreAllMocks()
})

/** Answers are cached in the module across tests, so every test searches for a merchant of its own. */
const DIRECTORY = [
  { merchantId: 'QUARRY-1', name: 'Quarry and Spoon', payable: 'yes' },
  { merchantId: 'QUARTZ-FEE', name: 'Quartz fee', payable: 'yes' },
]

/** A form with only this field. Returns its submitted value and a way to release the held answers. */
function open() {
  const held = new Map<string, () => void>()
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_, init) => {
    const { text } = JSON.parse(String(init?.body)) as { text: string }
    if (text !== 'quar') await new Promise<void>((resolve) => held.set(text, resolve))
    const choices = DIRECTORY.filter(({ name }) => name.toLowerCase().startsWith(text))
    return Response.json({ choices, areNear: false })
  })
  const sent: string[] = []
  function Form() {
    const [merchantId, setMerchantId] = useState('')
    return (
      <form
        onSubmit={(event) => {
          event.preventDefault()
          sent.push(merchantId)
        }}
      >
        <MerchantPicker aria-label="Merchant" value={merchantId} onChange={setMerchantId} />
      </form>
    )
  }
  render(<Form />)
  return { sent, held, person: userEvent.setup(), field: screen.getByRole<HTMLInputElement>('combobox') }
}

const options = () => screen.queryAllByRole('option', { hidden: true }).map(({ textContent }) => textContent)

it('Enter takes the option chosen with an arrow, even while the last text is still being searched', async () => {
  const { sent, person, field } = open()
  await person.type(field, 'quar')
  await waitFor(() => expect(options().join()).toMatch(/^Quarry.*Quartz/))
  await person.keyboard('t{Enter}')
  expect([field.value, sent], 'nothing was pointed at').toEqual(['quart', []])
  await person.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  expect([field.value, sent]).toEqual(['QUARTZ-FEE', []])
})

it('takes nothing if the chosen option is not among the new results', async () => {
  const { sent, held, person, field } = open()
  await person.type(field, 'quar')
  await waitFor(() => expect(options().join()).toMatch(/^Quarry.*Quartz/))
  await person.keyboard('t{ArrowDown}')
  await waitFor(() => expect(held.has('quart')).toBe(true))
  held.get('quart')?.()
  await waitFor(() => expect(options()).toHaveLength(1))
  await person.keyboard('{Enter}')
  expect([field.value, sent]).toEqual(['quart', []])
  await person.keyboard('{ArrowDown}{Enter}')
  expect([field.value, sent]).toEqual(['QUARTZ-FEE', []])
})

it('names the owner of an ID after the press that leaves the field, and at once after Tab', async () => {
  const { person, field } = open()
  render(<button type="button">Next</button>)
  const words = () => screen.queryByText('Not in the merchant directory')
  await person.type(field, 'quar')
  await waitFor(() => expect(options()).toHaveLength(2))
  await person.pointer({ keys: '[MouseLeft>]', target: screen.getByRole('button', { name: 'Next' }) })
  expect(document.activeElement).not.toBe(field)
  expect(words()).toBeNull()
  await person.pointer({ keys: '[/MouseLeft]' })
  await waitFor(() => expect(words()).not.toBeNull(), { timeout: 200 })

  await person.click(field)
  expect(words()).toBeNull()
  await person.keyboard('{Escape}')
  await person.tab()
  expect(words()).not.toBeNull()
})
