import { parseArgs } from 'node:util'
import { Email, LanguageCode, plainName } from '@saathi/contract/core/fields'
import type { FastifyBaseLogger } from 'fastify'
import * as z from 'zod/mini'
import { inTransaction, type World } from '#core/ctx.ts'
import { type Env, readEnv } from '#core/env.ts'
import { Refusal } from '#core/errors.ts'
import { linkMaker } from '#core/link-to.ts'
import { OperatorError } from '#core/operator-error.ts'
import { withWorld } from './with-world.ts'

const usage = `Usage: npm run staff -- add <email>          create an administrator and print a link to set the password
         --name "Anita Desai"                their name; by default the part of the address before the @
         --language hi                       the language of their mails and pages; by default en`

const Name = z.string().check(plainName())

type NewAdministrator = { email: string; firstName: string; lastName: string; languageCode: string }

try {
  const administrator = readArguments(process.argv.slice(2))
  const env = readEnv()
  await withWorld(env, (world, log) => add(env, world, log, administrator), { allowsRunningServers: true })
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}

function readArguments(args: string[]): NewAdministrator {
  const options = { name: { type: 'string' }, language: { type: 'string' } } as const
  try {
    const { positionals, values } = parseArgs({ args, options, allowPositionals: true })
    const [command, address, ...more] = positionals
    if (command !== 'add' || address === undefined || more.length > 0) throw new OperatorError(usage)
    const email = Email.parse(address)
    const name = Name.parse(values.name ?? email.split('@')[0] ?? email)
    const [firstName = '', ...rest] = name.trim().slice(0, 60).split(/\s+/)
    return { email, firstName, lastName: rest.join(' '), languageCode: LanguageCode.parse(values.language ?? 'en') }
  } catch {
    throw new OperatorError(usage)
  }
}

async function add(env: Env, world: World, log: FastifyBaseLogger, administrator: NewAdministrator): Promise<void> {
  const { addAdministrator } = await import('#accounts/public.ts')
  const added = inTransaction(world, log, (ctx) => addAdministrator(ctx, administrator))
  const { personId, token } = await added.catch((error: unknown) => {
    throw error instanceof Refusal ? new OperatorError(error.message) : error
  })
  const { openStaffActs } = await import('#core/staff-acts.ts')
  const act = { staffId: personId, call: 'npm run staff -- add', named: { params: { personId } }, address: 'command line' }
  await openStaffActs(env).record(world.db, { at: world.clock.now(), ...act })
  const link = linkMaker(env)(`/emailverify?${new URLSearchParams({ token })}`)
  console.log(`${administrator.email} is an administrator now. Open this link to set the password; it works once, for 7 days:

  ${link}

The console at ${linkMaker(env)('/staff')} then asks to link an authenticator app.`)
}
