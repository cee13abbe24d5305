import { expect, test } from 'vitest'
import { readZone } from './zone'

test.each([
  ['America/New_York', 'America/New_York'],
  ['Pacific/Chatham', 'Pacific/Chatham'],
  [undefined, null],
  ['', null],
  ['Mars/Olympus', null],
  ['<script>', null],
  ['x'.repeat(10_000), null],
])('the cookie %j is the zone %j', (value, zone) => expect(readZone(value)).toBe(zone))
