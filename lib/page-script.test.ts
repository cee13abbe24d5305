import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

/**
 * What a page sends, as far as imports tell it without a build; `npm run bench -- page-script` weighs it. A schema takes
 * zod with it, and with that more than many a page has script of its own.
 */

const root = path.resolve(import.meta.dirname, '..')

/** Pages whose form is there from the start; everywhere else a form, and its schema, come when it is opened. */
const PAGES_OF_FORMS = [
  'app/(auth)/welcome',
  'app/(desk)/admin/settings',
  'app/(desk)/admin/settings/[setting]',
  'app/(desk)/admin/settings/line-items',
  'app/(desk)/applications/[id]/accounts',
  'app/(desk)/applications/[id]/contacts',
  'app/(desk)/applications/[id]/pricing',
  'app/(desk)/applications/import',
]

/** `to`: a file of ours, or the name of a package. `later`: by `import()`. */
type Import = { to: string; later: boolean }
type Source = { directive: string | null; imports: Import[] }

const sources = new Map<string, Source>()
function read(file: string): Source {
  const known = sources.get(file)
  if (known) return known
  const text = readFileSync(path.join(root, file), 'utf8')
  const source = {
    directive: /^'(use (?:client|server))'$/m.exec(text)?.[1] ?? null,
    imports: [] as Import[],
  }
  sources.set(file, source)
  for (const match of text.matchAll(
    /^(?:import|export)\s(type\s)?([^'";]*?)(?:from\s)?'([^']+)'|\bimport\('([^']+)'\)/gm,
  )) {
    const [, type, names = '', fixed, later] = match
    const onlyTypes = /^\{(?:\s*type [^,]+,?)+\s*\}\s*$/.test(names)
    if (type || onlyTypes) continue
    source.imports.push({ to: resolve(file, fixed ?? later ?? ''), later: later !== undefined })
  }
  return source
}

function resolve(from: string, name: string): string {
  const base = name.startsWith('@/')
    ? name.slice(2)
    : name.startsWith('.')
      ? path.posix.join(path.posix.dirname(from), name)
      : null
  if (base === null) return name
  const found = [`${base}.ts`, `${base}.tsx`, base].find((file) => existsSync(path.join(root, file)))
  if (!found) throw new Error(`${from} imports ${name}, which is nowhere.`)
  return found
}

const isOurs = (to: string) => /\.tsx?$/.test(to) && existsSync(path.join(root, to))

/** The way from one of these files to what `isMet` is looking for, if `follow` allows it. */
function wayTo(
  starts: readonly string[],
  isMet: (to: string) => boolean,
  follow: (one: Import) => boolean,
): string[] | null {
  const before = new Map<string, string | null>(starts.map((start) => [start, null]))
  const open = [...starts]
  for (let file = open.shift(); file !== undefined; file = open.shift()) {
    if (isMet(file)) {
      const way: string[] = []
      for (let at: string | null = file; at !== null; at = before.get(at) ?? null) way.unshift(at)
      return way
    }
    // An action is called over the connection, and sends nothing.
    if (!isOurs(file) || read(file).directive === 'use server') continue
    for (const one of read(file).imports) {
      if (!follow(one) || before.has(one.to)) continue
      before.set(one.to, file)
      open.push(one.to)
    }
  }
  return null
}

/** The client components that a page and the layouts around it show. */
function clientPartsOf(page: string): string[] {
  const open = [page]
  for (let folder = path.posix.dirname(page); folder !== '.'; folder = path.posix.dirname(folder))
    for (const name of ['layout', 'error', 'loading', 'not-found'])
      if (existsSync(path.join(root, `${folder}/${name}.tsx`))) open.push(`${folder}/${name}.tsx`)
  const seen = new Set<string>()
  const parts: string[] = []
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (seen.has(file) || !isOurs(file)) continue
    seen.add(file)
    const { directive, imports } = read(file)
    if (directive === 'use client') parts.push(file)
    else if (directive === null) open.push(...imports.map(({ to }) => to))
  }
  return parts
}

const isZod = (to: string) => /^zod(\/|$)/.test(to) || to.startsWith('@hookform/')

test('only pages of forms send schemas', () => {
  const pages = globSync('app/**/page.tsx', { cwd: root })
  expect(pages.length).toBeGreaterThan(40)
  const ways = new Map(
    pages.map((page) => [
      path.posix.dirname(page),
      wayTo(clientPartsOf(page), isZod, ({ later }) => !later)?.join(' → '),
    ]),
  )
  const wrong = [...ways].flatMap(([page, way]) =>
    way && !PAGES_OF_FORMS.includes(page)
      ? [
          `${page} sends zod: ${way}. Keep what is no schema in a file without one, and open dialogs by \`dynamic\``,
        ]
      : [],
  )
  expect(wrong).toEqual([])
  const unused = PAGES_OF_FORMS.filter((page) => !ways.get(page))
  expect(unused.map((page) => `${page} sends no schema: take it out of the list`)).toEqual([])
})

test.each([
  // Each of the notices would bring every address once more, to every page.
  ['components/shell/page-notices.tsx', 'lib/routes.ts', 'needs one'],
  [
    'app/(desk)/applications/[id]/contacts/page.tsx',
    'lib/domain/application/ownership.ts',
    'judges a change',
  ],
  ['app/(desk)/funding/[id]/page.tsx', 'lib/domain/funding/line-problem.ts', 'words many problems'],
  ['app/(desk)/funding/[id]/page.tsx', 'lib/domain/access/permissions.ts', 'asks for roles'],
])('%s brings %s only when it %s', (page, file) => {
  const parts = page.startsWith('app/') ? clientPartsOf(page) : [page]
  expect(parts.length).toBeGreaterThan(0)
  expect(
    wayTo(
      parts,
      (to) => to === file,
      ({ later }) => !later,
    )?.join(' → '),
  ).toBeUndefined()
})

test('browsers get zod/mini: one import of zod anywhere takes all of it to every page that has a schema', () => {
  const client = globSync('{app,components}/**/*.{ts,tsx}', { cwd: root })
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .filter((file) => read(file).directive === 'use client')
  expect(client.length).toBeGreaterThan(200)
  const way = wayTo(
    client,
    (to) => to === 'zod',
    () => true,
  )
  expect(way?.join(' → ')).toBeUndefined()
})
