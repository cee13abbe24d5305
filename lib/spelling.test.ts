import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import nspell from 'nspell'
import { parseSync } from 'rolldown/utils'
import { describe, expect, it, test } from 'vitest'
import { isProse, textsOf } from '@/lib/testing/source-texts'

const root = path.resolve(import.meta.dirname, '..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

/** US English; beside it the words of the field and of our tools, a line each. */
const OWN = 'docs/words.txt'
const dictionary = path.dirname(createRequire(import.meta.url).resolve('dictionary-en'))
const spell = nspell(
  readFileSync(path.join(dictionary, 'index.aff')),
  readFileSync(path.join(dictionary, 'index.dic')),
)
const ownLines = read(OWN).trim().split('\n')
const own = new Set(ownLines)

/** A word in small letters may begin a sentence; a name is written as it is. */
const isWord = (word: string) =>
  own.has(word) || own.has(word.toLowerCase()) || spell.correct(word) || spell.correct(word.toLowerCase())

/** What is no word: code in backticks, and whatever has a sign of an address, a path, a tag or an assignment inside. */
const CODE = /`[^`]*`|<[^>\n]*>|\S*[/@_.:=<>#\\{}&][^\s]*[/@_.:=<>#\\{}\w]\S*/g

/** Words of three letters and more, without abbreviations and names of code. */
function* wordsOf(text: string): Generator<string> {
  const prose = text.replace(CODE, ' ')
  for (const [found] of prose.matchAll(/(?<![\p{L}\p{N}_])\p{L}[\p{L}'’]*(?![\p{N}_])/gu)) {
    const word = found.replaceAll('’', "'").replace(/('s|')$/, '')
    if (word.length > 2 && !/\p{Ll}\p{Lu}/u.test(word) && !/^\p{Lu}+s?$/u.test(word)) yield word
  }
}

/** What people read of a file: the product's texts, what comments say, and pages of documentation. */
function prosesOf(file: string): string[] {
  const source = read(file)
  if (file.endsWith('.md')) return [source.replace(/^```.*?^```/gms, '')]
  const parsed = parseSync(file, source)
  const isProduct = /^(app|components|lib)\//.test(file) && !/\.(test|setup|child)\.|\/testing\//.test(file)
  return [
    ...parsed.comments.map(({ value }) => value),
    ...(isProduct ? [...textsOf(parsed.program)].map(({ text }) => text).filter(isProse) : []),
  ]
}

const files = globSync(
  ['{app,components,lib,e2e,bench,scripts}/**/*.{ts,tsx}', '*.md', 'docs/**/*.md', 'bench/*.md'],
  { cwd: root },
)
const uses = new Map<string, string>()
for (const file of files)
  for (const text of prosesOf(file))
    for (const word of wordsOf(text)) if (!uses.has(word)) uses.set(word, file)

it('texts, comments and documentation are spelled as US English has it', () => {
  expect(files.length).toBeGreaterThan(1_000)
  expect(uses.size).toBeGreaterThan(5_000)
  const wrong = [...uses].filter(([word]) => !isWord(word)).map(([word, file]) => `${file}: ${word}`)
  expect(wrong.join('\n'), `correct them, or add words of the field to ${OWN}`).toBe('')
})

describe('the list of our own words', () => {
  it('is sorted, and has each once', () => {
    expect(ownLines).toEqual([...own].toSorted((one, other) => (one < other ? -1 : 1)))
  })

  it('has none that the dictionary knows, and none that nothing uses', () => {
    const used = new Set([...uses.keys()].flatMap((word) => [word, word.toLowerCase()]))
    expect(ownLines.filter((word) => spell.correct(word) || !used.has(word))).toEqual([])
  })
})

test.each([
  ['The colour of a cancelled sale', ['colour', 'cancelled']],
  ['the merchant’s callback, `calback` and lib/calback.ts', []],
  ['An EIN, two SSNs and businessDay', []],
  ['A recieved batch', ['recieved']],
])('“%s” has the wrong words %j', (text, wrong) => {
  expect([...wordsOf(text)].filter((word) => !isWord(word))).toEqual(wrong)
})
