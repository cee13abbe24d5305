import { expect, test } from 'vitest'
import { readsLikeEntity } from './entity-name'

test.each([
  'Hollis Family Trust Trust',
  'Hollis Family Trust',
  'The Hollis Trust dated 2019',
  'Blue Heron LLC',
  'Blue Heron, L.L.C.',
  'Heron Holdings',
  'Ito Holding B.V.',
  'Okafor Family Foundation',
  'Estate of Ana Ruiz',
  'The Estate of Ana Ruiz',
  'Ruiz Inc.',
  'Ruiz, Inc',
  'Ruiz Corp',
  'Ruiz Partners LP',
  'Ruiz Partners, L.P.',
  'Ruiz Ventures',
  'Ruiz Sons Company',
  'Ruiz Limited Partnership',
])('%s is no person', (name) => {
  expect(readsLikeEntity(name)).toBe(true)
})

test.each([
  'Ana Ruiz',
  'Olivia Trusty',
  'Trust Moyo',
  'Foundation Smith',
  'L.P. Hartley',
  'LP Hartley',
  'Vincent Price',
  'Lincoln Incoronata',
  'Mary Corpuz',
  'Ana Trust-Ruiz',
  'John Holdingham',
  'Grace Holdingsworth',
  'Peter Llcuhn',
  'Wei Co',
  '',
])('%s can be one', (name) => {
  expect(readsLikeEntity(name)).toBe(false)
})
