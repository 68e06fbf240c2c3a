import type { FastifyBaseLogger } from 'fastify'
import { hashPassword } from '#accounts/public.ts'
import { inTransaction, type World } from '#core/ctx.ts'
import { OperatorError } from '#core/operator-error.ts'
import { findTakenEmails, isEmpty } from './store.ts'
import { loadDemoHistory, loadProgramme } from './programme.ts'
import { describeProblem } from '../problems.ts'
import { type Programme, ProgrammeProblems } from '../programme.ts'
import { readProgramme } from '../read/programme.ts'

/** Loads the demo at the first start; a database with data stays unchanged. */
export async function loadDemoIfEmpty(
  world: World,
  dir: string,
  log: FastifyBaseLogger,
  withMadeUpPeople = false,
): Promise<boolean> {
  if (!(await isEmpty(world.db))) return false
  return loadWholeFolder(world, dir, log, withMadeUpPeople).catch((error: unknown) => {
    throw error instanceof ProgrammeProblems
      ? new OperatorError(error.problems.map((problem) => describeProblem(dir, problem)).join('\n'))
      : error
  })
}

/** `withMadeUpPeople`: also loads the folder's people.json. */
export const loadWholeFolder = (world: World, dir: string, log: FastifyBaseLogger, withMadeUpPeople: boolean): Promise<boolean> =>
  loadFolder(world, dir, log, hashPassword, loadDemoHistory, withMadeUpPeople)

/** True if something was loaded, false if the same folder was the last one loaded. */
export async function loadFolder(
  world: World,
  dir: string,
  log: FastifyBaseLogger,
  hash = hashPassword,
  loadHistory = loadDemoHistory,
  withMadeUpPeople = false,
): Promise<boolean> {
  const programme = await readProgramme(dir, { withMadeUpPeople })
  // Hashing takes seconds, so it runs before the transaction.
  const hashes = await hashNewPasswords(world, programme, hash)
  return inTransaction(world, log, (ctx) => loadProgramme(ctx, programme, hashes, loadHistory))
}

/**
 * Each account of the folder gets a separate hash and salt, even though the demo password is the same. Made-up people share
 * one: hundreds of hashes would take most of the first start.
 */
async function hashNewPasswords(
  world: World,
  { accounts, madeUp }: Programme,
  hash: typeof hashPassword,
): Promise<Map<string, string>> {
  if (!accounts) return new Map()
  const { password } = accounts.value
  const emails = accounts.value.accounts.flatMap(({ email, provider }) => (provider === 'google' ? [] : [email]))
  const taken = await findTakenEmails(world.db, emails)
  const missing = emails.filter((email) => !taken.has(email))
  const hashes = new Map<string, string>()
  // Sequential, so that concurrent sign-ins do not find the hashing queue full.
  for (const email of missing) if (!madeUp.has(email)) hashes.set(email, await hash(password))
  const shared = madeUp.size > 0 ? await hash(password) : ''
  for (const email of missing) if (madeUp.has(email)) hashes.set(email, shared)
  return hashes
}
