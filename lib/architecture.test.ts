import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

/**
 * The house's arrows. A failing test here names the file, the import, and where the code belongs.
 */

const root = path.resolve(import.meta.dirname, '..')
const files = globSync('{app,components,lib,scripts,e2e,bench}/**/*.{ts,tsx}', { cwd: root })
  .concat(globSync('*.{ts,tsx}', { cwd: root }))
  .filter((file) => !file.includes('node_modules'))
  .sort()
const sources = new Map(files.map((file) => [file, readFileSync(path.join(root, file), 'utf8')]))
const isTest = (file: string) => /\.test\.tsx?$|\.child\.ts$/.test(file)

type Import = { from: string; to: string; typeOnly: boolean }

/** Imports of our own files, as paths from the root without their ending. */
function importsOf(file: string): Import[] {
  const text = sources.get(file) ?? ''
  return [
    ...text.matchAll(
      /(?:^|\n)\s*(?:import|export)\s+(type\s)?[^'"\n;]*?(?:\{[^}]*\}\s*)?(?:from\s+)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/g,
    ),
  ].flatMap((match): Import[] => {
    const name = match[2] ?? match[3] ?? ''
    const to = name.startsWith('@/')
      ? name.slice(2)
      : name.startsWith('.')
        ? path.posix.join(path.posix.dirname(file), name)
        : null
    return to === null
      ? []
      : [{ from: file, to: to.replace(/\.(ts|tsx)$/, ''), typeOnly: match[1] !== undefined }]
  })
}

const imports = files.filter((file) => !isTest(file)).flatMap(importsOf)
const within =
  (...folders: string[]) =>
  (file: string) =>
    folders.some((folder) => file === folder || file.startsWith(`${folder}/`))

type Arrow = {
  folder: string
  mayImport: (to: string, typeOnly: boolean) => boolean
  because: string
}

const isAction = (file: string) => /^lib\/server\/.+(?:\/|-)actions$/.test(file)
const isLoader = (file: string) => /^lib\/server\/.+(?:\/|-)loaders$/.test(file)

const ARROWS: Arrow[] = [
  {
    folder: 'lib/domain',
    mayImport: within('lib/domain'),
    because:
      'the domain is pure: what needs a database, the clock or the partner belongs in lib/server, lib/partner or lib/db',
  },
  {
    folder: 'lib/partner',
    mayImport: within('lib/partner', 'lib/domain'),
    because: 'the partner client knows the interface and the domain, and nothing of the desk',
  },
  {
    folder: 'lib/db',
    mayImport: (to, typeOnly) =>
      within('lib/db')(to) || (typeOnly && within('lib/domain', 'lib/partner')(to)),
    because: 'tables know the types of what they keep; what happens with it belongs in lib/server',
  },
  {
    folder: 'lib/sandbox',
    mayImport: within('lib/sandbox', 'lib/domain', 'lib/partner/wire', 'lib/partner/mapping', 'lib/db'),
    because:
      'the sandbox sits below the client, behind HTTP: it may share the wire and the rules, and never the client or the desk',
  },
  {
    folder: 'lib/server',
    mayImport: within(
      'lib/server',
      'lib/domain',
      'lib/partner',
      'lib/db',
      'lib/env',
      'lib/log',
      'lib/errors',
      'lib/routes',
      'package.json',
    ),
    because: 'use cases stand below the pages and beside the sandbox: they import neither',
  },
  {
    folder: 'components/ui',
    mayImport: within('components/ui', 'lib/domain/values'),
    because:
      'primitives could ship in another product: what knows of applications belongs in components/applications and so on',
  },
  {
    folder: 'components',
    mayImport: (to, typeOnly) =>
      within('components', 'lib/domain', 'lib/routes')(to) ||
      isAction(to) ||
      (typeOnly && within('lib/server', 'lib/errors')(to)),
    because:
      'components show and ask: they import the domain, addresses and actions, and of the server nothing but types',
  },
  {
    folder: 'app',
    mayImport: (to) =>
      within('app', 'components', 'lib/server', 'lib/domain', 'lib/routes', 'lib/sandbox')(to),
    because: 'app is routing: rules belong in lib/domain, SQL in lib/server',
  },
]

/**
 * Which feature of lib/server knows which others, types included, from those that know none upwards. The files right
 * in lib/server are common ground or put the desk together, and are not in it.
 */
const FEATURES: Readonly<Record<string, readonly string[]>> = {
  sealing: [],
  addresses: [],
  factors: ['sealing'],
  'sign-in': ['factors', 'sealing'],
  'audit-log': ['applications', 'callbacks/forwarding', 'lists'],
  sales: [],
  notifications: [],
  comments: ['notifications'],
  attempts: ['notifications'],
  lists: [],
  // What every later one stands on: an application's rows, and where it stands with underwriting.
  drafts: ['sealing'],
  cases: ['drafts', 'notifications', 'sealing'],
  documents: ['attempts', 'cases', 'drafts', 'sealing', 'sign-in'],
  backup: ['audit-log', 'documents', 'sealing'],
  applications: ['attempts', 'cases', 'documents', 'drafts', 'lists', 'notifications', 'sealing'],
  underwriting: ['applications', 'cases', 'documents', 'drafts', 'notifications'],
  'callbacks/intake': ['metrics', 'sealing'],
  consent: ['people'],
  'callbacks/forwarding': ['consent', 'people', 'sealing'],
  sandbox: ['callbacks/intake'],
  'callbacks/log': ['callbacks/forwarding', 'lists', 'notifications', 'sales', 'sandbox', 'sign-in'],
  'callbacks/hosted-link': ['callbacks/log'],
  merchants: ['callbacks/log', 'lists', 'sales'],
  funding: ['attempts', 'callbacks/log', 'lists', 'merchants', 'notifications', 'sales'],
  admin: ['consent', 'funding', 'people'],
  people: ['cases', 'factors', 'notifications', 'sign-in'],
  'single-sign-on': ['people', 'sign-in'],
  account: ['factors', 'people', 'sign-in'],
  'callbacks/receivers': ['admin', 'callbacks/intake', 'consent', 'funding', 'merchants', 'people'],
  proposals: ['admin', 'callbacks/forwarding', 'callbacks/receivers', 'consent', 'people'],
  'callbacks/fund': ['callbacks/log', 'funding', 'sales'],
  connections: ['applications', 'callbacks/receivers', 'notifications'],
  'card-numbers': ['applications', 'callbacks/intake', 'callbacks/log', 'sales'],
  'key-rotation': ['applications', 'callbacks/forwarding', 'documents', 'drafts', 'factors', 'sealing'],
  dashboard: ['backup', 'callbacks/log', 'cases', 'documents', 'funding', 'people', 'sales', 'underwriting'],
  // What waits for a person anywhere: the numbers in the frame.
  counts: ['funding', 'merchants', 'notifications', 'underwriting'],
  metrics: ['audit-log', 'backup', 'documents', 'sales'],
  search: ['applications', 'callbacks/log', 'funding', 'merchants'],
  demonstration: [
    'applications',
    'callbacks/intake',
    'callbacks/log',
    'callbacks/receivers',
    'documents',
    'drafts',
    'factors',
    'funding',
    'merchants',
    'people',
    'sales',
    'sandbox',
    'sign-in',
    'underwriting',
  ],
}

const featureOf = (file: string): string | null =>
  /^lib\/server\/(callbacks\/[^/]+|[^/]+)\/[^/]/.exec(file)?.[1] ?? null

/** The sandbox is mounted once, and nothing else of the desk knows it but the start of its callback sender. */
const SANDBOX_MOUNT = 'app/sandbox/[...path]/route.ts'
const SIMULATE = [
  'scripts/simulate.ts',
  'scripts/simulate-planted.ts',
  'scripts/simulate-tables.ts',
  'scripts/planted-rules.ts',
]
const SANDBOX_SENDER = { from: 'instrumentation-node.ts', to: 'lib/sandbox/callback-sender' }

describe('the arrows of the house', () => {
  it.each(ARROWS)('$folder imports only what stands below it', ({ folder, mayImport, because }) => {
    const wrong = imports
      .filter(({ from, to, typeOnly }) => within(folder)(from) && !mayImport(to, typeOnly))
      .map(({ from, to }) => `${from} imports ${to}: ${because}`)
    expect(wrong).toEqual([])
  })

  it('pages import loaders, actions and route helpers of the server, and no SQL', () => {
    const wrong = [...sources]
      .filter(
        ([file, text]) => within('app', 'components')(file) && /from 'drizzle-orm|@\/lib\/db\//.test(text),
      )
      .map(
        ([file]) =>
          `${file} reaches into the database: put the read into a loaders.ts, the write into mutations.ts`,
      )
    expect(wrong).toEqual([])
    const pages = imports
      .filter(
        ({ from, to, typeOnly }) =>
          /^app\/.*\/(page|layout)\.tsx$/.test(from) &&
          within('lib/server')(to) &&
          !typeOnly &&
          !isLoader(to) &&
          !isAction(to),
      )
      .map(
        ({ from, to }) =>
          `${from} imports ${to}: a page reads through loaders.ts and writes through actions.ts`,
      )
    expect(pages).toEqual([])
  })

  it('the sandbox can be deleted: only its mount, the start of its sender, its script and tests import it', () => {
    const wrong = imports
      .filter(
        ({ from, to }) =>
          within('lib/sandbox')(to) &&
          !within('lib/sandbox', 'lib/testing', 'lib/simulation')(from) &&
          from !== SANDBOX_MOUNT &&
          from !== 'scripts/sandbox.ts' &&
          !(from === SANDBOX_SENDER.from && to === SANDBOX_SENDER.to),
      )
      .map(({ from, to }) => `${from} imports ${to}: reach the sandbox over HTTP`)
    expect(wrong).toEqual([])
  })

  it('product code does not import lib/testing', () => {
    const wrong = imports.filter(
      ({ from, to }) =>
        within('lib/testing', 'lib/simulation')(to) &&
        !within('lib/testing', 'lib/simulation', 'e2e', 'bench', ...SIMULATE)(from),
    )
    expect(wrong).toEqual([])
  })

  it('the judge of the simulation imports nothing: what it shared with the desk, both would have wrong', () => {
    expect(imports.filter(({ from }) => from === 'lib/simulation/oracle.ts')).toEqual([])
  })

  it('features of lib/server know those that the table says, and no others', () => {
    const found = new Map<string, Set<string>>()
    const wrong = imports.flatMap(({ from, to }) => {
      const [own, other] = [featureOf(from), featureOf(to)]
      if (own === null || other === null || own === other) return []
      found.set(own, (found.get(own) ?? new Set()).add(other))
      return FEATURES[own]?.includes(other)
        ? []
        : [`${from} imports ${to}: ${own} does not know ${other}. Move what both need below both`]
    })
    expect(wrong).toEqual([])
    const unused = Object.entries(FEATURES).flatMap(([own, others]) =>
      others
        .filter((other) => !found.get(own)?.has(other))
        .map((other) => `${own} no longer knows ${other}: take it out of the table`),
    )
    expect(unused).toEqual([])
    const unlisted = files.map(featureOf).filter((feature) => feature !== null && !FEATURES[feature])
    expect([...new Set(unlisted)]).toEqual([])
  })

  it('no feature of lib/server knows itself by a detour', () => {
    const reached = (from: string, seen = new Set<string>()): Set<string> => {
      for (const to of FEATURES[from] ?? []) {
        if (seen.has(to)) continue
        seen.add(to)
        reached(to, seen)
      }
      return seen
    }
    expect(Object.keys(FEATURES).filter((feature) => reached(feature).has(feature))).toEqual([])
  })

  it('no file imports itself by a detour', () => {
    const graph = new Map<string, string[]>()
    const fileOf = (to: string) =>
      [`${to}.ts`, `${to}.tsx`, `${to}/page.tsx`].find((file) => sources.has(file))
    for (const { from, to, typeOnly } of imports) {
      const target = typeOnly ? undefined : fileOf(to)
      if (target) graph.set(from, [...(graph.get(from) ?? []), target])
    }
    const cycles: string[] = []
    const done = new Set<string>()
    const visit = (file: string, trail: string[]) => {
      if (trail.includes(file)) cycles.push([...trail.slice(trail.indexOf(file)), file].join(' → '))
      if (done.has(file) || trail.includes(file)) return
      for (const next of graph.get(file) ?? []) visit(next, [...trail, file])
      done.add(file)
    }
    for (const file of graph.keys()) visit(file, [])
    expect(cycles).toEqual([])
  })
})

describe('the habits of the house', () => {
  const product = [...sources].filter(([file]) => !isTest(file) && within('app', 'components', 'lib')(file))

  it('only lib/env.ts reads the environment', () => {
    const wrong = product
      .filter(
        ([file, text]) => file !== 'lib/env.ts' && !within('lib/testing')(file) && /process\.env/.test(text),
      )
      .map(([file]) => `${file} reads process.env: add the variable to lib/env.ts`)
    expect(wrong).toEqual([])
  })

  it('addresses of the desk are written in lib/routes.ts only', () => {
    const wrong = product
      .filter(
        ([file, text]) =>
          file !== 'lib/routes.ts' &&
          within('app', 'components', 'lib/server')(file) &&
          /['"`]\/(applications|api|sign-in|underwriting|funding|callbacks|admin)\b/.test(text),
      )
      .map(([file]) => `${file} writes an address by hand: use lib/routes.ts`)
    expect(wrong).toEqual([])
  })

  it('files are named for what they hold', () => {
    const wrong = files.filter((file) => /(^|\/)(index|utils?|helpers?|misc|common)\.tsx?$/.test(file))
    expect(wrong.map((file) => `${file}: name it after its noun or rule`)).toEqual([])
    const notKebab = files.filter((file) => !/^[a-z0-9.\-[\]()/]+$/.test(file.replace('[...nextauth]', '')))
    expect(notKebab.map((file) => `${file}: kebab-case, please`)).toEqual([])
  })

  it('no work is left as a note to do it', () => {
    const wrong = [...sources]
      .filter(([file, text]) => file !== 'lib/architecture.test.ts' && /\b(TODO|FIXME|XXX)\b/.test(text))
      .map(([file]) => file)
    expect(wrong).toEqual([])
  })

  it('every server action begins with session and permission', () => {
    // For whoever has a one-time link: its token takes the place of a session.
    const OPEN = ['lib/server/people/link-actions.ts']
    // For whoever sets up a second factor, also on the way in.
    const STAGED = 'lib/server/account/factor-actions.ts'
    const wrong = [...sources]
      .filter(([file, text]) => /^'use server'/.test(text) && !OPEN.includes(file))
      .flatMap(([file, text]) =>
        [...text.matchAll(/export (?:const|async function|function) (\w+)([\s\S]*?)(?=\nexport |$)/g)]
          .filter(
            ([, , body]) => !(file === STAGED ? /(?:desk|stage)Action\(/ : /deskAction\(/).test(body ?? ''),
          )
          .map(([, name]) => `${file}: ${name} is not built with deskAction(permission)`),
      )
    expect(wrong).toEqual([])
  })

  it('an action asks for a second factor again as its permission says, except these', () => {
    const found = [...sources]
      .filter(([, text]) => /^'use server'/.test(text))
      .flatMap(([, text]) =>
        [...text.matchAll(/export const (\w+)([\s\S]*?)(?=\nexport |$)/g)].flatMap(([, name, body]) => {
          const confirmed = /confirmed: (true|false)/.exec(body ?? '')?.[1]
          return confirmed ? [`${name} ${confirmed}`] : []
        }),
      )
    expect(found.sort()).toEqual([
      // Change nothing of the desk.
      'checkConnectionsAction false',
      'countFailedAction false',
      'removeFactorAction true',
      'renewRecoveryCodesAction true',
      // These send money.
      'resolveRequestAction true',
      'retryFailedAction true',
      'sendBatchAction true',
      'testEndpointAction false',
    ])
  })

  it('every route that holds data asks for a permission', () => {
    const OPEN = [
      'app/api/auth/[...nextauth]/route.ts',
      'app/api/sign-out/route.ts',
      // Browsers report for anyone, and are shown nothing.
      'app/api/csp-report/route.ts',
      // For whoever is on the way in.
      'app/api/confirm/route.ts',
      'app/api/confirm/passkey/route.ts',
      'app/api/health/live/route.ts',
      'app/api/health/ready/route.ts',
      SANDBOX_MOUNT,
    ]
    const wrong = [...sources]
      .filter(
        ([file, text]) =>
          /^app\/.*\/route\.ts$/.test(file) &&
          !OPEN.includes(file) &&
          !/answerRoute\(\s*request,\s*'|handleUpload/.test(text),
      )
      .map(([file]) => `${file}: answer through answerRoute(request, permission, …)`)
    expect(wrong).toEqual([])
  })

  it('whoever changes what a batch holds, or how it ended, finds anew how far its sales are', () => {
    const WRITES =
      /\.(?:insert|delete)\(funding(?:Lines|Requests|Failures)\)|\.update\(funding(?:Lines|Requests)\)|(?:insert into|update|delete from) \$\{funding(?:Lines|Requests|Failures)\}|\b(?:storeChanges|insertLines|updateMeanings)\(/
    const EXEMPT: Readonly<Record<string, string>> = {
      'lib/server/funding/data.ts': 'the statements themselves: who calls them refreshes',
      'lib/server/funding/send.ts': 'what waits, is sent or pauses is in its batch all the same',
    }
    const writers = product.filter(([file, text]) => file.startsWith('lib/server/') && WRITES.test(text))
    expect(writers.length).toBeGreaterThan(5)
    const wrong = writers.flatMap(([file, text]) =>
      /\brefreshFunding\(/.test(text) || file in EXEMPT
        ? []
        : [`${file} changes a batch: call refreshFunding in the same transaction, or say here why not`],
    )
    expect(wrong).toEqual([])
  })

  it('no two locks of the database have one number: who took the other would wait for ever', () => {
    const numbers = product.flatMap(([, text]) => text.match(/\b7_239_401_\d{3}\b/g) ?? [])
    expect(numbers.length).toBeGreaterThan(5)
    expect(numbers).toEqual([...new Set(numbers)])
  })

  it('the files that these tests speak of are there', () => {
    expect(existsSync(path.join(root, SANDBOX_MOUNT))).toBe(true)
    expect(imports.length).toBeGreaterThan(100)
  })
})
