/** Longer than any name that the interface accepts. */
const LENGTH = 120

/**
 * A merchant's or a person's name for rows and labels. A draft keeps whatever was typed, and a name of 32,000
 * letters without a space takes a browser twenty seconds to lay out.
 */
export const nameInRow = (name: string): string =>
  name.length <= LENGTH ? name : `${[...name.slice(0, 2 * LENGTH)].slice(0, LENGTH).join('')}…`
