import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'rolldown/utils'
import { expect, it } from 'vitest'
import { isProse, textsOf } from '@/lib/testing/source-texts'

/** Phrases that no text of the product has, each with the better word. */
const BANNED: readonly (readonly [phrase: RegExp, better: string])[] = [
  [/\bsomebody\b/i, 'someone, or the person’s name'],
  [/\beverybody\b/i, 'everyone'],
  [/\bnobody\b/i, 'no one, unassigned or unknown'],
  [/\bwhoever\b/i, 'the person or role'],
  [/\bshall\b/i, 'must, or the plain present'],
  [/\bmend(s|ed|ing)?\b/i, 'fix'],
  [/\bmeanwhile\b/i, 'leave it out'],
  [/\bthereof\b/i, 'of it'],
  [/\bnothing of\b/i, 'not received, not sent or nothing'],
  [/\bwhat is said\b/i, 'the message'],
  [/\bput(s|ting)? forward\b/i, 'submit for approval'],
  [/\b(are|is|was|were) told\b/i, 'get, receive or report'],
  [/\bstands? (here|there|as|by|against|in the|still|at the|until|twice|ready)\b/i, 'is, appears or paused'],
  [/\bwhere (it|they|the application) stands?\b/i, 'status'],
  [/\bas it came\b/i, 'as received'],
  [/\bby itself\b/i, 'automatically'],
  [/\bone by one\b/i, 'separately'],
  [/\bmust have exactly\b/i, 'Enter N digits'],
  [/\be-mail\b/i, 'email'],
  [/\bcancelled\b/i, 'canceled'],
  [/\bterminated-merchant list\b/i, 'MATCH list'],
  [/\bDoing-business-as\b/i, 'DBA name'],
  [/\d %/, '25%, without a space'],
]

const root = path.resolve(import.meta.dirname, '..')
const files = globSync('{app,components,lib}/**/*.{ts,tsx}', { cwd: root }).filter(
  (file) => !/\.(test|setup|child)\.tsx?$|\/(testing|simulation|migrations)\//.test(file),
)

it('no text of the product has a banned phrase', () => {
  const found = files.flatMap((file) => {
    const source = readFileSync(path.join(root, file), 'utf8')
    return [...textsOf(parseSync(file, source).program)]
      .filter(({ text }) => isProse(text))
      .flatMap(({ text, start }) =>
        BANNED.flatMap(([phrase, better]) => {
          const words = text.replace(/^\s*-- .*$/gm, '').match(phrase)?.[0]
          const line = source.slice(0, start).split('\n').length
          return words
            ? [`${file}:${line} '${words}' → '${better}': ${text.trim().replace(/\s+/g, ' ')}`]
            : []
        }),
      )
  })
  expect(found.join('\n')).toBe('')
}, 60_000)
