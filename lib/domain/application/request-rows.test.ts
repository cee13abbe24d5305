import { expect, it } from 'vitest'
import { requestWords } from './request-rows'

const row = (path: string) => ({ path, value: 'x' })
const fields = ['Mer.Name', 'lstContact[0].SourceId', 'lstContact[0].FirstName', 'Mer.BET_Table_Id'].map(row)

it('an application has the same number of fields before it is sent and after, when its records have IDs', () => {
  expect(requestWords(fields)).toBe('4 fields')
  const ids = ['Opp.Id', 'Mer.Id', 'lstContact[0].Id'].map(row)
  expect(requestWords([...ids, ...fields])).toBe('4 fields and 3 record IDs')
  expect(requestWords([row('Opp.Id'), row('Mer.Name')])).toBe('1 field and 1 record ID')
})
