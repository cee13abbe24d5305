/** Longer than any name that the interface takes. */
const LENGTH = 120

/**
 * A merchant's or a person's name as rows and labels show it. A draft keeps whatever was typed: one name of 32,000 letters without a space has a
 * browser lay out the whole list for twenty seconds.
 */
export const nameInRow = (name: string): string =>
  name.length <= LENGTH ? name : `${[...name.slice(0, 2 * LENGTH)].slice(0, LENGTH).join('')}…`
