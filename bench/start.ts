import { migrateDatabase, openDatabase } from '@/lib/db/client'
import { startJobs } from '@/lib/server/jobs'
import { sourceHash } from '../scripts/source-hash'
import { alternate, median, milliseconds, timed } from './measure'
import type { Subject } from './results'

const ROUNDS = 7
const AIM_MS = 700

export const start: Subject = {
  title: 'Start to first answer',
  how: `From the start of the process to the first page answered with 200: the desk, built and with its demonstration data, by \`node scripts/start.ts\`, against \`next start\` of a bare page. ${ROUNDS} rounds.`,
  async measure(ground) {
    // The first start builds and seeds, and is not one to count.
    await (await ground.startDesk()).stop()
    await (await ground.startBare()).stop()
    const startOf = (launch: typeof ground.startDesk) => async () => {
      const server = await launch()
      await server.stop()
      return server.firstAnswerMs
    }
    const { desk, floor } = await alternate(ground.rounds(ROUNDS), {
      desk: startOf(ground.startDesk),
      floor: startOf(ground.startBare),
    })
    const moreMs = median(desk) - median(floor)
    return {
      figures: [
        {
          what: 'start to first answer',
          desk: milliseconds(median(desk)),
          floor: milliseconds(median(floor)),
          compared: `${moreMs < 0 ? '−' : '+'} ${milliseconds(Math.abs(moreMs))}`,
          aim: `+ ${AIM_MS} ms`,
          reached: moreMs <= AIM_MS,
        },
      ],
      notes: [await partsOf(ground.deskData)],
    }
  },
}

/** The parts of a start that are the desk's own, one by one in this process, over the same data. */
async function partsOf(dataDir: string): Promise<string> {
  const hashMs = await timed(async () => sourceHash())
  const openedAt = performance.now()
  const database = await openDatabase({ dataDir })
  const openMs = performance.now() - openedAt
  const migrateMs = await timed(() => migrateDatabase(database))
  const jobsAt = performance.now()
  const jobs = startJobs(database)
  await jobs.started
  const jobsMs = performance.now() - jobsAt
  await jobs.stop()
  await database.close()
  return `Of the desk's own parts: opening the embedded database ${milliseconds(openMs)}, looking for migrations ${milliseconds(migrateMs)}, starting the job queue ${milliseconds(jobsMs)}, hashing the sources ${milliseconds(hashMs)}. The rest is loading Next and the desk's code.`
}
