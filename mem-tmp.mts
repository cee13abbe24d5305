import { PGlite } from '@electric-sql/pglite'
import fs from 'node:fs'
const T = async (n, f) => { const t=performance.now(); const r = await f(); console.log(n, (performance.now()-t).toFixed(0), 'rss', (process.memoryUsage().rss/1e6).toFixed(0)); return r }
const a = await T('fresh', () => PGlite.create())
await a.exec('create table t(a int)')
const dump = await T('dump', () => a.dumpDataDir('none'))
console.log(dump.size)
const gz = await T('dump gz', () => a.dumpDataDir('gzip'))
console.log(gz.size)
for (let i=0;i<4;i++) { const b = await T('load', () => PGlite.create({ loadDataDir: dump })); await T('q', () => b.query('select * from t')); if (i%2) await T('close', () => b.close()) }
const b = await T('load gz', () => PGlite.create({ loadDataDir: gz }))
const c = await T('clone', () => b.clone())
await T('create db', () => c.exec('create database x template postgres'))
