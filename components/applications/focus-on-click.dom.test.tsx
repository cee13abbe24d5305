import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { focusOnClick } from './focus-on-click'

/** A button that disappears when pressed, and a field that then gets the focus. */
function Page() {
  const [isOpen, setOpen] = useState(false)
  return (
    <div {...focusOnClick}>
      <p>Under the pointer</p>
      {isOpen ? (
        // biome-ignore lint/a11y/noAutofocus: as the field of a list that was just added to
        <input aria-label="Bank name" autoFocus />
      ) : (
        <button type="button" onClick={() => setOpen(true)}>
          Add the first account
        </button>
      )}
    </div>
  )
}

it('a double click on a button that disappears leaves the focus in the new field', async () => {
  const person = userEvent.setup()
  render(<Page />)
  const words = screen.getByText('Under the pointer')
  await person.pointer([
    { keys: '[MouseLeft]', target: screen.getByRole('button') },
    { keys: '[MouseLeft]', target: words },
  ])
  const field = screen.getByRole('textbox')
  expect(document.activeElement).toBe(field)
  // A separate press takes the focus from the field as usual.
  await userEvent.setup().pointer({ keys: '[MouseLeft]', target: words })
  expect(document.activeElement).not.toBe(field)
})
