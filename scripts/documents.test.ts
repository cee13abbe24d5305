import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const documents = globSync(['*.md', 'docs/*.md'])
const read = (file: string) => readFileSync(file, 'utf8')
const { scripts } = JSON.parse(read('package.json'))

/** The anchor of a heading, as Markdown viewers generate it. */
const anchor = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
const anchorsOf = (file: string) =>
  [...read(file).matchAll(/^#+ (.+)$/gm)].map(([, text]) => anchor(text ?? ''))

test.each(documents)('%s links only to what is there', (file) => {
  const missing = [...read(file).matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)]*))?\)/g)]
    .filter(([, target, fragment]) => {
      const there = target ? path.join(path.dirname(file), target) : file
      return !existsSync(there) || (fragment && !anchorsOf(there).includes(fragment))
    })
    .map(([link]) => link)
  expect(missing).toEqual([])
})

// Those two describe changes with the old names.
test.each(documents.filter((file) => !/CHANGELOG|upgrade/.test(file)))(
  '%s names files and commands that are there',
  (file) => {
    const text = read(file)
    const files = [
      ...text.matchAll(/`((?:app|bench|components|deploy|docs|e2e|lib|scripts)\/[\w./()[\]-]+)`/g),
    ]
      .map(([, name]) => name ?? '')
      .filter((name) => !existsSync(name))
    const commands = [...text.matchAll(/npm run ([\w:-]+)/g)]
      .map(([, name]) => name ?? '')
      .filter((name) => !(name in scripts))
    expect({ files, commands }).toEqual({ files: [], commands: [] })
  },
)
