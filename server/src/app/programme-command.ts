import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readEnv } from '#core/env.ts'
import { OperatorError } from '#core/operator-error.ts'
import { withWorld } from './with-world.ts'
import { exportProgramme } from '../programme/export/programme.ts'
import { describeProblem, shownPath } from '../programme/problems.ts'
import { ProgrammeProblems } from '../programme/programme.ts'
import { readProgramme } from '../programme/read/programme.ts'

const shippedDemo = fileURLToPath(new URL('../../../demo', import.meta.url))
const usage = `Usage: npm run programme -- check [folder]    check a programme's folder (default: demo)
       npm run programme -- load [folder]     load it into the database
       npm run programme -- export <folder>   write the database's programme into a new folder`

const [action = '', argument, ...rest] = process.argv.slice(2)
const folder = resolve(argument ?? shippedDemo)
const displayPath = shownPath(folder)

try {
  if (rest.length > 0) throw new OperatorError(usage)
  if (action === 'check') await check()
  else if (action === 'load') await load()
  else if (action === 'export' && argument) await exportTo()
  else throw new OperatorError(usage)
} catch (error) {
  for (const line of explain(error)) console.error(line)
  process.exitCode = 1
}

async function check() {
  const { sessions, surveys, feed, accounts, media } = await readProgramme(folder, { withMadeUpPeople: true })
  const counts = [
    `${sessions.length} sessions`,
    `${surveys.length} surveys`,
    `${feed?.value.posts.length ?? 0} posts`,
    `${accounts?.value.accounts.length ?? 0} accounts`,
    `${media.length} pictures`,
  ]
  console.log(`${displayPath} is valid: ${counts.join(', ')}.`)
}

async function load() {
  const { accounts } = await readProgramme(folder, { withMadeUpPeople: true })
  const env = readEnv()
  if (env.mode === 'production' && accounts) {
    throw new OperatorError(
      `${displayPath}/accounts.json: its accounts share a known password, so it is not loaded in production.`,
    )
  }
  const { loadWholeFolder } = await import('../programme/load/folder.ts')
  await withWorld(env, async (world, log) => {
    const isNew = await loadWholeFolder(world, folder, log, env.hasMadeUpPeople)
    console.log(isNew ? `${displayPath} is loaded.` : `${displayPath} was loaded before and has not changed.`)
  })
}

async function exportTo() {
  await withWorld(readEnv(), async ({ db, clock }) => {
    const count = await exportProgramme(db, folder, clock.now())
    console.log(`${count} files are written to ${displayPath}.`)
  })
}

function explain(error: unknown): string[] {
  if (error instanceof ProgrammeProblems)
    return [...error.problems.map((problem) => describeProblem(folder, problem)), error.message]
  if (error instanceof OperatorError) return [error.message]
  // A stack trace does not help the editor of a folder; the message may.
  return [`Something went wrong: ${error instanceof Error ? error.message : String(error)}`]
}
