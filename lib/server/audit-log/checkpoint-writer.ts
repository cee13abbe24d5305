import { mkdir, open, readFile } from 'node:fs/promises'
import path from 'node:path'
import { log } from '@/lib/log'
import {
  type ForwardTarget,
  type PostResult,
  postForward,
} from '@/lib/server/callbacks/forwarding/forward-post'
import type { Services } from '@/lib/server/services'
import {
  type Checkpoint,
  isSignedBy,
  type PublicKey,
  parseCheckpoints,
  type SigningKey,
  signCheckpoint,
} from './checkpoint'
import { readHead, readSeal, sealWaiting } from './sealer'

/** Where checkpoints go: a file and, if configured, an external address. */
type CheckpointPlaces = { file: string; post: ForwardTarget | null }

/** `last`: the last checkpoint that this process wrote. `problem`: why the next could not be written, in words. */
export type CheckpointState = { last: Checkpoint | null; problem: string | null }

type CheckpointWriter = {
  state(): CheckpointState
  /** Writes a checkpoint if anything was sealed since the last one. At the end of the process it is not posted. */
  write(options?: { atEnd: boolean }): Promise<void>
}

export function createCheckpointWriter(
  services: Pick<Services, 'db' | 'now'>,
  key: SigningKey,
  { file, post }: CheckpointPlaces,
): CheckpointWriter {
  const state: CheckpointState = { last: null, problem: null }
  /** Why no checkpoint is signed. It stays set until the log matches again. */
  let misfit: string | null = null
  let writing: Promise<unknown> = Promise.resolve()

  /** Returns the checkpoint if there was anything to write. Posting it later does not delay the next one. */
  async function writeOne(): Promise<Checkpoint | null> {
    await sealWaiting(services)
    // A checkpoint from before this process started is only in the file, because a process that ends posts nothing. So
    // it is signed again and posted.
    misfit = await misfitOf(state.last ?? (await readLastOwn(file, key.public)))
    if (misfit) return null
    const head = await readHead(services.db)
    if (head.seq === 0 || head.seq === state.last?.seq) return null
    const checkpoint = signCheckpoint({ ...head, at: services.now().toISOString() }, key)
    await appendLine(file, JSON.stringify(checkpoint))
    state.last = checkpoint
    return checkpoint
  }

  /** Never sign a log that no longer matches: that would legitimize a rewrite by someone who does not have the key. */
  async function misfitOf(last: Checkpoint | null): Promise<string | null> {
    if (!last || (await readSeal(services.db, last.seq)) === last.head) return null
    return `Seal ${last.seq} is not the one of the last signed checkpoint: the log was changed up to there or restored from an older copy. No checkpoint is signed until they match. Run npm run audit:verify on the server.`
  }

  return {
    state: () => ({ last: state.last, problem: misfit ?? state.problem }),
    async write({ atEnd } = { atEnd: false }) {
      try {
        const one = writing.then(writeOne)
        writing = one.catch(() => {})
        const checkpoint = await one
        if (checkpoint && post && !atEnd)
          state.problem = problemOf(await postForward(post, {}, JSON.stringify(checkpoint)))
        else if (checkpoint && !post) state.problem = null
      } catch (error) {
        log.error({ err: error }, 'an audit checkpoint could not be written, and is tried again later')
        state.problem = 'The checkpoint file could not be written. The log of the desk has the reason.'
      }
      const problem = misfit ?? state.problem
      if (problem) log.warn({ problem }, 'audit checkpoint')
    },
  }
}

const problemOf = ({ problem }: PostResult): string | null =>
  problem && `The last checkpoint was not accepted by its address. ${problem}.`

/** The file's text; '' if it does not exist. */
export const readCheckpointFile = (file: string): Promise<string> =>
  readFile(/* turbopackIgnore: true */ file, 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })

/** The checkpoint with the highest seal, in any line: someone could append an older line again. */
async function readLastOwn(file: string, key: PublicKey): Promise<Checkpoint | null> {
  const { checkpoints } = parseCheckpoints(await readCheckpointFile(file))
  const own = checkpoints.filter(({ key: id }) => id === key.id)
  return own.sort((a, b) => b.seq - a.seq).find((checkpoint) => isSignedBy(checkpoint, key)) ?? null
}

/** Synced, because it is evidence. Always on its own line, even after a line that a crash cut short. */
async function appendLine(file: string, line: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true })
  const handle = await open(/* turbopackIgnore: true */ file, 'a+', 0o600)
  try {
    const { size } = await handle.stat()
    const last = Buffer.alloc(1)
    if (size > 0) await handle.read(last, 0, 1, size - 1)
    await handle.appendFile(`${size > 0 && last.toString() !== '\n' ? '\n' : ''}${line}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
}
