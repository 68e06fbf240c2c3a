import { RetentionKind, retentionRules } from '@saathi/contract/core/retention'
import type { Settings } from '@saathi/contract/staff/settings-calls'
import type { Ctx } from '#core/ctx.ts'
import type { Env } from '#core/env.ts'
import { badInput, conflict, notFound } from '#core/errors.ts'
import { findLastRuns, findRetentionSettings, saveRetentionDays } from '#core/jobs/retention.ts'
import { readSender, sendMail } from '#notices/public.ts'
import * as store from './store.ts'

type MailEnv = Pick<Env, 'smtpUrl' | 'mailFrom'>

export async function getSettings({ db }: Ctx, env: MailEnv): Promise<Settings> {
  const { underMaintenance, message, until, mailFrom } = await store.findSettings(db)
  const chosen = new Map((await findRetentionSettings(db)).map(({ kind, days }) => [kind, days]))
  const jobs = RetentionKind.options.map((kind) => retentionRules[kind].job)
  const lastRuns = await findLastRuns(db, jobs)
  return {
    maintenance: { underMaintenance, message, until: until?.toISOString() ?? null },
    mail: {
      sender: mailFrom === null ? null : readSender(mailFrom),
      defaultSender: env.mailFrom,
      hasServer: env.smtpUrl !== undefined,
    },
    languages: (await store.findOfferedLanguages(db)).map(({ people, ...language }) => ({ ...language, people: people ?? 0 })),
    retention: RetentionKind.options.map((kind) => {
      const { job, days, least, most } = retentionRules[kind]
      const lastRunAt = lastRuns.get(job)?.toISOString() ?? null
      return { kind, days: chosen.get(kind) ?? days, defaultDays: days, least, most, lastRunAt }
    }),
  }
}

type Sender = { name: string; address: string }

/** Every server reads the setting again for each mail. */
export async function setMailSender({ db }: Ctx, sender: Sender | null): Promise<void> {
  await store.updateMailFrom(db, sender && (sender.name === '' ? sender.address : `${sender.name} <${sender.address}>`))
}

export async function sendTestMail(ctx: Ctx): Promise<{ address: string }> {
  const { email, name, language } = await store.findAddressAndName(ctx.db, ctx.actor.personId)
  await sendMail(ctx, { template: 'testMail', to: email, language, values: { name } })
  return { address: email }
}

export async function setLanguageOffered({ db }: Ctx, code: string, isOffered: boolean): Promise<void> {
  const language = await store.findLanguageForUpdate(db, code)
  if (!language) throw notFound('staff.language_not_found')
  if (language.isDefault && !isOffered) throw conflict('staff.default_language')
  await store.updateLanguageOffered(db, code, isOffered)
}

/** Takes effect with the next run of its job. */
export async function setRetention({ db }: Ctx, kind: RetentionKind, days: number): Promise<void> {
  const { least, most } = retentionRules[kind]
  if (days < least || days > most) throw badInput('staff.retention_out_of_range')
  await saveRetentionDays(db, kind, days)
}
