import { startFauxqs } from 'fauxqs'

/** A process with a store of objects and nothing else, on a free port that it tells its parent. */
const store = await startFauxqs({ port: 0, host: '127.0.0.1', logger: false })
store.createBucket('documents')
process.on('disconnect', () => process.exit(0))
process.on('message', () => {
  store.emptyBucket('documents')
  process.send?.('empty')
})
process.send?.(`http://127.0.0.1:${store.port}`)
