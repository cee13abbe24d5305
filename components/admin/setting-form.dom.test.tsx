import { render, screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { fundingRules } from '@/lib/domain/settings/funding-rules'
import { SettingForm } from './setting-form'

it('is disabled until the page’s script runs: an earlier change would be shown but not saved', () => {
  const form = (
    <SettingForm name="funding" stored={fundingRules.read({})} waits={false} nobodyApproves={null} />
  )
  expect(renderToString(form)).toContain('<fieldset disabled=""')
  render(form)
  expect(
    screen.getAllByRole<HTMLInputElement>('checkbox').map((box) => box.matches(':disabled')),
  ).not.toContain(true)
})
