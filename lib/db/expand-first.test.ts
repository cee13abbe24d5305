import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { LAST_RELEASED } from '@/lib/db/last-released'

/**
 * A desk of the previous version works on this version's tables until it is upgraded. So migrations only add; removals
 * come one version later, or the changelog says under *Do first* that all desks must stop, and names the migration.
 * Migrations up to the last released one are exempt, and are never edited. `npm run test:previous` runs the previous
 * version on these tables.
 */

const FOLDER = 'lib/db/migrations'

/** What a statement breaks for the previous version, in words; null if nothing. */
function takenBy(statement: string, isNewTable: (name: string) => boolean): string | null {
  const text = statement.replace(/--.*$/gm, '').replace(/\s+/g, ' ').trim()
  const table =
    /^(?:alter table|create unique index .*? on)(?: if exists| only)? "?(\w+)"?/i.exec(text)?.[1] ?? ''
  if (isNewTable(table)) return null
  if (/^drop (table|view|sequence|function|type|schema)\b/i.test(text)) return 'drops what it may read'
  if (/^alter table .*\bdrop (column|constraint)\b/i.test(text)) return 'drops what it may rely on'
  if (/^alter (table|index|type|sequence) .*\brename\b/i.test(text)) return 'renames what it may name'
  if (/\bset data type\b|\balter column "?\w+"? type\b/i.test(text)) return 'changes the type of a column'
  if (/\bset not null\b/i.test(text)) return 'refuses rows that it writes'
  if (/\badd column\b.*\bnot null\b/i.test(text) && !/\bdefault\b|\bgenerated\b/i.test(text))
    return 'refuses rows that it writes, without the new column'
  if (/^create unique index\b|\badd constraint\b.*\b(unique|check|exclude)\b/i.test(text))
    return 'may refuse rows that it writes'
  return null
}

function takenIn(sql: string): string[] {
  const made = new Set(
    [...sql.matchAll(/create table (?:if not exists )?"?(\w+)"?/gi)].map(([, name]) => name),
  )
  return sql
    .split('--> statement-breakpoint')
    .map((statement) => takenBy(statement, (name) => made.has(name)))
    .filter((taken) => taken !== null)
}

const migrations = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.sql'))
  .map((name) => name.slice(0, -'.sql'.length))
  .sort()

test('a migration since the last version adds, or the changelog says what to do first and names it', () => {
  expect(migrations).toContain(LAST_RELEASED)
  const unreleased = readFileSync('CHANGELOG.md', 'utf8').split(/^## /m)[1] ?? ''
  const first = /\*Do first:\*.*/.exec(unreleased)?.[0] ?? ''
  const silent = migrations
    .filter((name) => name > LAST_RELEASED && !first.includes(name))
    .flatMap((name) =>
      takenIn(readFileSync(path.join(FOLDER, `${name}.sql`), 'utf8')).map((taken) => `${name} ${taken}`),
    )
  expect(silent).toEqual([])
})

test.each([
  ['alter table "a" drop column "b"', 'drops what it may rely on'],
  ['ALTER TABLE "a" RENAME COLUMN "b" TO "c";', 'renames what it may name'],
  ['DROP TABLE "a"', 'drops what it may read'],
  ['ALTER TABLE "a" ALTER COLUMN "b" SET DATA TYPE text;', 'changes the type of a column'],
  ['ALTER TABLE "a" ALTER COLUMN "b" SET NOT NULL;', 'refuses rows that it writes'],
  ['ALTER TABLE "a" ADD COLUMN "b" text NOT NULL;', 'refuses rows that it writes, without the new column'],
  ['ALTER TABLE "a" ADD CONSTRAINT "c" CHECK (b > 0);', 'may refuse rows that it writes'],
  ['CREATE UNIQUE INDEX "u" ON "a" USING btree ("b");', 'may refuse rows that it writes'],
])('%s: %s', (statement, taken) => {
  expect(takenIn(statement)).toEqual([taken])
})

test('what adds is taken for nothing else', () => {
  const added = `CREATE TABLE "a" ("b" text NOT NULL);--> statement-breakpoint
    CREATE UNIQUE INDEX "u" ON "a" USING btree ("b");--> statement-breakpoint
    ALTER TABLE "old" ADD COLUMN "c" text;--> statement-breakpoint
    ALTER TABLE "old" ADD COLUMN "d" text DEFAULT '' NOT NULL;--> statement-breakpoint
    ALTER TABLE "old" ADD CONSTRAINT "f" FOREIGN KEY ("c") REFERENCES "a"("b");--> statement-breakpoint
    CREATE INDEX "i" ON "old" USING btree ("c");`
  expect(takenIn(added)).toEqual([])
})

test('the versions before had some, so that the rule finds what it is for', () => {
  const found = migrations.filter(
    (name) => takenIn(readFileSync(path.join(FOLDER, `${name}.sql`), 'utf8')).length > 0,
  )
  expect(found).toEqual(expect.arrayContaining(['0024_lost_answers', '0027_comments']))
})
