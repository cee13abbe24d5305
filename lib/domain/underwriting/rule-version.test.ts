import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import history from './rule-history.json'
import { RULE_VERSION } from './rule-version'

/** Every file that can change how a case is decided, without tests and the version itself. */
const RULE_FILES = [
  'underwriting/*.ts',
  'application/{check,contact-roles,entity-name,field,full-sections,line-item-pricing,ownership,principal-share,same-identity,sections}.ts',
  'documents/{document-plan,document-verdict,kind-of-name}.ts',
  'values/{calendar,decimal,merchant-categories,unseen,us-states,zip-code,zip-state}.ts',
]

const domain = path.resolve(import.meta.dirname, '..')

/** Comments and the formatter's spaces and commas do not count. */
const withoutComments = (source: string): string =>
  source
    .replace(/\/\*\*[\s\S]*?\*\//g, '')
    .replace(/^\s*\/\/.*$/gm, '')
    .replace(/,(?=\s*[)\]}])/g, '')
    .replace(/\s+/g, '')

function hashOfRules(): string {
  const files = RULE_FILES.flatMap((pattern) => globSync(pattern, { cwd: domain }))
    .filter((file) => !file.endsWith('.test.ts') && !file.endsWith('rule-version.ts'))
    .sort()
  const hash = createHash('sha256')
  for (const file of files) {
    hash.update(`${file}\n${withoutComments(readFileSync(path.join(domain, file), 'utf8'))}\n`)
  }
  return hash.digest('hex')
}

it('the version is raised when the rules change', () => {
  const sha256 = hashOfRules()
  expect(
    history.at(-1),
    `The rules changed. If a case could now come out differently, raise RULE_VERSION and add {"version": …, "sha256": "${sha256}"} to rule-history.json; else replace its last hash with this one.`,
  ).toEqual({ version: RULE_VERSION, sha256 })
})

it('versions are unique and count up', () => {
  expect(history.map(({ version }) => version)).toEqual(history.map((_, index) => String(index + 1)))
})
