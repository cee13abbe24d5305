import { expect, test } from 'vitest'
import { CONTROL_ENDPOINTS, FAULT_MODES as CONTROL_MODES } from '@/lib/server/sandbox/controls'
import { ENDPOINTS, endpointLabel, FAULT_MODES, readEndpoint } from './sandbox-labels'

test('every endpoint and every fault of the controls has words, and no other', () => {
  expect(ENDPOINTS.map(({ name }) => name)).toEqual(CONTROL_ENDPOINTS)
  expect(FAULT_MODES.map(({ name }) => name)).toEqual(CONTROL_MODES)
})

test('an endpoint that this desk does not know keeps its name', () => {
  expect(endpointLabel('refunds')).toBe('refunds')
})

test.each([undefined, '', 'refunds', '__proto__', ['token', 'funding']])('%j filters nothing', (value) => {
  expect(readEndpoint(value)).toBeNull()
})
