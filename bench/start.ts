import { alternate, median, milliseconds } from './measure'
import type { Subject } from './results'

const ROUNDS = 7
const AIM_MS = 1_000

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
      notes: [
        'Before it answers, the desk hashes its sources, opens the database, looks for migrations, starts the job queue, and settles what an earlier process left open.',
      ],
    }
  },
}
