import { expect, test } from 'vitest'
import { lineItemSchema } from './full-sections'
import { blankLineItem, duplicateLineItem, isBlankLineItem, lineItemFrom } from './line-item'
import { FIRST_TEMPLATES, type LineItemTemplate } from './line-item-template'

const template: LineItemTemplate = {
  id: 'template-fee',
  kind: 'Fee',
  name: 'Monthly fee',
  members: [{ name: 'Unit_Price__c', value: '9.95' }],
}

test.each(FIRST_TEMPLATES)('a line item from the template “$name” is complete', (first) => {
  expect(lineItemSchema.safeParse(lineItemFrom(first, 'line-1')).success).toBe(true)
})

test('changing a line item from a template does not change the template', () => {
  const item = lineItemFrom(template, 'line-1')
  const [member] = item.members
  if (member) member.value = '12.00'
  expect(template.members).toEqual([{ name: 'Unit_Price__c', value: '9.95' }])
  expect(item).toMatchObject({ id: 'line-1', kind: 'Fee', name: 'Monthly fee' })
})

test('a duplicate has its own ID and members, and its name says that it is a copy', () => {
  const item = lineItemFrom(template, 'line-1')
  const twin = duplicateLineItem({ ...item, name: ' Monthly fee ' }, 'line-2')
  expect(twin).toEqual({ ...item, id: 'line-2', name: 'Monthly fee (copy)' })
  expect(twin.members[0]).not.toBe(item.members[0])
})

test('the duplicate of a line item without a name has none either', () => {
  expect(duplicateLineItem(blankLineItem('line-1'), 'line-2').name).toBe('')
})

test('a line item is blank until its kind, its name or one of its members is given', () => {
  const blank = blankLineItem('line-1')
  expect(isBlankLineItem({ ...blank, name: '  ' })).toBe(true)
  expect(isBlankLineItem({ ...blank, members: [] })).toBe(true)
  expect(isBlankLineItem({ ...blank, kind: 'Fee' })).toBe(false)
  expect(isBlankLineItem({ ...blank, name: 'Rolls' })).toBe(false)
  expect(isBlankLineItem({ ...blank, members: [{ name: '', value: '1' }] })).toBe(false)
})
