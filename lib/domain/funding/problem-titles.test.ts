import { expect, test } from 'vitest'
import { ERROR_TITLES, titledKinds, WARNING_TITLES } from './problem-titles'

test('kinds are listed errors first, each with its own title', () => {
  expect(
    titledKinds(
      new Map([
        ['below-sale', 2],
        ['merchant-first', 1],
        ['over-sale', 4],
      ]),
    ),
  ).toEqual([
    { code: 'over-sale', title: 'Above the sale', rows: 4 },
    { code: 'merchant-first', title: 'First payment', rows: 1 },
    { code: 'below-sale', title: 'Below the sale', rows: 2 },
  ])
  const titles = Object.values({ ...ERROR_TITLES, ...WARNING_TITLES })
  expect(titles.filter((title, at) => titles.indexOf(title) !== at)).toEqual([])
})
