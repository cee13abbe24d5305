import { expect, test } from 'vitest'
import { CONTROL_ENDPOINTS, FAULT_MODES as CONTROL_MODES } from '@/lib/server/sandbox/controls'
import { ENDPOINTS, endpointLabel, FAULT_MODES, readEndpoint } from './sandbox-labels'

test('every endpoint and fault of the controls has a label, and no other has', () => {
  expect(ENDPOINTS.map(({ name }) => name)).toEqual(CONTROL_ENDPOINTS)
  expect(FAULT_MODES.map(({ name }) => name)).toEqual(CONTROL_MODES)
})

test('an unknown endpoint keeps its name', () => {
  expect(endpointLabel('refunds')).toBe('refunds')
})

test.each([undefined, '', 'refunds', '__proto__', ['token', 'funding']])('%j sets no filter', (value) => {
  expect(readEndpoint(value)).toBeNull()
})
