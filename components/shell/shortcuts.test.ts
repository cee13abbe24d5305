import { describe, expect, it } from 'vitest'
import { type Held, recognise, SEQUENCE_MS, SHORTCUTS } from './shortcuts'

/** What these keys mean when pressed in sequence with this interval. */
function press(keys: string[], apartMs = 100) {
  let held: Held | null = null
  return keys.map((key, i) => {
    const result = recognise(held, key, i * apartMs)
    held = result.held
    return result.is
  })
}

describe('a key is recognized', () => {
  it.each([
    ['a single key', ['j'], ['next-row']],
    ['each time it is pressed', ['j', 'j', 'k'], ['next-row', 'next-row', 'previous-row']],
    ['two keys, one after the other', ['g', 'a'], [null, 'applications']],
    ['the second key alone means what it means alone', ['a'], ['approve']],
    ['the first key again begins again', ['g', 'g', 'a'], [null, null, 'applications']],
    ['what comes between ends the sequence', ['g', 'x', 'a'], [null, null, 'approve']],
    ['what comes between means what it means', ['g', 'j', 'a'], [null, 'next-row', 'approve']],
    ['a sequence is over once it was recognized', ['g', 'a', 'a'], [null, 'applications', 'approve']],
    ['a capital is another key', ['J', 'G', 'A'], [null, null, null]],
    ['the keys of a case', ['c', 'r', 'n', 'd'], ['claim', 'request', 'note', 'decline']],
    ['keys without a meaning', ['Enter', 'Escape', 'Tab', ' ', 'ArrowDown', 'i', 'İ'], Array(7).fill(null)],
  ])('%s', (_, keys, meant) => {
    expect(press(keys)).toEqual(meant)
  })

  it('as a sequence only if the second follows in time', () => {
    expect(press(['g', 'a'], SEQUENCE_MS)).toEqual([null, 'applications'])
    expect(press(['g', 'a'], SEQUENCE_MS + 1)).toEqual([null, 'approve'])
  })
})

describe('the shortcuts', () => {
  it('have different keys, and none is the beginning of another', () => {
    const singles = SHORTCUTS.filter(({ keys }) => keys.length === 1).map(({ keys }) => keys[0])
    const firsts = SHORTCUTS.filter(({ keys }) => keys.length > 1).map(({ keys }) => keys[0])
    expect(new Set(singles).size).toBe(singles.length)
    expect(singles.filter((key) => firsts.includes(key))).toEqual([])
  })
})
