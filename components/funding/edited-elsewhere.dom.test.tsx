import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import EditedElsewhere from './edited-elsewhere'

const shown = (by: string) =>
  render(
    <EditedElsewhere
      conflicts={[{ kind: 'cell', row: 3, field: 'amount', mine: '22.00', theirs: '21.00' }]}
      reloaded={{ by, at: null, rows: [3] }}
      onDecide={() => {}}
      onDismiss={() => {}}
    />,
  ).container.textContent

it('does not call the same person in another window someone else', () => {
  const own = shown('You, in another window,')
  expect(own).toContain('Edited in another window')
  expect(own).toContain('You changed 1 cell in another window that you changed here too.')
  expect(own).not.toMatch(/someone else|theirs|mine/i)
  expect(screen.getByRole('button', { name: 'Other window: 21.00' })).toBeTruthy()
})

it('names the other person who made the change', () => {
  const other = shown('Fay')
  expect(other).toContain('Edited by someone else')
  expect(other).toContain('Fay changed 1 cell that you changed too.')
  expect(screen.getByRole('button', { name: 'Theirs: 21.00' })).toBeTruthy()
})
