import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'rolldown/utils'
import { expect, it } from 'vitest'

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

/** Texts for machines: identifiers and class names have no space; SQL begins with its verb, its comments with dashes. */
const isProse = (text: string) =>
  (text.trim().includes(' ') || /^[A-Z]/.test(text.trim())) &&
  !/^\s*(select|insert|update|delete|with|alter|create|lock)\b.*\b(from|into|set|table|as|on)\b/is.test(text)

const root = path.resolve(import.meta.dirname, '..')
const files = globSync('{app,components,lib}/**/*.{ts,tsx}', { cwd: root }).filter(
  (file) => !/\.(test|setup|child)\.tsx?$|\/(testing|simulation|migrations)\//.test(file),
)

/** Every literal, piece of a template and JSX text of a syntax tree. */
function* textsOf(node: unknown): Generator<{ text: string; start: number }> {
  if (Array.isArray(node)) {
    for (const one of node) yield* textsOf(one)
    return
  }
  if (typeof node !== 'object' || node === null) return
  const { type, value, start } = node as { type?: string; value?: unknown; start?: number }
  if (type === 'ImportDeclaration' || type === 'TSLiteralType') return
  const text = type === 'TemplateElement' ? (value as { cooked: string | null }).cooked : value
  if ((type === 'Literal' || type === 'JSXText' || type === 'TemplateElement') && typeof text === 'string') {
    yield { text, start: start ?? 0 }
  }
  for (const child of Object.values(node)) yield* textsOf(child)
}

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
