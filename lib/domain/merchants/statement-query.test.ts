import { expect, it } from 'vitest'
import { statementList, statementPeriods } from './statement-query'

it.each([
  ['2026-11-29', ['2026-11-01 2026-11-30', '2026-10-01 2026-10-31', '2026-10-31 2026-11-29']],
  ['2026-01-31', ['2026-01-01 2026-01-31', '2025-12-01 2025-12-31', '2026-01-02 2026-01-31']],
  ['2028-02-01', ['2028-02-01 2028-02-29', '2028-01-01 2028-01-31', '2028-01-03 2028-02-01']],
])('the months and the last 30 days as of %s', (today, expected) => {
  const periods = statementPeriods(today).map(({ period }) => period)
  expect(periods.slice(0, 3).map(({ from, to }) => `${from} ${to}`)).toEqual(expected)
  expect(periods[3]).toEqual({ from: null, to: null })
  for (const period of periods)
    expect(statementList.read(new URLSearchParams(statementList.write(period)))).toMatchObject(period)
})
