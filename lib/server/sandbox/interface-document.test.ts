import { describe, expect, it } from 'vitest'
import { buildOpenApi } from '@/lib/sandbox/openapi/document'
import { readInterface } from './interface-document'

const view = readInterface(JSON.parse(JSON.stringify(buildOpenApi('http://127.0.0.1:3000/sandbox'))))
const operations = view.tags.flatMap((tag) => tag.operations)
const find = (id: string) => operations.find((operation) => operation.id === id)

describe('the interface as a page shows it', () => {
  it('has every operation below its tag', () => {
    const documented = Object.values(buildOpenApi('').paths).flatMap((methods) => Object.keys(methods))
    expect(operations.length).toBeGreaterThanOrEqual(documented.length)
    expect(view.tags.every((tag) => tag.operations.length > 0)).toBe(true)
  })

  it.each([
    ['Mer.Legal_Name__c', 'at least 1 character, at most 100 characters', 'Legal name'],
    ['Mer.Website', 'uri, at most 255 characters', 'Website'],
    ['lstContact[].SSN__c', String.raw`matches ^\d{9}$`, 'Social Security number'],
    ['Opp.High_Ticket__c', 'at least 0', null],
    ['lstContact', 'at least 1 item', null],
  ])('tells the rule of %s', (name, rule, label) => {
    const field = find('createOrUpdateApplication')?.request?.fields.find((one) => one.name === name)
    expect(field).toMatchObject({ rule, label })
  })

  it('tells which answers have no body', () => {
    const answers = find('createOrModifyFundingAmounts')?.answers ?? []
    expect(answers.filter(({ body }) => body !== null).map(({ status }) => status)).toEqual(['200'])
  })

  it('refuses what is no such document', () => {
    expect(() => readInterface({ openapi: '3.1.1' })).toThrow()
  })
})
